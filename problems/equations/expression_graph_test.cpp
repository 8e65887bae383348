// Tests derivatives and values of formulas.

#include <gtest/gtest.h>

#include <cmath>

#include "problems/equations/compiled_expressions.hpp"
#include "problems/equations/formula_reader.hpp"

namespace plumb {
namespace {

/// Formulas of x and y.
struct OfTwo {
  ExpressionGraph graph = {};
  NamedExpressions names = {{"x", graph.input(0)}, {"y", graph.input(1)}};

  quad value(Expression of, const quad& x, const quad& y) const {
    CompiledExpressions<quad> code(graph, {&of, 1}, 2, {});
    code.put_number(0, x);
    code.put_number(1, y);
    code.evaluate();
    return code[0];
  }
};

// Fails if a differentiation rule is wrong, or if operands are interchanged.
TEST(ExpressionGraph, DerivativesAreThoseOfDifferences) {
  OfTwo of;
  const quad x("0.37"), y("0.81"), h("1e-9");
  for (const char* formula : {"x + y",
                              "x - y",
                              "y - x",
                              "-x",
                              "x*y",
                              "x/y",
                              "y/x",
                              "x^5*y",
                              "1/x^3",
                              "pow(x, 2.5)",
                              "pow(x, y)",
                              "pow(2, x)",
                              "sqrt(x*y)",
                              "sin(2*x)",
                              "cos(x*y)",
                              "tan(x)",
                              "asin(x*y)",
                              "acos(x*y)",
                              "atan(x/y)",
                              "atan2(x, y)",
                              "atan2(y, -x)",
                              "sinh(x)",
                              "cosh(x*y)",
                              "tanh(x)",
                              "exp(-x*y)",
                              "log(x + y)",
                              "abs(x - y)",
                              "sign(x)*x",
                              "sin(x)*sin(x) + cos(x)^2",
                              "(x - y)/(x + y)*sqrt(1 + x^2)"})
    for (const int input : {0, 1}) {
      const auto f = expression_of(formula, of.graph, of.names);
      const auto exact = of.value(of.graph.derivatives({&f, 1}, input).front(), x, y);
      const quad dx = input == 0 ? h : quad(0), dy = input == 1 ? h : quad(0);
      const auto difference = (of.value(f, x + dx, y + dy) - of.value(f, x - dx, y - dy)) / (2 * h);
      EXPECT_LT(static_cast<double>(abs(exact - difference)), 1e-14) << formula << " by input " << input;
    }
}

TEST(ExpressionGraph, ConstantsHaveAllDigitsOfEveryPrecision) {
  OfTwo of;
  EXPECT_EQ(of.value(expression_of("1/3", of.graph, of.names), 0, 0), quad(1) / 3);
  EXPECT_EQ(of.value(expression_of("9.81*x", of.graph, of.names), 1, 0), quad("9.81"));
  EXPECT_EQ(of.value(expression_of("2pi", of.graph, of.names), 0, 0), 2 * std::numbers::pi_v<quad>);
}

TEST(ExpressionGraph, EverySubexpressionStandsOnce) {
  OfTwo of;
  const auto a = expression_of("sin(x*y) + y*x", of.graph, of.names), b = expression_of("sin(y*x)", of.graph, of.names);
  EXPECT_EQ(of.graph.nodes()[static_cast<std::size_t>(a.node)].b, b.node);
  EXPECT_EQ(expression_of("0*x + 1*y - 0", of.graph, of.names).node, of.names.at("y").node);
  EXPECT_EQ(expression_of("-(-x)", of.graph, of.names).node, of.names.at("x").node);
}

TEST(ExpressionGraph, PowersBindAsInMathematics) {
  OfTwo of;
  EXPECT_EQ(of.value(expression_of("-x^2", of.graph, of.names), 3, 0), quad(-9));
  EXPECT_EQ(of.value(expression_of("2*x^2/y - x", of.graph, of.names), 3, 2), quad(6));
  EXPECT_EQ(of.value(expression_of("x^-2", of.graph, of.names), 2, 0), quad(0.25));
}

TEST(ExpressionGraph, RefusesWhatIsNoFormula) {
  OfTwo of;
  const auto refused = [&](const char* formula) {
    try {
      expression_of(formula, of.graph, of.names);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  for (const char* formula : {"", "x +", "2x", "x y", "z", "sin", "sin x", "sin(x", "atan2(x)", "sin(x, y)", "sine(x)",
                              "x^y", "x^0.5", "x/0", "x''", "(x", "1e400"})
    EXPECT_TRUE(refused(formula)) << formula;
}

}  // namespace
}  // namespace plumb
