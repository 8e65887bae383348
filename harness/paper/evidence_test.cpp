// Tests of checks whose numbers have uncertainties.

#include "harness/paper/evidence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "harness/sets/keys.hpp"
#include "harness/store/store.hpp"
#include "text/number_text.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

using ::testing::HasSubstr;

/// Returns a check that compares a quantity of the pendulum with 1.
Check check(const std::string& keys) {
  const auto text = "schema = 1\nproblem = \"pendulum(angle=0.3,rate=2)\"\nt_end = \"2\"\n" + keys;
  return {quantity(keys_from_text(text, "check"), Paper{}), {}, {"<", "1"}};
}

const std::string rounded = "formulation = \"ode\"\nmethod = \"dop853\"\nstep = \"2e-4\"\nmetric = \"end.q\"\n";
const std::string tolerant =
    "formulation = \"index3\"\nmethod = \"hht\"\nstep = \"2e-3\"\nnewton_tol = \"1e-3\"\nnewton_test = \"residual\"\n"
    "metric = \"end.v\"\n";

const std::string tolerant_energy =
    "formulation = \"index3\"\nmethod = \"hht\"\nstep = \"2e-3\"\nnewton_tol = \"1e-3\"\nnewton_test = "
    "\"residual\"\nmetric = \"energy.max\"\n";
const std::string tolerant_samples =
    "formulation = \"index3\"\nmethod = \"hht\"\nstep = \"2e-3\"\nnewton_tol = \"1e-3\"\nnewton_test = "
    "\"residual\"\nkind = \"at-end\"\n";
const std::string at_end =
    "formulation = \"ode\"\nmethod = \"erk4\"\nstep = \"1e-2\"\nkind = \"at-end\"\noutput = \"x\"\n";

const std::string counted =
    "formulation = \"ode\"\nmethod = \"erk4\"\nstep = \"1e-2\"\nkind = \"counter\"\ncounter = "
    "\"rhs_evaluations\"\n";

/// Measures the numbers of the checks.
class Evidences : public ::testing::Test {
 protected:
  double measure(const Quantity& q) {
    lab.measure({&q});
    return lab.value(q).number.value();
  }
  /// Returns a check whose value is `times` times the measured number. The value is given by the paper; in `ours` it is
  /// our choice.
  Check compared_with(const std::string& keys, double times) {
    auto out = ours(keys, times);
    out.criterion.words = "as the paper says";
    return out;
  }
  Check ours(const std::string& keys, double times) {
    auto out = check(keys);
    out.criterion.value = shortest(times * measure(out.quantity));
    return out;
  }
  void measure_repeats(const Check& of) {
    for (const auto& repeat : repeats_needed(of, lab)) lab.measure({&repeat});
  }

  Laboratory lab{MatrixOptions{}};
};

// In stiff beams the residual is limited by the rounding of the largest forces. Fails if a converged repeat run tests
// the residual: its iteration then diverges, and the uncertainty of the number is unknown.
TEST_F(Evidences, OfStiffBeamsHaveConvergedRepeatRuns) {
  const Check of{quantity(keys_from_text("schema = 1\nproblem = \"buckling(elements=1)\"\nt_end = \"1e-2\"\n"
                                         "formulation = \"momenta-index3\"\nmethod = \"lms2(predicted=rates)\"\n"
                                         "step = \"1e-3\"\nnewton_tol = \"1e-4\"\nnewton_test = \"residual\"\n"
                                         "reference = \"none\"\nkind = \"largest\"\noutput = \"tip_y\"\n",
                                         "check"),
                          Paper{}),
                 {},
                 {"<", "1"}};
  measure(of.quantity);
  measure_repeats(of);
  EXPECT_EQ(evidence_for(of, lab).outcome, Outcome::passed);
}

// Fails if a verdict that depends on our choice of the threshold counts as a result of the run.
TEST_F(Evidences, NearAThresholdOfOursDepend) {
  for (const double times : {0.6, 1.6}) {
    EXPECT_EQ(evidence_for(ours(counted, times), lab).outcome, Outcome::depends) << times;
    const auto e = evidence_for(compared_with(counted, times), lab);
    EXPECT_EQ(e.outcome, times > 1 ? Outcome::passed : Outcome::failed) << times;
    EXPECT_FALSE(e.threshold);
  }
  for (const double times : {0.4, 2.5}) {
    const auto e = evidence_for(ours(counted, times), lab);
    EXPECT_EQ(e.outcome, times > 1 ? Outcome::passed : Outcome::failed) << times;
    EXPECT_DOUBLE_EQ(e.threshold->factor(), 2.5);
    EXPECT_EQ(times > 1 ? e.threshold->stands.low : e.threshold->stands.high, *e.measured);
  }
}

