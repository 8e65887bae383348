// Tests that typeset coefficients have the stored values.

#include "harness/report/tex.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plumb {
namespace {

using testing::HasSubstr;

TEST(Tex, TypesetsTheGrammarOfNumbers) {
  EXPECT_EQ(tex_of_number("35/384"), "\\frac{35}{384}");
  EXPECT_EQ(tex_of_number("-2/3"), "-\\frac{2}{3}");
  EXPECT_EQ(tex_of_number("1/4 - sqrt(3)/6"), "\\frac{1}{4}-\\frac{\\sqrt{3}}{6}");
  EXPECT_EQ(tex_of_number("(1 - sqrt(2))*2"), "\\left(1-\\sqrt{2}\\right)\\cdot 2");
  EXPECT_EQ(tex_of_number("1 - (2 - 3)"), "1-\\left(2-3\\right)");
  EXPECT_EQ(tex_of_number("2*(-3)"), "2\\cdot \\left(-3\\right)");
  EXPECT_EQ(tex_of_number("(2/3)^2"), "\\left(\\frac{2}{3}\\right)^{2}");
  EXPECT_EQ(tex_of_number("-(1 + 2)"), "-\\left(1+2\\right)");
}

// Fails if digits are lost that should be shown, or if a cut decimal looks exact.
TEST(Tex, CutsLongDecimalsAndSaysSo) {
  EXPECT_EQ(tex_of_number("0.25"), "0.25");
  EXPECT_EQ(tex_of_number("5.26001519587677318785587544488e-2"), "0.052600151\\ldots");
  EXPECT_EQ(tex_of_number("2.480000000000000000e-1"), "0.248");
  EXPECT_EQ(tex_of_number("-1.5e-9"), "-1.5\\cdot 10^{-9}");
  EXPECT_EQ(tex_of_number("1200"), "1200");
  EXPECT_EQ(tex_of_number("12345.678901234"), "12345.678\\ldots");
  EXPECT_EQ(tex_of_number("sqrt(1234567890123)/(sqrt(9876543210987) + sqrt(5555555555555) + sqrt(3))"),
            "0.20203044\\ldots");
}

TEST(Tex, TypesetsTableausAsPapersPrintThem) {
  const TableauData midpoint{.stages = 2, .a = {"0", "0", "1/2", "0"}, .b = {"0", "1"}, .c = {"0", "1/2"}};
  EXPECT_EQ(tex_of(midpoint),
            "\\def\\arraystretch{1.4}\\begin{array}{c|cc}\n0 &  &  \\\\\n\\frac{1}{2} & \\frac{1}{2} &  \\\\\n\\hline\n"
            " & 0 & 1\n\\end{array}");
}

TEST(Tex, WritesFormulasOut) {
  EXPECT_EQ(tex_of(MultistepData{{"1", "-4/3", "1/3"}, {"2/3", "0", "0"}}),
            "y_{n+1}-\\frac{4}{3}\\,y_{n}+\\frac{1}{3}\\,y_{n-1} = h\\,\\frac{2}{3}\\,f_{n+1}");
  EXPECT_EQ(tex_of(MultistepData{{"1", "-1"}, {"1/2", "1/2"}}),
            "y_{n+1}-y_{n} = h\\,\\left(\\frac{1}{2}\\,f_{n+1}+\\frac{1}{2}\\,f_{n}\\right)");
  EXPECT_THAT(tex_of(MultistepData{{"1", "-1"}, {"0", "1 - sqrt(2)/2"}}),
              HasSubstr("\\left(1-\\frac{\\sqrt{2}}{2}\\right)\\,f_{n}"));
}

}  // namespace
}  // namespace plumb
