// Mistakes in every key of equation files (misspelled, omitted, values of other types), in formulas and in matrices:
// each yields a message of one line with its location.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "problems/equations/equation_problem.hpp"
#include "problems/equations/equation_text.hpp"
#include "problems/mechanisms/mechanism_text.hpp"
#include "text/testing/toml_mutants.hpp"

namespace plumb::mistakes_in_equations {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string cart = R"toml(schema = 1
name = "cart"
title = "Cart with a pendulum"
source = "none"
t_begin = 0
t_end = 1
[parameters]
mass = { value = 2, unit = "kg", meaning = "of the cart", minimum = 0.1, maximum = 10 }
[[coordinate]]
name = "x"
unit = "m"
meaning = "to the right"
start = 0
rate = 0.5
[[coordinate]]
name = "theta"
unit = "rad"
start = 0.2
[tables]
push = { rows = [[0, 0], [0.5, 1], [1, 0]], ends = "clamped", outside = "hold", scale = [1, 1], shift = [0, 0] }
[expressions]
s = "sin(theta)"
[symbols]
theta = '\theta'
[equations]
mass = [["mass + 1", "cos(theta)"], ["cos(theta)", 1]]
force = ["theta'^2*s + push(t)", "-9.81*s"]
potential = "-9.81*cos(theta)"
[[output]]
name = "tip"
unit = "m"
meaning = "of the pendulum"
value = "x + s"
[[invariant]]
name = "one"
unit = "-"
meaning = "a number"
value = "1"
)toml";

void read(const std::string& text) {
  const auto problem = equation_problem(equations_from_text(text, "cart.toml"));
  try {
    problem.check(Parameters(problem.parameters, {}));
  } catch (const RefusedMechanism& e) {
    throw e.refusal;
  }
}

std::string message(const std::string& line, const std::string& into) {
  auto text = cart;
  const auto found = text.find(line);
  EXPECT_NE(found, std::string::npos) << line;
  text.replace(found, line.size(), into);
  return toml_mutants::refusal_of_mutant({"", line, into, text}, "cart.toml", read);
}

TEST(MistakesInEquations, OfEveryKeyAreOneLineWithItsPlaceAndTheRightKey) {
  ASSERT_NO_THROW(read(cart));
  const std::set<std::string> required = {
      "name",         "t_end",           "coordinate.name", "equations.force",      "output.name",
      "output.value", "invariant.value", "invariant.name",  "parameters.mass.value"};
  const auto mutants =
      toml_mutants::TomlMutants(toml_from_text(cart, "cart.toml"), {"parameters", "tables", "expressions", "symbols"})
          .all;
  toml_mutants::require_named_mistakes(mutants, "cart.toml", required, read);
}

TEST(MistakesInEquations, FormulasAreReadByWordsOfFormulas) {
  const auto force = [](const std::string& formula) { return message("theta'^2*s + push(t)", formula); };
  EXPECT_THAT(force("theta'**2"), HasSubstr("write powers with ^"));
  EXPECT_THAT(force("mass sin(theta)"), HasSubstr("write products with *"));
  EXPECT_THAT(force("5.7 deg"), HasSubstr("write products with *"));
  EXPECT_THAT(force("if(t < 1, 2, 0)"), HasSubstr("formulas have no conditions"));
  EXPECT_THAT(force("thetadot"), HasSubstr("did you mean 'theta''?"));
  EXPECT_THAT(force("theta_dot"), HasSubstr("did you mean 'theta''?"));
  EXPECT_THAT(force("pusch(t)"), HasSubstr("did you mean 'push'?"));
  EXPECT_THAT(force("2 +"), HasSubstr("names, pi, functions as sqrt(...)"));
  EXPECT_THAT(force("push(x)"), HasSubstr("push(...) is a table over time"));
  EXPECT_THAT(force("push(t^2)"), HasSubstr("push(...) is a table over time"));
  EXPECT_EQ(force("push(2*t - 1 + mass)"), "") << "it holds its ends";
}

TEST(MistakesInEquations, OfMatricesStandAtTheirEntries) {
  EXPECT_THAT(message("[\"cos(theta)\", 1]", "[0.25, 1]"),
              StartsWith("cart.toml:26:38: mass[2][1] = 0.25, but mass[1][2] = 0.980067 at the start"));
  EXPECT_THAT(message("mass = [[\"mass + 1\", \"cos(theta)\"], [\"cos(theta)\", 1]]", "mass = [1, 0]"),
              StartsWith("cart.toml:26:12: mass: row 2 is 0 at the start: 'theta' has no acceleration"));
  EXPECT_THAT(message("\"-9.81*s\"", "\"1/x\""), StartsWith("cart.toml:27:"));
  EXPECT_THAT(message("potential =", "constraint = [\"x - 1\"]\npotential ="), StartsWith("cart.toml:28:15: "));
}

TEST(MistakesInTables, StandAtTheirRows) {
  const auto rows = [](const std::string& of) { return message("[[0, 0], [0.5, 1], [1, 0]]", of); };
  EXPECT_THAT(rows("[[0, 0], [0.5, 1], [0.4, 0]]"), StartsWith("cart.toml:20:36: table 'push': the time 0.4 is not"));
  EXPECT_THAT(rows("[[0, 0], [0.5, 1], [0.5, 0]]"), StartsWith("cart.toml:20:36: "));
  EXPECT_THAT(rows("[[0, 0], [0.5, nan], [1, 0]]"), StartsWith("cart.toml:20:32: "));
  EXPECT_THAT(rows("[[0, 0], [0.5, inf], [1, 0]]"), StartsWith("cart.toml:20:32: "));
  EXPECT_THAT(rows("[[0, 0]]"), HasSubstr("1 points; 2 to 20000 are allowed"));
  EXPECT_THAT(rows("[[0, 0], [0.5], [1, 0]]"), HasSubstr("two numbers are allowed, [time, value]"));
  EXPECT_THAT(
      message("\"clamped\", outside = \"hold\", scale = [1, 1]", "\"clamped\", scale = [0.9, 1]"),
      StartsWith("cart.toml:20:1: table 'push': its table goes from 0 to 0.9, but values are needed from 0 to 1"));
}

}  // namespace
}  // namespace plumb::mistakes_in_equations