// Fails if an estimate decides whether the outcome changes within the factor, although repeat runs could.
TEST_F(Evidences, AskRepeatRunsWhereTheFactorIsOpen) {
  const auto decided_but_near = ours(tolerant, 3.5);
  EXPECT_FALSE(repeats_needed(decided_but_near, lab).empty());
  measure_repeats(decided_but_near);
  EXPECT_EQ(evidence_for(decided_but_near, lab).outcome, Outcome::passed);
}

// Fails if a check passes or fails although other rounding errors would change the outcome.
TEST_F(Evidences, InsideTheRoundingDecideNothing) {
  for (const double times : {0.9, 1.1}) {
    const auto near = compared_with(rounded, times);
    measure_repeats(near);
    const auto e = evidence_for(near, lab);
    EXPECT_EQ(e.outcome, Outcome::undecided) << times;
    EXPECT_EQ(e.origin, Origin::rounding);
    EXPECT_GT(e.uncertainty, *e.measured / 10);
  }
}

// Fails if an estimate of rounding is trusted to less than an order of magnitude.
TEST_F(Evidences, AskRepeatRunsUpToTenTimesTheEstimateOfRounding) {
  auto of = check(rounded);
  const double measured = measure(of.quantity), estimate = static_cast<double>(lab.uncertainty(of.quantity).rounding);
  const auto asks = [&](double times) {
    of.criterion = {"<", shortest(measured + times * estimate), {}, "as the paper says"};
    return !repeats_needed(of, lab).empty();
  };
  for (const double times : {0.9, 2., 9.}) EXPECT_TRUE(asks(times)) << times;
  EXPECT_FALSE(asks(11));
}

TEST_F(Evidences, AboutRoundingMeasureIt) {
  auto of = compared_with(rounded, 1.1);
  of.about_rounding = true;
  EXPECT_TRUE(repeats_needed(of, lab).empty());
  EXPECT_EQ(evidence_for(of, lab).outcome, Outcome::passed);
}

// Fails if the tolerance counts as an uncertainty in a claim about the tolerance itself.
TEST_F(Evidences, AboutNewtonMeasureIt) {
  auto of = compared_with(tolerant_energy, 1.1);
  EXPECT_FALSE(repeats_needed(of, lab).empty());
  of.about_newton = true;
  EXPECT_TRUE(repeats_needed(of, lab).empty());
  EXPECT_EQ(evidence_for(of, lab).outcome, Outcome::passed);
}

TEST_F(Evidences, BeyondTheUncertaintyNeedNoRepeatRuns) {
  const auto far = compared_with(rounded, 1e4);
  EXPECT_TRUE(repeats_needed(far, lab).empty());
  const auto e = evidence_for(far, lab);
  EXPECT_EQ(e.outcome, Outcome::passed);
  EXPECT_GT(e.uncertainty, 0);
}

TEST_F(Evidences, AreMissingWhileRepeatRunsAreThatCouldDecide) {
  const auto near = compared_with(rounded, 1.1);
  EXPECT_FALSE(repeats_needed(near, lab).empty());
  const auto e = evidence_for(near, lab);
  EXPECT_EQ(e.outcome, Outcome::missing);
  EXPECT_THAT(e.note, HasSubstr("repeat runs are missing"));
}

// With the tolerance as the uncertainty, both checks are undecided. The converged repeat run decides the second one.
TEST_F(Evidences, AskWhatNewtonsToleranceLeaves) {
  const auto near = compared_with(tolerant, 1.01), far = compared_with(tolerant, 1.65);
  for (const auto* of : {&near, &far}) EXPECT_FALSE(repeats_needed(*of, lab).empty());
  measure_repeats(near);  // the same repeat runs serve both
  const auto open = evidence_for(near, lab), decided = evidence_for(far, lab);
  EXPECT_EQ(open.outcome, Outcome::undecided);
  EXPECT_EQ(open.origin, Origin::newton);
  EXPECT_EQ(decided.outcome, Outcome::passed);
}

