// Checks beside what is not known of their numbers.

#include "harness/paper/evidence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/sets/keys.hpp"
#include "harness/text/number_text.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;

/// A quantity of the pendulum, compared with 1.
Check check(const std::string& keys) {
  const auto text = "schema = 1\nproblem = \"pendulum(angle=0.3,rate=2)\"\nt_end = \"2\"\n" + keys;
  return {quantity(keys_from_text(text, "check"), Paper{}), {}, {"<", "1"}};
}

const std::string rounded = "formulation = \"ode\"\nmethod = \"dop853\"\nstep = \"2e-4\"\nmetric = \"end.q\"\n";
const std::string tolerant =
    "formulation = \"index3\"\nmethod = \"hht\"\nstep = \"2e-3\"\nnewton_tol = \"1e-3\"\nnewton_test = \"residual\"\n"
    "metric = \"end.v\"\n";

/// Where its number is measured.
class Evidences : public testing::Test {
 protected:
  double measure(const Quantity& q) {
    lab.measure({&q});
    return lab.value(q).number.value();
  }
  /// With a value that is so many times the measured number.
  Check compared_with(const std::string& keys, double times) {
    auto out = check(keys);
    out.comparison.value = shortest(times * measure(out.quantity));
    return out;
  }
  void measure_twins(const Check& of) {
    for (const auto& twin : twins_needed(of, lab)) lab.measure({&twin});
  }

  Laboratory lab{MatrixOptions{}};
};

// Fails if the comparison is taken at its word where another rounding would turn it over.
TEST_F(Evidences, InsideTheRoundingDecideNothing) {
  for (const double times : {0.9, 1.1}) {
    const auto near = compared_with(rounded, times);
    measure_twins(near);
    const auto e = evidence_for(near, lab);
    EXPECT_EQ(e.outcome, Outcome::undecided) << times;
    EXPECT_EQ(e.origin, Origin::rounding);
    EXPECT_GT(e.uncertainty, *e.measured / 10);
  }
}

TEST_F(Evidences, AboutRoundingMeasureIt) {
  auto of = compared_with(rounded, 1.1);
  of.about_rounding = true;
  EXPECT_TRUE(twins_needed(of, lab).empty());
  EXPECT_EQ(evidence_for(of, lab).outcome, Outcome::passed);
}

TEST_F(Evidences, BeyondTheUncertaintyNeedNoTwins) {
  const auto far = compared_with(rounded, 1e4);
  EXPECT_TRUE(twins_needed(far, lab).empty());
  const auto e = evidence_for(far, lab);
  EXPECT_EQ(e.outcome, Outcome::passed);
  EXPECT_GT(e.uncertainty, 0);
}

TEST_F(Evidences, AreMissingWhileTwinsAreThatCouldDecide) {
  const auto near = compared_with(rounded, 1.1);
  EXPECT_FALSE(twins_needed(near, lab).empty());
  const auto e = evidence_for(near, lab);
  EXPECT_EQ(e.outcome, Outcome::missing);
  EXPECT_THAT(e.note, HasSubstr("twins did not run"));
}

// The tolerance alone would leave both open; of the second the converged twin shows that it is decided.
TEST_F(Evidences, AskWhatNewtonsToleranceLeaves) {
  const auto near = compared_with(tolerant, 1.01), far = compared_with(tolerant, 1.65);
  for (const auto* of : {&near, &far}) {
    EXPECT_FALSE(twins_needed(*of, lab).empty());
    measure_twins(*of);
  }
  const auto open = evidence_for(near, lab), decided = evidence_for(far, lab);
  EXPECT_EQ(open.outcome, Outcome::undecided);
  EXPECT_EQ(open.origin, Origin::newton);
  EXPECT_EQ(decided.outcome, Outcome::passed);
}

TEST_F(Evidences, OfRatiosHaveTheUncertaintyOfBothNumbers) {
  auto of = check(rounded);
  of.over = of.quantity;
  of.comparison = {"=", "1", 0.01};
  measure(of.quantity);
  measure_twins(of);
  const auto e = evidence_for(of, lab);
  EXPECT_EQ(e.measured, 1);
  EXPECT_GT(e.uncertainty, 0.1);
  EXPECT_EQ(e.outcome, Outcome::undecided);
}

// Correct beyond doubt: the errors of an order lie far above their floors.
TEST_F(Evidences, OfOrdersHaveThatOfTheirErrors) {
  const auto of = compared_with(
      "formulation = \"ode\"\nmethod = \"erk4\"\nkind = \"order\"\nmetric = \"end.q\"\nprecision = \"double\"\n"
      "step = [\"1e-2\", \"5e-3\", \"2.5e-3\", \"1.25e-3\"]\n",
      1.001);
  const auto e = evidence_for(of, lab);
  EXPECT_EQ(e.outcome, Outcome::passed);
  EXPECT_GT(e.uncertainty, 0);
  EXPECT_LT(e.uncertainty, 1e-2);
}

// What is counted, and what is analysed, is known.
TEST_F(Evidences, OfCountsHaveNoUncertainty) {
  const auto of = compared_with(
      "formulation = \"ode\"\nmethod = \"erk4\"\nstep = \"1e-2\"\nkind = \"counter\"\ncounter = \"rhs_evaluations\"\n",
      2);
  const auto e = evidence_for(of, lab);
  EXPECT_EQ(e.outcome, Outcome::passed);
  EXPECT_FALSE(e.uncertainty);
}

}  // namespace
}  // namespace plumb
