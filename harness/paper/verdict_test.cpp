#include "harness/paper/verdict.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Verdict, CountsPrintedDigits) {
  EXPECT_EQ(printed_digits("2.00492e-05"), 6);
  EXPECT_EQ(printed_digits("0.0123"), 3);
  EXPECT_EQ(printed_digits("1.20e-9"), 3);
  EXPECT_EQ(printed_digits("2"), 1);
  EXPECT_EQ(printed_digits("1.000000333333389"), 16);
}

TEST(Verdict, MatchIsRoundingToThePrintedDigits) {
  EXPECT_TRUE(matches(2.004916e-5, "2.00492e-05"));
  EXPECT_TRUE(matches(1.9600001, "1.96"));
  EXPECT_TRUE(matches(9.996, "10"));
  EXPECT_FALSE(matches(2.00486e-5, "2.00492e-05"));
  EXPECT_FALSE(matches(1.1547005, "1.154"));
  EXPECT_TRUE(matches_cut_off(1.1547005, "1.154"));
  EXPECT_FALSE(matches_cut_off(1.1557005, "1.154"));
  EXPECT_FALSE(matches_cut_off(1.1537, "1.154"));
}

TEST(Verdict, CloseIsFivePercentOnBothSides) {
  EXPECT_EQ(judged(1.049, "1.00"), Verdict::close);
  EXPECT_EQ(judged(0.951, "1.00"), Verdict::close);
  EXPECT_EQ(judged(1.051, "1.00"), Verdict::differs);
  EXPECT_EQ(judged(0.949, "1.00"), Verdict::differs);
}

TEST(Verdict, SameFloorNeedsBothNumbersToBeRounding) {
  EXPECT_EQ(judged(3e-11, "2.0e-11", 1e-13), Verdict::same_floor);
  EXPECT_EQ(judged(3e-11, "1.2e-13", 1e-13), Verdict::differs) << "the printed number is not rounding";
  EXPECT_EQ(judged(1.2e-13, "3.0e-11", 1e-13), Verdict::differs) << "the measured number is not rounding";
  EXPECT_EQ(judged(3e-11, "2.0e-11", 2.9e-11), Verdict::differs) << "long double measures the same";
  EXPECT_EQ(judged(2.4e-11, "1.9e-11", 2.0e-11), Verdict::same_floor) << "apart by less than rounding moves the run";
  EXPECT_EQ(judged(2.4e-11, "1.2e-11", 2.0e-11), Verdict::differs) << "apart by more";
}

}  // namespace
}  // namespace plumb
