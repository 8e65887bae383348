// The printed coefficients of a catalogue method, read as a method file, must define the same method.

#include "harness/api/coefficients.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "contract/expression.hpp"
#include "harness/cell/method_file.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/sets/all_that_fit.hpp"
#include "methods/coefficients/order_trees.hpp"
#include "text/exit_codes.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Texts = std::vector<std::string>;

MethodCoefficients coefficients_of(const std::string& selector) {
  const auto spec = expand_methods({selector}).front();
  const auto& method = method_named(spec.name);
  return method_coefficients(spec.text(), method, method_parameters(method, spec.parameters));
}

/// Returns every method with coefficients: with its default parameters, with each choice of a parameter, and with
/// rho=1/3.
std::vector<Spec> with_coefficients() {
  CellRequest request;
  request.problem = {"pendulum", {}};
  request.formulation = {"ode", {}};
  auto all = selected_methods(request, {{"*", {{"choices", "each"}}}});
  for (const auto& m : methods())
    if (Parameters(m.parameters, {}).has("rho")) all.push_back({m.info.name, {{"rho", "1/3"}}});
  std::erase_if(all, [](const Spec& spec) {
    const auto& m = method_named(spec.name);
    return !m.tableau && !m.multistep;
  });
  return all;
}

/// Writes the coefficients to a method file, and returns the method in it.
const MethodFile& read_back(const MethodCoefficients& m, std::size_t number) {
  const auto path = scratch_folder() / ("coefficients-" + std::to_string(number));
  std::ofstream(path, std::ios::binary) << coefficients_toml(m);
  return method_file("@" + path.string());
}

void expect_same(const Texts& read, const Texts& kept) {
  ASSERT_EQ(read.size(), kept.size());
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const auto x = expression_value<Digits50>(kept[k]);
    EXPECT_LE(abs(expression_value<Digits50>(read[k]) - x), Digits50("1e-40") * abs(x)) << k << ": " << kept[k];
  }
}

// Fails if a coefficient is lost, misplaced or cut to fewer digits, or if the file claims another order.
TEST(Coefficients, AFileOfThemIsTheSameMethod) {
  std::size_t tableaus = 0, formulas = 0;
  for (const auto& spec : with_coefficients()) {
    SCOPED_TRACE(spec.text());
    const auto kept = coefficients_of(spec.text());
    const auto& file = read_back(kept, tableaus + formulas);
    EXPECT_EQ(file.note, "");
    EXPECT_EQ(file.method.info.order, kept.order());
    EXPECT_EQ(file.title, spec.text() + ": " + method_named(spec.name).info.title);
    if (const auto* known = std::get_if<TableauData>(&kept.data)) {
      ++tableaus;
      const auto read = file.method.tableau({});
      expect_same(read.a, known->a);
      expect_same(read.b, known->b);
      expect_same(read.c, known->c);
      EXPECT_EQ(order_report(read).order, order_report(*known).order);
    } else {
      ++formulas;
      const auto& formula = std::get<MultistepData>(kept.data);
      const auto read = file.method.multistep({});
      expect_same(read.alpha, formula.alpha);
      expect_same(read.beta, formula.beta);
      EXPECT_EQ(order_of(read), order_of(formula));
    }
  }
  EXPECT_GT(tableaus, 20u);
  EXPECT_GT(formulas, 8u);
}

// Fails if a coefficient that should be 0 is stored as a rounding error.
TEST(Coefficients, FilesOfAllBlockMethodsAreRead) {
  std::size_t number = 1000;
  for (const auto& spec :
       expand_methods({"block(nodes=equidistant,chebyshev,legendre,r=2,3,4,5,pade=l-stable,a-stable)",
                       "block(nodes=equidistant,chebyshev,legendre,r=2,pade=1:2)",
                       "block(nodes=equidistant,chebyshev,legendre,r=3,pade=2:3)",
                       "block(nodes=equidistant,chebyshev,legendre,r=4,pade=3:4)",
                       "block(nodes=equidistant,chebyshev,legendre,r=5,pade=4:5)"})) {
    SCOPED_TRACE(spec.text());
    const auto kept = coefficients_of(spec.text());
    EXPECT_EQ(read_back(kept, number++).method.info.order, kept.order());
  }
  EXPECT_EQ(number, 1036u);
}

