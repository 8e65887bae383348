// Tests of comparisons of numbers that are known only as intervals.

#include "harness/paper/criterion.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace plumb {
namespace {

const std::optional<bool> yes = true, no = false, neither;

TEST(Criterion, OfAnIntervalIsDecidedIfAllOfItAgrees) {
  const Criterion less{"<", "2"};
  EXPECT_EQ(decided(less, {1, 1.5}), yes);
  EXPECT_EQ(decided(less, {1, 2.5}), neither);
  EXPECT_EQ(decided(less, {2.1, 2.5}), no);
  EXPECT_EQ(decided({">=", "2"}, {2, 3}), yes);
  EXPECT_EQ(decided({">", "0"}, {-1, 1}), neither);
  EXPECT_EQ(decided({"<=", "inf"}, {1, unbounded}), yes);
}

// Fails if a comparison with NaN, which is false, counts as a failed check.
TEST(Criterion, OfWhatIsKnownToNoNumberIsOpen) {
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  const Criterion less{"<", "2"};
  EXPECT_EQ(decided(less, {unknown, unknown}), neither);
  EXPECT_EQ(decided(less, {0, unknown}), neither);
  EXPECT_EQ(decided(less, around(1, unknown, true)), neither);
  EXPECT_EQ(around(1, unknown, false).distance_from(1), unbounded);
}

// Fails if only the bounds of the interval are tested: the value may lie between them.
TEST(Criterion, WithWhatIsEqualMayHoldBetweenTheEnds) {
  EXPECT_EQ(decided({"=", "2", 0.01}, {1, 3}), neither);
  EXPECT_EQ(decided({"!=", "2", 0.01}, {1, 3}), neither);
  EXPECT_EQ(decided({"=", "2", 0.01}, {1.999, 2.001}), yes);
  EXPECT_EQ(decided({"=", "2", 0.01}, {2.5, 3}), no);
  EXPECT_EQ(decided({"!=", "2", 0.01}, {2.5, 3}), yes);
  EXPECT_EQ(decided({"=", "0.6"}, {0.59, 0.66}), neither);
  EXPECT_EQ(decided({"=", "0.6"}, {0, unbounded}), neither);
  EXPECT_EQ(decided({"=", "0.6"}, {0.59, 0.61}), yes) << "to the digits of the value";
}

TEST(Criterion, AtMostAndAtLeastMayReachBeyond) {
  const Criterion most{"<=", "1", 1e-3}, least{">=", "-2", 0.5};
  for (const double x : {-5., 1., 1.0009}) EXPECT_TRUE(most.passes(x)) << x;
  EXPECT_FALSE(most.passes(1.0011));
  for (const double x : {5., -2., -2.9}) EXPECT_TRUE(least.passes(x)) << x;
  EXPECT_FALSE(least.passes(-3.1));
  EXPECT_EQ(decided(most, {0.5, 1.0005}), yes);
  EXPECT_EQ(decided(most, {0.5, 1.1}), neither);
  EXPECT_EQ(decided(most, {1.05, 1.1}), no);
}

TEST(Criterion, OfANumberThatIsKnownIsThatOfTheNumber) {
  for (const char* relation : {"=", "!=", "<", "<=", ">", ">="})
    for (const double x : {1., 2., 3., unbounded}) {
      const Criterion c{relation, "2", 0.1};
      EXPECT_EQ(decided(c, around(x, 0, true)), std::optional(c.passes(x))) << relation << x;
    }
}

TEST(Criterion, OfRatiosReachesAsFarAsBothParts) {
  const auto of = ratio({1, 2}, {4, 5});
  EXPECT_EQ(of.low, 0.2);
  EXPECT_EQ(of.high, 0.5);
  EXPECT_EQ(ratio({1, 2}, {0, 4}).low, 0.25);
  EXPECT_EQ(ratio({1, 2}, {0, 4}).high, unbounded);
  EXPECT_EQ(ratio({0, 2}, {0, 4}).low, 0);
  EXPECT_EQ(ratio({1, 2}, {-1, 4}).low, -unbounded);
  EXPECT_EQ(ratio({1, 2}, {-1, 0}).low, -unbounded);
  EXPECT_EQ(ratio({unbounded, unbounded}, {1, 2}).low, unbounded);
  EXPECT_EQ(around(1, 3, true).low, 0);
  EXPECT_EQ(around(1, 3, false).low, -2);
  EXPECT_EQ(Interval({1, 4}).distance_from(2), 2);
}

}  // namespace
}  // namespace plumb
