#include "methods/implicit/newton.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

using Verdict = NewtonVerdict<double>;

TEST(NewtonNorm, MeasuresAllPartsAsOne) {
  const Vec<double, 2> x(3, -4);
  const Mat<double> y = Mat<double>::Constant(2, 2, -12);
  const Vec<double> none(0);
  EXPECT_EQ(newton_norm(NewtonNorm::max, x, none, y), 12);
  EXPECT_DOUBLE_EQ(newton_norm(NewtonNorm::euclidean, x, y), std::sqrt(25. + 4 * 144));
  EXPECT_DOUBLE_EQ(newton_norm(NewtonNorm::rms, x, none, y), std::sqrt((25. + 4 * 144) / 6));
  for (const auto norm : {NewtonNorm::max, NewtonNorm::euclidean, NewtonNorm::rms})
    EXPECT_EQ(newton_norm(norm, none), 0);
}

TEST(NewtonNorm, NothingHidesNotANumber) {
  for (const auto norm : {NewtonNorm::max, NewtonNorm::euclidean, NewtonNorm::rms})
    for (int at = 0; at < 3; ++at) {
      Vec<double, 3> x(1, 2, 3);
      x[at] = NAN;
      EXPECT_TRUE(std::isnan(newton_norm(norm, x))) << at;
    }
}

/// Passes the sizes to judge() and returns its last answer. Expects the answer `iterate` for all sizes before the last.
Verdict::Decision last_decision(Verdict& verdict, const std::vector<double>& sizes, double scale = 1) {
  auto decision = Verdict::iterate;
  for (const double size : sizes) {
    EXPECT_EQ(decision, Verdict::iterate) << "before " << size;
    decision = verdict.judge(size, scale, "increment");
  }
  return decision;
}

TEST(NewtonVerdict, SaysWhatWasReachedAndWhatHadToBe) {
  Verdict unreachable({.tolerance = 1e-20});
  EXPECT_EQ(last_decision(unreachable, {1e-3, 1e-8, 1e-15, 2e-15, 1e-15, 3e-15}), Verdict::failed);
  EXPECT_EQ(unreachable.result().status, Status::tolerance_unreachable);
  EXPECT_EQ(unreachable.result().size, 3e-15);
  EXPECT_EQ(unreachable.result().tolerance, 1e-20);
  EXPECT_EQ(unreachable.result().detail, "increment");
}

/// Returns the last answer for sizes that stay near 1e-8, far above the rounding error of a scale of 1.
Verdict::Decision decision_at_a_plateau(Verdict& verdict, double resolution) {
  auto decision = Verdict::iterate;
  for (const double size : {1e3, 1e-3, 1e-8, 2e-8, 0.7e-8, 1.5e-8, 1e-8})
    if (decision == Verdict::iterate)
      decision = verdict.judge(
          size, [] { return 1.; }, [&] { return resolution; }, "increment");
  return decision;
}

// This fails if a plateau at the rounding error of the changed quantities counts as divergence, or if a plateau far
// above this error counts as convergence.
TEST(NewtonVerdict, KnowsRoundingByWhatAnIncrementChanges) {
  Verdict by_default({}), unreachable({.tolerance = 1e-12}), above({.tolerance = 1e-12});
  EXPECT_EQ(decision_at_a_plateau(by_default, 1e8), Verdict::converged);
  EXPECT_EQ(decision_at_a_plateau(unreachable, 1e8), Verdict::failed);
  EXPECT_EQ(unreachable.result().status, Status::tolerance_unreachable);
  EXPECT_EQ(decision_at_a_plateau(above, 1e4), Verdict::iterate) << "16 u of 1e4 is 2e-11";
  Verdict falling({.tolerance = 1e-12});
  auto decision = Verdict::iterate;
  for (double size = 1e-8; size > 1e-10 && decision == Verdict::iterate; size /= 1.5)
    decision = falling.judge(
        size, [] { return 1.; }, [] { return 1e8; }, "increment");
  EXPECT_EQ(decision, Verdict::iterate) << "what still falls is not at its end";
}

// An iteration whose increments stay small compared with the unknowns has not diverged.
TEST(NewtonVerdict, KnowsAnIterationThatStalls) {
  const auto end_of = [](double level, double factor) {
    Verdict verdict({});
    double size = level;
    while (verdict.judge(size, 1., "increment") == Verdict::iterate) size *= factor;
    return verdict.result();
  };
  for (const double level : {1e-7, 1e-9}) {
    EXPECT_TRUE(end_of(level, 1).stalls) << level;
    EXPECT_EQ(reported(end_of(level, 1)), Status::tolerance_unreachable);
  }
  for (const double level : {1e-5, 1e-3})
    EXPECT_FALSE(end_of(level, 1).stalls) << "not small compared with the unknowns";
  EXPECT_FALSE(end_of(1e-7, 0.8).stalls) << "it falls";
  EXPECT_FALSE(end_of(1e-7, 3).stalls) << "it grows";
  EXPECT_EQ(reported(end_of(1e-3, 1)), Status::newton_diverged);
}