TEST_F(Evidences, OfRatiosHaveTheUncertaintyOfBothNumbers) {
  auto of = check(rounded);
  of.over = of.quantity;
  of.criterion = {"=", "1", 0.01};
  measure(of.quantity);
  measure_repeats(of);
  const auto e = evidence_for(of, lab);
  EXPECT_EQ(e.measured, 1);
  EXPECT_GT(e.uncertainty, 0.1);
  EXPECT_EQ(e.outcome, Outcome::undecided);
}

// Fails if the number without uncertainty provides the origin of the uncertainty of the ratio.
TEST_F(Evidences, OfRatiosSayWhatLimitsTheWorseOfBoth) {
  const auto exact = check(counted).quantity, uncertain = check(rounded).quantity;
  for (const auto& [of, over] : {std::pair{exact, uncertain}, std::pair{uncertain, exact}}) {
    Check both{of, over, {">", "1e-300", {}, "as the paper says"}};
    measure(of);
    measure(over);
    measure_repeats(both);
    const auto e = evidence_for(both, lab);
    EXPECT_GT(e.uncertainty, 0);
    EXPECT_EQ(e.origin, Origin::rounding);
  }
}

// The order is correct within its uncertainty, because its errors are far above their rounding limits.
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

// With the tolerance as the uncertainty, the check of the slope is undecided. The repeat runs show that the tolerance
// hardly changes it. Fails if a slope has no repeat runs.
TEST_F(Evidences, OfSlopesAreDecidedByTheRepeatRunsOfTheirRuns) {
  const auto of = compared_with(
      "formulation = \"index3\"\nmethod = \"hht\"\nstep = [\"8e-3\", \"4e-3\", \"2e-3\"]\nnewton_tol = \"1e-4\"\n"
      "newton_test = \"residual\"\nkind = \"slope\"\nmetric = \"end.q\"\n",
      1.05);
  const auto estimated = lab.uncertainty(of.quantity);
  EXPECT_EQ(estimated.origin(), Origin::newton);
  EXPECT_GT(static_cast<double>(estimated.bound()), 0.1);
  measure_repeats(of);
  const auto e = evidence_for(of, lab);
  EXPECT_EQ(e.outcome, Outcome::passed) << e.uncertainty.value_or(0) << ' ' << *e.measured;
  EXPECT_LT(*e.uncertainty, 0.05);
  EXPECT_FALSE(e.is_estimated);
}

// A run in long double takes several times as long. Fails if such a run is requested although only the Newton tolerance
// matters for the check.
TEST_F(Evidences, AskForTheRepeatRunsOfWhatDecidesOnly) {
  const auto newton = compared_with(tolerant, 1.65);
  const auto converged = repeats_needed(newton, lab);
  ASSERT_EQ(converged.size(), 1U);
  EXPECT_EQ(converged[0].cells.front().text().precision, Precision::double_);
  EXPECT_FALSE(converged[0].cells.front().text().newton_tol);
}

// Quantities read from samples have no uncertainty before a repeat run. The converged run measures both sources; if
// that does not decide, both repeat runs are required. Fails if a run in long double is requested immediately, or
// never.
TEST_F(Evidences, OfSamplesAskTheConvergedRepeatRunFirst) {
  auto near = check(tolerant_samples + "output = \"x\"\n");
  Check far{near.quantity, {}, {"<", "1e6"}};
  near.criterion.value = shortest(measure(near.quantity) + 1e-13);
  for (const auto* of : {&far, &near}) {
    const auto first = repeats_needed(*of, lab);
    ASSERT_EQ(first.size(), 1U);
    EXPECT_EQ(first[0].cells.front().text().precision, Precision::double_);
  }
  measure_repeats(far);  // the same run serves both
  EXPECT_TRUE(repeats_needed(far, lab).empty());
  const auto e = evidence_for(far, lab);
  EXPECT_EQ(e.outcome, Outcome::passed);
  EXPECT_TRUE(e.is_estimated);
  EXPECT_EQ(repeats_needed(near, lab).size(), 2U);
  EXPECT_EQ(evidence_for(near, lab).outcome, Outcome::missing);
  measure_repeats(near);
  EXPECT_EQ(evidence_for(near, lab).outcome, Outcome::undecided);
}

