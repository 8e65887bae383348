// The bounds of the uncertainty are compared with calculations by hand, and with runs whose errors reach them.

#include "harness/judge/uncertainty.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <exception>
#include <utility>

#include "harness/judge/measured_uncertainty.hpp"
#include "harness/judge/motion_of_cell.hpp"
#include "harness/judge/order_measurement.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/run/run_cell.hpp"

namespace plumb {
namespace {

using Settings = std::map<std::string, std::string, std::less<>>;

ResolvedCell cell(const std::string& problem, const std::string& formulation, const std::string& method,
                  const std::string& step, const Settings& settings) {
  CellRequest request{.problem = expand(problem).front(),
                      .formulation = {formulation, {}},
                      .method = expand(method).front(),
                      .step = step};
  for (const auto& [name, value] : settings) request.settings[name] = value;
  return resolve(request);
}

RunResult run(const ResolvedCell& c) { return run_cell(c, StopRequest{Status::ok}); }

double error(const RunResult& r, const char* metric) { return metric_of(r, metric).value(); }

// The pendulum is released from rest, so its angle and its acceleration are largest at the start.
TEST(Uncertainty, OfErrorsIsRoundedStepsOfTheScaleAndTheDigitsBeyondTheCertifiedOnes) {
  const auto at_rest = cell("pendulum(angle=-2.6,rate=0)", "ode", "erk4", "1e-2", {{"t_end", "1"}});
  const auto u = uncertainty(at_rest, "end.q");
  EXPECT_NEAR(static_cast<double>(u.rounding), 2.6 * 0x1p-53 * 10, 1e-24);
  EXPECT_GT(u.reference, quad("1e-34"));
  EXPECT_LT(u.reference, quad("1e-24"));
  EXPECT_EQ(u.newton, 0);
  EXPECT_EQ(u.origin(), Origin::rounding);
  EXPECT_EQ(uncertainty(at_rest, "rms.q").rounding, u.rounding);
}

TEST(Uncertainty, OfConstrainedStepsIsDividedByThem) {
  const auto at = [](const char* formulation, const char* step) {
    return cell("pendulum", formulation, "bdf2", step, {{"t_end", "1"}});
  };
  const auto rounding = [&](const char* formulation, const char* step, const char* metric) {
    return static_cast<double>(uncertainty(at(formulation, step), metric).rounding);
  };
  EXPECT_NEAR(rounding("index3", "1e-4", "end.a") / rounding("index3", "1e-3", "end.a"), 100, 1e-9);
  EXPECT_NEAR(rounding("index3", "1e-5", "end.v") / rounding("index3", "1e-6", "end.v"), 0.1, 1e-9);
  EXPECT_NEAR(rounding("index1", "1e-4", "end.a") / rounding("index1", "1e-3", "end.a"), std::sqrt(10), 1e-9);
  EXPECT_GT(rounding("index3", "1e-3", "end.lambda"), rounding("index1", "1e-3", "end.lambda"));
}

// Fails if the scale of velocities, or their digits, are used for accelerations.
TEST(Uncertainty, OfAccelerationsHasTheirOwnScale) {
  const auto at_rest = cell("pendulum(angle=-2.6,rate=0)", "ode", "erk4", "1e-2", {{"t_end", "1"}});
  const auto at_start = solution(at_rest.problem(), at_rest.data())->at(0, at_rest.formulation()).a.norm();
  const auto u = uncertainty(at_rest, "end.a");
  EXPECT_NEAR(static_cast<double>(u.rounding / (at_start * quad(0x1p-53) * 10)), 1, 1e-12);
}

TEST(Uncertainty, OfDeviationsHasTheScaleOfWhatTheyDeviateFrom) {
  const auto c = cell("pendulum", "index3", "bdf2", "1e-3", {{"t_end", "1"}});
  const auto energy = uncertainty(c, "energy.end");
  EXPECT_GT(energy.rounding, 0);
  EXPECT_NE(energy.rounding, uncertainty(c, "end.lambda").rounding);
  EXPECT_EQ(energy.reference, 0) << "it deviates from its own start";
  for (const auto& column : metric_columns(Subject(c)))
    EXPECT_TRUE(isfinite(uncertainty(c, column.name).bound())) << column.name;
  EXPECT_THROW(uncertainty(c, "end"), std::invalid_argument);
}

// Fails if the magnitude of an energy is sampled along a whole long motion. A chaotic motion takes minutes to certify.
TEST(Uncertainty, OfDeviationsOfALongRunLooksAtTheProblemsOwnHorizon) {
  const auto rounding = [](const quad& horizons) {
    const auto t_end = static_cast<double>(horizons * number_from_text<quad>(problem_named("pendulum").t_end));
    const auto c = cell("pendulum", "index3", "bdf2", "1e-2", {{"t_end", fmt::format("{}", t_end)}});
    return static_cast<double>(uncertainty(c, "energy.end").rounding);
  };
  EXPECT_NEAR(rounding(100) / rounding(1), 10, 1e-12) << "the size is one, and the steps are a hundred times as many";
}

TEST(Uncertainty, OfAReferenceThatIsWorseThanRounding) {
  const auto c = cell("two-link", "ode", "erk4", "1e-2", {{"t_end", "2"}, {"precision", "quad"}});
  const auto u = uncertainty(c, "end.q");
  EXPECT_EQ(u.origin(), Origin::reference);
  EXPECT_GT(u.reference, u.rounding);
  EXPECT_EQ(u.bound(), u.reference);
  EXPECT_EQ(uncertainty(cell("two-link", "ode", "erk4", "1e-2", {{"t_end", "2"}}), "end.q").origin(), Origin::rounding);
}

TEST(Uncertainty, OfALooseNewtonToleranceIsWhatARunWithoutItShows) {
  const auto at = [](const char* tolerance) {
    return cell("pendulum(angle=0.3,rate=2)", "index3", "hht", "5e-4",
                {{"t_end", "2"}, {"newton_tol", tolerance}, {"newton_test", "residual"}});
  };
  const auto loose = at("1e-3");
  const auto r = run(loose);
  const auto u = uncertainty(loose, "end.v", &r);
  EXPECT_EQ(u.origin(), Origin::newton);
  EXPECT_EQ(u.bound(), quad("1e-3"));
  const double excess = error(r, "end.v") - error(run(at("1e-9")), "end.v");
  EXPECT_GT(excess, 1e-3 / 10);
  EXPECT_LT(excess, 1e-3);
}

// The tolerance is only a bound. A repeat run without tolerance measures its effect.
TEST(Uncertainty, OfNewtonIsWhatTheConvergedRepeatRunShows) {
  const auto at = [](const char* precision, const char* tolerance) {
    Settings settings = {{"t_end", "2"}, {"newton_test", "residual"}, {"precision", precision}};
    if (*tolerance) settings["newton_tol"] = tolerance;
    return cell("pendulum(angle=0.3,rate=2)", "index3", "hht", "5e-4", settings);
  };
  const auto loose = at("double", "1e-3");
  const auto r = run(loose);
  const double measured = error(r, "end.v");
  const RepeatRuns repeats{error(run(at("long", "1e-3")), "end.v"), error(run(at("long", "")), "end.v")};
  const auto shown = shown_by(repeats, measured, uncertainty(loose, "end.v", &r));
  EXPECT_EQ(shown.origin(), Origin::newton);
  EXPECT_GT(shown.newton, 1e-4);
  EXPECT_LT(shown.newton, 1e-3);
  EXPECT_LT(shown.rounding, 1e-6);
}

TEST(Uncertainty, OfNewtonIsNoneWhereNothingIsIterated) {
  const auto c = cell("pendulum", "ode", "erk4", "1e-2", {{"t_end", "1"}, {"newton_tol", "1e-3"}});
  const auto r = run(c);
  EXPECT_EQ(uncertainty(c, "end.q", &r).newton, 0);
}

// Fails if a reference is certified for every number, or if fewer digits are used although they matter.
TEST(Uncertainty, OfMeasuredErrorsIsThatOfCertifiedDigitsWhereTheyCount) {
  const auto c = cell("pendulum", "ode", "erk4", "1e-2", {{"t_end", "1"}});
  const auto r = run(c);
  const auto far = measured_uncertainty(c, "end.q", r), certified = uncertainty(c, "end.q", &r);
  EXPECT_GT(far.reference, 100 * certified.reference);
  EXPECT_LT(far.reference, error(r, "end.q") / 1000);
  EXPECT_EQ(far.rounding, certified.rounding);
  const auto fine = cell("pendulum", "ode", "dop853", "2e-3", {{"t_end", "1"}, {"precision", "quad"}});
  const auto in_quad = run(fine);
  ASSERT_LT(error(in_quad, "end.q"), 1e-17);
  EXPECT_EQ(measured_uncertainty(fine, "end.q", in_quad).reference, uncertainty(fine, "end.q", &in_quad).reference);
}

TEST(Uncertainty, OfNewtonIsDisprovedByTheMeasuredErrorItself) {
  const auto c = cell("pendulum", "ode", "radau-iia(stages=3)", "2e-2", {{"t_end", "1"}, {"newton_tol", "1e-4"}});
  const auto r = run(c);
  ASSERT_LT(error(r, "end.q"), 1e-4);
  EXPECT_EQ(measured_uncertainty(c, "end.q", r).newton, 0);
}

// An error below the tolerance shows that the tolerance does not limit the errors of any of the runs.
TEST(Uncertainty, OfNewtonIsDisprovedByASmallerError) {
  std::vector<ResolvedCell> cells;
  for (const char* step : {"4e-2", "2e-2"})
    cells.push_back(cell("pendulum", "ode", "radau-iia(stages=3)", step, {{"t_end", "1"}, {"newton_tol", "1e-4"}}));
  std::vector<RunResult> results;
  for (const auto& c : cells) results.push_back(run(c));
  EXPECT_LT(error(results.back(), "end.q"), 1e-4);
  EXPECT_EQ(uncertainty(cells[0], "end.q", &results[0]).newton, quad("1e-4"));
  for (const auto& u : uncertainties(cells, "end.q", {&results[0], &results[1]})) EXPECT_EQ(u.newton, 0);
}

// Fails if the rounding of a method with step size control counts as zero.
TEST(Uncertainty, OfChosenStepsIsThatOfTheRunsIterations) {
  const auto c = cell("pendulum", "ode", "cvode", "1e-1", {{"t_end", "1"}});
  EXPECT_TRUE(isinf(uncertainty(c, "end.q").rounding)) << "nothing is counted";
  const auto r = run(c);
  const auto fixed = uncertainty(cell("pendulum", "ode", "erk4", "1e-1", {{"t_end", "1"}}), "end.q").rounding;
  const auto steps = static_cast<double>(r.counters.newton_iterations.value());
  EXPECT_NEAR(static_cast<double>(uncertainty(c, "end.q", &r).rounding / fixed), std::sqrt(steps / 10), 1e-9 * steps);
  EXPECT_GT(steps, 20);
}

// Fails if an explicit method with step size control counts as a method without steps: its rounding limit would be
// 1e-31.
TEST(Uncertainty, OfChosenStepsWithoutIterationsIsThatOfEvaluations) {
  const auto c = cell("pendulum", "ode", "dopri5-adaptive", "1e-1", {{"t_end", "1"}});
  const auto r = run(c);
  ASSERT_EQ(r.counters.newton_iterations, 0);
  const auto fixed = uncertainty(cell("pendulum", "ode", "erk4", "1e-1", {{"t_end", "1"}}), "end.q").rounding;
  const auto steps = static_cast<double>(r.counters.rhs_evaluations.value());
  EXPECT_NEAR(static_cast<double>(uncertainty(c, "end.q", &r).rounding / fixed), std::sqrt(steps / 10), 1e-9 * steps);
}

// Fails if a motion that cannot be computed is computed again for every caller: each call would then throw another
// exception.
TEST(MotionOfCell, ThatFailsIsTriedOnce) {
  const auto c = cell("spinning-top(spin=0)", "ode", "erk4", "1e-2", {{"t_end", "0.1"}});
  const auto failure = [&]() -> std::pair<std::exception_ptr, const void*> {
    try {
      motion_of(c);
    } catch (const std::invalid_argument& e) {
      return {std::current_exception(), &e};
    }
    return {};
  };
  // Both exceptions are kept alive, so that they cannot have the same address by chance.
  const auto first = failure(), second = failure();
  ASSERT_TRUE(first.second);
  EXPECT_EQ(second.second, first.second);
}

TEST(Uncertainty, OfRoundingIsWhereSmallStepsInDoubleEnd) {
  const auto at = [](const char* precision) {
    return cell("pendulum", "ode", "dop853", "2e-4", {{"t_end", "2"}, {"precision", precision}});
  };
  const auto c = at("double");
  const auto r = run(c);
  const auto u = uncertainty(c, "end.q", &r);
  EXPECT_EQ(u.origin(), Origin::rounding);
  const auto shown = shown_by({.longer = error(run(at("long")), "end.q")}, error(r, "end.q"), u);
  EXPECT_LT(shown.rounding, rounding_spread * u.bound());
  EXPECT_GT(shown.rounding, u.bound() / 100);
  EXPECT_EQ(shown.reference, u.reference);
}

TEST(Uncertainty, OfRelativeErrorsAndDigitsIsInTheirUnit) {
  const auto c = cell("pendulum", "ode", "erk4", "1e-2", {{"t_end", "1"}});
  const auto r = run(c);
  const double size = error(r, "rms.q") / error(r, "re.q");
  EXPECT_NEAR(static_cast<double>(uncertainty(c, "re.q", &r).rounding * size / uncertainty(c, "rms.q", &r).rounding), 1,
              1e-12);
  const auto digits = uncertainty(c, "mescd", &r);
  const auto absolute = uncertainty(c, "end.v", &r).rounding;
  EXPECT_GT(digits.rounding, 0);
  EXPECT_LT(digits.rounding, absolute * pow(quad(10), quad(error(r, "mescd")))) << "e is divided by 1 + |r|";
}

// Fails if the magnitude of a periodic motion is sampled at its zeros, or if the magnitude of an energy is its absolute
// value, which may be 0.
TEST(Uncertainty, OfRoundingIsNeverNoneBecauseSomethingVanishes) {
  const auto swinging =
      cell("oscillator(amplitude=0,start=given,position=1)", "ode", "erk4", "pi/640", {{"t_end", "16pi"}});
  const auto of_velocities = static_cast<double>(uncertainty(swinging, "end.v").rounding);
  EXPECT_NEAR(of_velocities / (0x1p-53 * std::sqrt(10240)), 1, 0.05);
  const auto from_rest = cell("pendulum", "ode", "erk4", "1e-2", {{"t_end", "1"}});
  EXPECT_GT(uncertainty(from_rest, "energy.max").rounding, quad(0x1p-53));
}

}  // namespace
}  // namespace plumb