// Fails if the order is that of other parameter values.
TEST(Coefficients, HaveTheOrderOfTheirParameters) {
  EXPECT_EQ(coefficients_of("gauss(stages=2)").order(), 4);
  EXPECT_EQ(coefficients_of("gauss").order(), 6);
  EXPECT_EQ(coefficients_of("lms3(rho=0.3)").order(), 2);
  EXPECT_EQ(coefficients_of("bdf5").order(), 5);
}

// Fails if rows and columns are exchanged, indices are off by one, or zeros are listed.
TEST(Coefficients, AreShownAsKeptAndInDecimals) {
  const auto kutta = coefficients_text(coefficients_of("kutta3"));
  EXPECT_THAT(kutta, AllOf(HasSubstr("kind    Runge-Kutta tableau of 3 stages"),
                           HasSubstr("order   3, from the order conditions"), HasSubstr("a[2,1]       1/2      0.5\n"),
                           HasSubstr("a[3,2]       2        2\n"),
                           HasSubstr("b[2]         4/6      0.666666666666666666666666666667\n"),
                           Not(HasSubstr("a[1,2]")), Not(HasSubstr("c[1]"))));
  const auto bdf = coefficients_text(coefficients_of("bdf2"));
  EXPECT_THAT(bdf, AllOf(HasSubstr("linear multistep formula of 2 steps"), HasSubstr("alpha[0]     3/2      1.5\n"),
                         HasSubstr("alpha[1]     -2       -2\n"), HasSubstr("beta[0]"), Not(HasSubstr("beta[1]"))));
}

// Fails if a coefficient that is stored with 17 digits is printed with 30.
TEST(Coefficients, HaveNoMoreDigitsThanAreKept) {
  const MethodCoefficients m{"m", "", "", MultistepData{{"1", "-1"}, {"0.33333333333333333/1.7", "sqrt(2)"}}};
  const auto beta = coefficients_json(m)["decimal"]["beta"];
  EXPECT_EQ(beta[0], "0.19607843137254902");
  EXPECT_EQ(beta[1], "1.41421356237309504880168872421");
}

// Fails if a matrix is flattened or transposed.
TEST(Coefficients, AreDataInTheShapeOfTheMethod) {
  const auto json = coefficients_json(coefficients_of("kutta3"));
  EXPECT_EQ(json["kind"], "runge-kutta");
  EXPECT_EQ(json["kept"]["a"], Json::parse(R"([["0", "0", "0"], ["1/2", "0", "0"], ["-1", "2", "0"]])"));
  EXPECT_EQ(json["decimal"]["c"], Json::parse(R"(["0", "0.5", "1"])"));
  const auto bdf = coefficients_json(coefficients_of("bdf2"));
  EXPECT_EQ(bdf["kind"], "linear-multistep");
  EXPECT_EQ(bdf["kept"]["alpha"], Json::parse(R"(["3/2", "-2", "1/2"])"));
}

// Fails if quotation marks in a title are not escaped in the file.
TEST(Coefficients, AFileHoldsAnyPrintableTitle) {
  MethodCoefficients m{"m", "a \"quoted\" back\\slash \u03c1", "s", MultistepData{{"1", "-1"}, {"1", "0"}}};
  EXPECT_EQ(method_from_text(coefficients_toml(m), "@m.toml")->title, "m: " + m.title);
}

TEST(Coefficients, OfOtherMethodsAreRefused) {
  for (const char* name : {"rattle", "degree5", "cvode", "ss2"})
    EXPECT_THAT(
        [&] { coefficients_of(name); },
        testing::ThrowsMessage<UsageError>(HasSubstr(std::string(name) + ": this method has no coefficients to show")));
}

}  // namespace
}  // namespace plumb