// A converged repeat run that is identical to its run contains no information about rounding. Fails if its distance, 0,
// counts as the rounding error.
TEST_F(Evidences, OfSamplesLearnNothingFromARunThatHadConverged) {
  const auto at_rest = "schema = 1\nproblem = \"pendulum(angle=-1.5707963267948966,rate=0)\"\nt_end = \"0.1\"\n" +
                       tolerant_samples + "output = \"y\"\n";
  const Check of{quantity(keys_from_text(at_rest, "check"), Paper{}), {}, {"<", "1e6"}};
  measure(of.quantity);
  measure_repeats(of);
  ASSERT_EQ(*lab.value(*repeat_quantities(of.quantity, {.rounding = false}).converged).number,
            *lab.value(of.quantity).number);
  EXPECT_EQ(repeats_needed(of, lab).size(), 2U);
}

// Fails if the effect of the tolerance on a quantity with another unit is taken as 0.
TEST_F(Evidences, AskWhatNewtonsToleranceLeavesOfDeviations) {
  const auto of = compared_with(tolerant_energy, 100);
  ASSERT_FALSE(repeats_needed(of, lab).empty());
  measure_repeats(of);
  const auto e = evidence_for(of, lab);
  const auto converged = lab.value(*repeat_quantities(of.quantity, {.rounding = false}).converged).number.value();
  EXPECT_GE(*e.uncertainty, 0.99 * std::abs(*e.measured - converged));
  EXPECT_GT(std::abs(*e.measured - converged), 1e-9) << "the tolerance leaves something";
  EXPECT_EQ(e.origin, Origin::newton);
  EXPECT_FALSE(e.is_estimated);
}

// Fails if a number read from samples has an estimate. The estimate does not include the growth of errors along the
// motion.
TEST_F(Evidences, OfSamplesHaveWhatARepeatRunShows) {
  auto of = check(at_end);
  of.criterion.value = "1e6";
  const double measured = measure(of.quantity);
  ASSERT_FALSE(repeats_needed(of, lab).empty());
  measure_repeats(of);
  const auto e = evidence_for(of, lab);
  EXPECT_EQ(e.outcome, Outcome::passed);
  EXPECT_EQ(e.uncertainty, std::abs(measured - *lab.value(*repeat_quantities(of.quantity).longer).number));
  EXPECT_EQ(e.origin, Origin::rounding);
  EXPECT_FALSE(e.is_estimated);
}

TEST_F(Evidences, SayWhatIsEstimated) { EXPECT_TRUE(evidence_for(compared_with(rounded, 1e4), lab).is_estimated); }

// Fails if a number whose uncertainty no repeat run can measure counts as certain.
TEST_F(Evidences, WithoutWhatCouldTellDecideNothing) {
  auto of = check("precision = \"quad\"\n" + at_end);
  of.criterion.value = "1e6";
  measure(of.quantity);
  EXPECT_TRUE(repeats_needed(of, lab).empty());
  const auto e = evidence_for(of, lab);
  EXPECT_EQ(e.outcome, Outcome::undecided);
  EXPECT_TRUE(std::isinf(*e.uncertainty));
}

// Fails if a result obtained without a run is stored, or depends on the contents of the store.
TEST(Laboratory, UncertaintiesDoNotDependOnTheHistoryOfTheStore) {
  const auto file = scratch_folder() / "evidence.db";
  {
    Store store(file);
    MatrixOptions options;
    options.store = &store;
    const auto error = check(rounded).quantity, end = check(at_end).quantity;
    Laboratory first(options), second(options);
    EXPECT_TRUE(isinf(first.uncertainty(error).bound())) << "nothing ran";
    first.measure({&end, &error});
    for (const auto* q : {&end, &error}) first.uncertainty(*q);
    second.measure({&end});
    EXPECT_EQ(second.uncertainty(end).bound(), first.uncertainty(end).bound());
    EXPECT_GT(second.uncertainty(end).bound(), 0);
    second.measure({&error});
    EXPECT_EQ(static_cast<double>(second.uncertainty(error).bound()),
              static_cast<double>(first.uncertainty(error).bound()));
    EXPECT_GT(first.uncertainty(error).bound(), 0);
    EXPECT_FALSE(isinf(second.uncertainty(error).bound()));
  }
  std::filesystem::remove(file);
}

// Counts and analyses have no uncertainty.
TEST_F(Evidences, OfCountsHaveNoUncertainty) {
  const auto of = compared_with(counted, 3);
  const auto e = evidence_for(of, lab);
  EXPECT_EQ(e.outcome, Outcome::passed);
  EXPECT_FALSE(e.uncertainty);
}

}  // namespace
}  // namespace plumb
