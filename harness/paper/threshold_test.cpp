// Tests of the thresholds at which outcomes change.

#include "harness/paper/criterion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace plumb {
namespace {

double factor(const Criterion& criterion, double number) { return threshold(criterion, {number, number})->factor(); }

TEST(Threshold, OfAnInequalityTurnsAtTheNumber) {
  for (const char* relation : {"<", "<=", ">", ">="}) {
    EXPECT_DOUBLE_EQ(factor({relation, "8"}, 2), 4) << relation;
    EXPECT_DOUBLE_EQ(factor({relation, "2"}, 8), 4) << relation;
    EXPECT_DOUBLE_EQ(factor({relation, "-2"}, -8), 4) << relation;
    EXPECT_EQ(factor({relation, "2"}, 2), 1) << relation;
    EXPECT_EQ(factor({relation, "2"}, -2), unbounded) << "no factor changes the sign";
    EXPECT_EQ(factor({relation, "0"}, 2), unbounded) << "nor that of 0";
    EXPECT_EQ(factor({relation, "2"}, unbounded), unbounded);
  }
}

TEST(Threshold, OfADistanceTurnsAtTheDistance) {
  EXPECT_DOUBLE_EQ(factor({"=", "2", 0.5}, 2.25), 4);
  EXPECT_DOUBLE_EQ(factor({"!=", "2", 0.5}, 1.75), 4);
  EXPECT_DOUBLE_EQ(factor({"=", "-2", 0.125}, -1), 4);
  EXPECT_EQ(factor({"=", "2", 0.5}, 2), unbounded);
  EXPECT_EQ(factor({"=", "0", 0}, 0), unbounded) << "counts that are 0";
  EXPECT_DOUBLE_EQ(factor({"<=", "2", 0.5}, 2.25), 4);
  EXPECT_EQ(factor({"<=", "2", 0.5}, 1.75), unbounded) << "it is below: no distance is needed";
  EXPECT_DOUBLE_EQ(factor({">=", "2", 0.5}, 1.75), 4);
  EXPECT_EQ(factor({">=", "2", 0.5}, 2.25), unbounded);
}

TEST(Threshold, IsNoneOfOursWhereThePaperOrTheDigitsGiveIt) {
  EXPECT_FALSE(threshold({"<", "1", {}, "smaller"}, {2, 2}));
  EXPECT_FALSE(threshold({"=", "1", 0.05, "within 5 %"}, {2, 2}));
  for (const char* relation : {"=", "!="}) EXPECT_FALSE(threshold({relation, "1.25"}, {2, 2}));
  EXPECT_FALSE(threshold({"<=", "inf"}, {2, 2}));
}

// Fails if the range differs from the criterion: every threshold in the range has the same outcome, and none outside
// of it.
TEST(Threshold, StandsWhereTheComparisonDoes) {
  for (const std::string relation : {"<", "<=", ">", ">="})
    for (const double number : {1., 2., 3.}) {
      const auto passes = [&](double value) { return Criterion{relation, std::to_string(value)}.passes(number); };
      const auto stands = threshold({relation, "2"}, {number, number})->stands;
      for (const double other : {0.5, 0.99, 1.01, 1.5, 1.99, 2.01, 2.5, 2.99, 3.01, 4.})
        EXPECT_EQ(passes(other) == passes(2), stands.low < other && other < stands.high)
            << number << relation << "2, with " << other;
    }
  for (const std::string relation : {"=", "!=", "<=", ">="})
    for (const double number : {0.75, 1.5, 2., 2.5, 3.25}) {
      const auto passes = [&](double within) { return Criterion{relation, "2", within}.passes(number); };
      const auto stands = threshold({relation, "2", 0.5}, {number, number})->stands;
      for (const double other : {0.1, 0.24, 0.26, 0.4, 0.55, 0.61, 0.63, 0.8})
        EXPECT_EQ(passes(other) == passes(0.5), stands.low < other && other < stands.high)
            << number << relation << "2, within " << other;
    }
}

// Fails if a threshold exactly at the change of the outcome is assigned to the side with the other outcome.
TEST(Threshold, AtThePlaceItselfIsOnItsSide) {
  for (const char* relation : {"<", "<=", ">", ">="}) {
    const bool above = threshold({relation, "2"}, {2, 2})->stands.high == unbounded;
    EXPECT_EQ(Criterion({relation, "2"}).passes(2), Criterion({relation, above ? "3" : "1"}).passes(2)) << relation;
  }
  EXPECT_EQ(threshold({">=", "2", 0.5}, {1, 1})->stands.low, 0.5);
  EXPECT_EQ(threshold({"<=", "2", 0.5}, {3, 3})->stands.low, 0.5);
}

TEST(Threshold, KeepsClearOfWhatIsNotKnown) {
  const auto less = threshold({"<", "8"}, {1, 2});
  EXPECT_EQ(less->factor(), 4);
  EXPECT_EQ(less->stands.low, 2);
  EXPECT_EQ(threshold({"<", "2"}, {8, 10})->stands.high, 8);
  EXPECT_EQ(threshold({"<", "2"}, {1, 3})->factor(), 1);
  EXPECT_DOUBLE_EQ(threshold({"=", "2", 0.5}, {1.9, 2.25})->factor(), 4);
  EXPECT_EQ(threshold({"<", "8"}, {-unbounded, unbounded})->factor(), 1);
}

// Fails if an interval counts as clear although some of its numbers change the outcome within the factor and others do
// not.
TEST(Threshold, IsClearIfAllNumbersAgreeOnTheFactor) {
  EXPECT_TRUE(threshold({"<", "8"}, {1, 3.9})->is_clear());
  EXPECT_FALSE(threshold({"<", "8"}, {1, 4.1})->is_clear());
  EXPECT_TRUE(threshold({"<", "8"}, {4.1, 7})->is_clear());
  EXPECT_FALSE(threshold({"<", "8"}, {-unbounded, unbounded})->is_clear());
}

}  // namespace
}  // namespace plumb