// The sizes are increments of accelerations and multipliers, where constraint rows are divided by h². This fails if an
// increment that has not decreased ends the iteration, or if the iteration does not end for a tolerance below all
// increments.
TEST(NewtonVerdict, WaitsWhereRoundingScattersAboutTheTolerance) {
  const std::vector<double> sizes = {1.3, 8.2e-4, 1.2e-6, 1.5e-6, 1.1e-6, 6.9e-8};
  const double scale = 4.7e6;
  Verdict reachable({.tolerance = 1e-6}, Convergence::linear), unreachable({.tolerance = 1e-8}, Convergence::linear);
  EXPECT_EQ(last_decision(reachable, sizes, scale), Verdict::converged);
  auto longer = sizes;
  longer.insert(longer.end(), {1.2e-6, 1.1e-6, 1.5e-6});
  EXPECT_EQ(last_decision(unreachable, longer, scale), Verdict::failed);
  EXPECT_EQ(unreachable.result().status, Status::tolerance_unreachable);
  Verdict by_default({}, Convergence::linear);
  EXPECT_EQ(last_decision(by_default, {1.3, 8.2e-4, 1.2e-6, 1.5e-6}, scale), Verdict::converged);
}

TEST(NewtonVerdict, CountsLinearSolves) {
  Verdict increments({.tolerance = {}, .max_iterations = 2});
  EXPECT_EQ(last_decision(increments, {1, 0.5}), Verdict::failed);
  EXPECT_EQ(increments.result().status, Status::newton_diverged);
  Verdict residuals(
      {.tolerance = {}, .test = NewtonTest::residual, .max_iterations = 2});  // judges the initial residual too
  EXPECT_EQ(last_decision(residuals, {1, 0.5, 0.25}), Verdict::failed);
}

TEST(NewtonVerdict, SeesDivergenceEarly) {
  Verdict diverging({.tolerance = 1e-10});
  EXPECT_EQ(last_decision(diverging, {1, 1e3, 1e6, 1e9, 1e12}), Verdict::failed);
  EXPECT_EQ(diverging.result().status, Status::newton_diverged);
}

TEST(NewtonVerdict, BearsOvershoots) {
  Verdict recovering({.tolerance = 1e-10});
  EXPECT_EQ(last_decision(recovering, {1, 1e15, 5e14, 1e14, 1e7, 1, 1e-5, 1e-12}), Verdict::converged);
  Verdict large({.tolerance = 1e-10});
  EXPECT_EQ(last_decision(large, {1, 1e3, 1e6, 1e9, 1e12, 1e3, 1e-12}, 1e6), Verdict::converged);
}

/// Solves atan x = 0, where Newton's increments grow for |x| > 1.39.
struct Arctangent {
  bool damped;
  double x = 3, increment = 0, residual = 0;
  int retreats = 0;
  static constexpr const char* increment_name = "increment";

  bool evaluate() {
    residual = -std::atan(x);
    return std::isfinite(residual);
  }
  double residual_size() const { return std::abs(residual); }
  double residual_scale() const { return 1; }
  bool correct(bool) {
    increment = residual * (1 + x * x);
    x += increment;
    return true;
  }
  double increment_size() const { return std::abs(increment); }
  double increment_scale() const { return std::abs(x); }
  static bool accept() { return true; }
  static StepResult failure() { return {Status::non_finite, 0, "residual"}; }
  bool is_damped() const { return damped; }
  void retreat() {
    increment /= 2;
    x -= increment;
    ++retreats;
  }
};

// This fails if an increment is halved without need, or is not halved when necessary.
TEST(NewtonIteration, DampedTakesAPartOfWhatIsTooLong) {
  for (const auto test : {NewtonTest::increment, NewtonTest::residual}) {
    NewtonIteration<double> iteration({.tolerance = 1e-10, .test = test});
    Counters counters;
    counters.newton_iterations = counters.newton_failures = 0;
    Arctangent plain{.damped = false}, damped{.damped = true}, near{.damped = true, .x = 1};
    EXPECT_NE(iteration.solve(plain, counters).status, Status::ok);
    EXPECT_EQ(iteration.solve(damped, counters).status, Status::ok);
    EXPECT_NEAR(damped.x, 0, 1e-10);
    EXPECT_GT(damped.retreats, 0);
    EXPECT_EQ(iteration.solve(near, counters).status, Status::ok);
    EXPECT_EQ(near.retreats, 0);
  }
}

}  // namespace
}  // namespace plumb
