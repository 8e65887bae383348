#include "harness/judge/verdict.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Verdict, MatchIsRoundingToThePrintedDigits) {
  EXPECT_TRUE(matches(2.004916e-5, "2.00492e-05"));
  EXPECT_TRUE(matches(1.9600001, "1.96"));
  EXPECT_TRUE(matches(9.996, "10"));
  EXPECT_FALSE(matches(2.00486e-5, "2.00492e-05"));
  EXPECT_FALSE(matches(1.1547005, "1.154"));
  EXPECT_TRUE(matches_cut_off(1.1547005, "1.154"));
  EXPECT_FALSE(matches_cut_off(1.1557005, "1.154"));
  EXPECT_FALSE(matches_cut_off(1.1537, "1.154"));
  EXPECT_TRUE(matches_cut_off(0.004, "0.00"));
  EXPECT_FALSE(matches_cut_off(0.014, "0.00"));
}

TEST(Verdict, CloseIsFivePercentOnBothSides) {
  EXPECT_EQ(judged(1.049, "1.00"), Verdict::close);
  EXPECT_EQ(judged(0.951, "1.00"), Verdict::close);
  EXPECT_EQ(judged(1.051, "1.00"), Verdict::differs);
  EXPECT_EQ(judged(0.949, "1.00"), Verdict::differs);
}

Verdict judged_by(double measured, const char* printed, const RepeatRuns& repeats, const Uncertainty& estimated = {}) {
  return judged(measured, printed, floor_of(measured, repeats, shown_by(repeats, measured, estimated)));
}

TEST(Verdict, SameFloorIsMeasuredFromTheRepeatRun) {
  const auto by_repeat = [](double measured, const char* printed, double repeat) {
    return judged_by(measured, printed, {.longer = repeat});
  };
  EXPECT_EQ(by_repeat(3e-11, "2.0e-11", 1e-13), Verdict::same_floor);
  EXPECT_EQ(by_repeat(2.4e-11, "1.0e-11", 2.0e-11), Verdict::same_floor) << "2.5 times as far from the repeat run";
  EXPECT_EQ(by_repeat(2.4e-11, "7.0e-11", 2.0e-11), Verdict::differs) << "more than 10 times as far";
  EXPECT_EQ(by_repeat(3e-11, "2.0e-11", 3e-11), Verdict::differs) << "long double measures the same: no rounding";
  EXPECT_EQ(by_repeat(3e-11, "2.9e-12", 1e-13), Verdict::differs) << "more than a factor 10 apart";
  EXPECT_EQ(by_repeat(1e-12, "1e-5", 1e-16), Verdict::differs);
}

TEST(Verdict, SameFloorInTablesOfFernandez2024) {
  EXPECT_EQ(judged_by(1.62e-12, "1.02673e-12", {.longer = 0.87e-12}), Verdict::same_floor)
      << "Table 4, alpha = 1/4, h = 1e-5";
  EXPECT_EQ(judged_by(3.198e-13, "3.5092e-13", {.longer = 3.198e-13}), Verdict::differs) << "Table 7, h = 1e-4";
}

// Fails if only rounding counts as a limit. The effect of the Newton tolerance is no error of the method, either.
TEST(Verdict, SameFloorIsWhatNewtonsToleranceLeavesToo) {
  EXPECT_EQ(judged_by(1.55e-12, "1.98e-12", {.longer = 1.58e-12, .converged = 1e-16}), Verdict::same_floor);
  EXPECT_EQ(judged_by(1.55e-12, "1.98e-12", {.longer = 1.55e-12, .converged = 1.55e-12}), Verdict::differs);
  EXPECT_EQ(judged_by(2e-5, "3e-5", {.longer = 2e-5}, {.newton = 1e-5}), Verdict::same_floor);
  EXPECT_EQ(judged_by(2e-5, "3e-5", {.longer = 2e-5, .converged = 2e-5}, {.newton = 1e-5}), Verdict::differs)
      << "the result of the repeat run replaces the estimate";
}

TEST(Verdict, SameFloorIsTheReferencesToo) {
  EXPECT_EQ(judged_by(2e-5, "3e-5", {.longer = 2e-5}, {.reference = 1e-5}), Verdict::same_floor);
  EXPECT_EQ(judged_by(2e-5, "3e-5", {.longer = 2e-5}, {.reference = 1e-7}), Verdict::differs);
  EXPECT_EQ(judged_by(2e-5, "3e-5", {}, {.rounding = 1e-5}), Verdict::same_floor)
      << "without repeat runs, the estimate decides";
}

TEST(Verdicts, AWordSaysHowARunEnded) {
  EXPECT_EQ(judged_word("singular", "Singular"), Verdict::match);
  EXPECT_EQ(judged_word("newton-diverged", "Singular"), Verdict::close);
  EXPECT_EQ(judged_word("ok", "Singular"), Verdict::differs);
}

}  // namespace
}  // namespace plumb
