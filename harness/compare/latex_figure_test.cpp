#include "harness/compare/latex_figure.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t out = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++out;
  return out;
}

LatexPanel panel_by_hand() {
  return {.title = "slider-crank index3",
          .x_label = "cost",
          .y_label = "error",
          .curves = {{.name = "@my_method.toml",
                      .x = {10, 100},
                      .y = {0.1, 0.001},
                      .low = {0.05, 0.0005},
                      .high = {0.2, 0.002},
                      .is_main = true},
                     {.name = "bdf2", .x = {10, 100}, .y = {0.3, 0}}}};
}

TEST(LatexFigure, HasCurvesBandsCaptionAndLabel) {
  const auto text = latex_figure({panel_by_hand()}, "Error of 95 %", "fig:key");
  EXPECT_THAT(text, AllOf(HasSubstr("\\begin{figure*}"), HasSubstr("coordinates {(10,0.1) (100,0.001)}"),
                          HasSubstr("(10,0.2) (100,0.002) (100,0.0005) (10,0.05)} -- cycle"),
                          HasSubstr("\\caption{Error of 95 \\%}"), HasSubstr("\\label{fig:key}"),
                          HasSubstr("\\addlegendentry{@my\\_method.toml}"), Not(HasSubstr("(100,0)"))));
  for (const char* environment : {"figure*", "tikzpicture", "axis"})
    EXPECT_EQ(occurrences(text, std::string("\\begin{") + environment + "}"),
              occurrences(text, std::string("\\end{") + environment + "}"));
}

// One legend must explain all panels, so a method has one style in all of them.
TEST(LatexFigure, HasOneLegendForAllPanels) {
  auto second = panel_by_hand();
  second.curves.front().name = "@other.toml";
  second.curves.front().is_main = false;
  std::swap(second.curves[0], second.curves[1]);
  const auto text = latex_figure({panel_by_hand(), second}, "", "");
  EXPECT_EQ(occurrences(text, "\\begin{axis}"), 2U);
  EXPECT_EQ(occurrences(text, "\\addlegendentry"), 3U);
  const auto at = text.find("(10,0.3)");
  const auto style = [&](std::size_t place) {
    const auto begin = text.rfind("\\addplot[", place);
    return text.substr(begin, text.find(']', begin) - begin);
  };
  EXPECT_EQ(style(at), style(text.find("(10,0.3)", at + 1)));
}

TEST(LatexFigure, HasABandOfStepsForDistributions) {
  LatexPanel panel{.title = "", .x_label = "", .y_label = "", .is_y_logarithmic = false};
  panel.curves = {{.name = "m", .x = {1, 10}, .y = {0, 0.5}, .low = {0, 0.2}, .high = {0.1, 0.7}, .is_step = true}};
  EXPECT_THAT(latex_figure({panel}, "", ""),
              AllOf(HasSubstr("const plot"), HasSubstr("{(1,0.1) (10,0.1) (10,0.7) (10,0.2) (10,0) (1,0)} -- cycle")));
}

TEST(LatexFigure, WithoutCurvesIsEmpty) { EXPECT_THAT(latex_figure({{}}, "", ""), IsEmpty()); }

TEST(LatexFigure, HasKeysOfPlainLetters) { EXPECT_EQ(latex_key("@My_File (rho=0).toml"), "my-file-rho-0-toml"); }

}  // namespace
}  // namespace plumb
