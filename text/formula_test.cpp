// Formulas of mechanism files: names, functions, exactness, mistakes.

#include "text/formula.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace plumb {
namespace {

using ::testing::HasSubstr;

const NamedNumbers names = {{"length", ExactNumber("1/3")}, {"speed", ExactNumber("2*pi")}, {"k", ExactNumber("-2")}};

quad value(std::string_view formula) { return formula_value(formula, names).in<quad>(); }

std::string mistake_of(std::string_view formula) {
  try {
    formula_value(formula, names);
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "nothing is wrong";
}

TEST(Formula, NamesStandForTheirNumbersInParentheses) {
  EXPECT_EQ(value("length"), quad(1) / 3);
  EXPECT_EQ(value("1/length"), 3);
  EXPECT_EQ(value("k^2 - k"), 6);
  EXPECT_LT(abs(value("-0.16*speed") + quad("0.32") * acos(quad(-1))), 1e-33);
  EXPECT_LT(abs(value("2pi*length") - 2 * acos(quad(-1)) / 3), 1e-33);
}

TEST(Formula, PlainNumbersStayAsTheyAreWritten) {
  EXPECT_EQ(formula_value("9.81", names).text(), "9.81");
  EXPECT_EQ(formula_value("1e-3", names).in<double>(), 1e-3);
  EXPECT_EQ(formula_value("4/3", names).in<double>(), 4.0 / 3);
}

TEST(Formula, FunctionsHaveTheDigitsOfEveryPrecision) {
  EXPECT_LT(abs(value("sin(pi/6)") - quad("0.5")), 1e-33);
  EXPECT_LT(abs(value("sin(length)^2 + cos(length)^2") - 1), 1e-33);
  EXPECT_LT(abs(value("4*atan(tan(acos(sqrt(2)/2)))") - acos(quad(-1))), 1e-32);
  EXPECT_LT(abs(value("asin(1)*2") - acos(quad(-1))), 1e-33);
}

TEST(Formula, MistakesSayWhatIsAllowed) {
  EXPECT_THAT(mistake_of("lenght/2"), HasSubstr("unknown name 'lenght'; did you mean 'length'?"));
  EXPECT_THAT(mistake_of("90 deg"), HasSubstr("numbers without a unit"));
  EXPECT_THAT(mistake_of("2 length"), HasSubstr("write products with *"));
  EXPECT_THAT(
      mistake_of("t"),
      HasSubstr("'t': formulas are constants and may not contain the time; write a function of time as polynomial"));
  for (const char* jump : {"abs(1)", "floor(1)", "step(1)", "sign (1)", "if(1, 0, 1)", "heaviside(1)"})
    EXPECT_THAT(mistake_of(jump), ::testing::StartsWith("unknown function '")) << jump;
  EXPECT_THAT(mistake_of("arctan(1)"), HasSubstr("did you mean 'atan'? known: sqrt, sin, cos, tan, asin, acos, atan"));
  EXPECT_THAT(mistake_of("acos(2)"), HasSubstr("has no real value at"));
  EXPECT_THAT(mistake_of("sin 1"), HasSubstr("expected '('"));
  EXPECT_THAT(mistake_of("sin(1"), HasSubstr("expected ')'"));
  EXPECT_THAT(mistake_of("1/0"), HasSubstr("divides by zero"));
  EXPECT_THAT(mistake_of(""), HasSubstr("not a number"));
}

TEST(Formula, LongTextsAndDeepFunctionsAreRefusedOrEvaluated) {
  std::string sum = "0";
  for (int i = 0; i < 500; ++i) sum += " + length";
  EXPECT_LT(abs(value(sum) - quad(500) / 3), 1e-30);
  EXPECT_THAT(mistake_of(std::string(20'000, '1')), HasSubstr("up to 10000 are allowed"));
  std::string deep = "1";
  for (int i = 0; i < 30; ++i) deep = "cos(" + deep + ")";
  EXPECT_THAT(mistake_of(deep), HasSubstr("up to 20 levels are allowed"));
}

TEST(Formula, WordsOfFormulasAreNoNames) {
  EXPECT_NO_THROW(require_name_of_number("omega_2"));
  for (const char* name : {"", "pi", "sqrt", "cos", "2x", "a-b", "größe"})
    EXPECT_THROW(require_name_of_number(name), std::invalid_argument) << name;
}

}  // namespace
}  // namespace plumb
