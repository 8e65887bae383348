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

TEST(Verdict, SameFloorIsMeasuredFromTheTwin) {
  EXPECT_EQ(judged(3e-11, "2.0e-11", 1e-13), Verdict::same_floor);
  EXPECT_EQ(judged(2.4e-11, "1.0e-11", 2.0e-11), Verdict::same_floor) << "2.5 times as far from the twin";
  EXPECT_EQ(judged(2.4e-11, "7.0e-11", 2.0e-11), Verdict::differs) << "more than 10 times as far";
  EXPECT_EQ(judged(3e-11, "2.0e-11", 3e-11), Verdict::differs) << "long double measures the same: no rounding";
  EXPECT_EQ(judged(3e-11, "2.9e-12", 1e-13), Verdict::differs) << "more than a factor 10 apart";
  EXPECT_EQ(judged(1e-12, "1e-5", 1e-16), Verdict::differs);
}

TEST(Verdict, SameFloorInTablesOfFernandez2024) {
  EXPECT_EQ(judged(1.62e-12, "1.02673e-12", 0.87e-12), Verdict::same_floor) << "Table 4, alpha = 1/4, h = 1e-5";
  EXPECT_EQ(judged(3.198e-13, "3.5092e-13", 3.198e-13), Verdict::differs) << "Table 7, h = 1e-4";
}

TEST(Verdicts, AWordSaysHowARunEnded) {
  EXPECT_EQ(judged_word("singular", "Singular"), Verdict::match);
  EXPECT_EQ(judged_word("newton-diverged", "Singular"), Verdict::close);
  EXPECT_EQ(judged_word("ok", "Singular"), Verdict::differs);
}

}  // namespace
}  // namespace plumb
