// What a run reports whatever the method: samples, and nulls where nothing was computed.

#include "harness/run/drive.hpp"

#include <gtest/gtest.h>

#include "harness/run/measure.hpp"
#include "harness/run/run_cell.hpp"
#include "problems/adapters/minimal.hpp"

namespace plumb {
namespace {

RunResult run(const std::string& method, const std::string& formulation, const std::string& step, int samples) {
  CellRequest request;
  request.problem.name = "pendulum";
  request.formulation.name = formulation;
  request.method.name = method;
  request.step = step;
  request.settings["samples"] = std::to_string(samples);
  const StopRequest go{Status::ok};
  return run_cell(resolve(request), go);
}

TEST(Drive, SamplesEveryStepWhenThereAreFewerStepsThanSamples) {
  const auto few = run("cd", "ode", "0.5", 100), all = run("cd", "ode", "0.5", 0);
  EXPECT_TRUE(few.metrics.contains("re.q"));
  EXPECT_EQ(few.metrics, all.metrics);
}

TEST(Drive, SampleStepsRiseAndEndAtTheLastStep) {
  for (const auto& [steps, samples] : {std::pair{10, 100}, {100, 100}, {101, 100}, {1000, 7}, {5, 0}}) {
    const Plan plan{steps, samples};
    for (std::int64_t i = 1; i < plan.sample_count(); ++i)
      EXPECT_LT(plan.step_of_sample(i), plan.step_of_sample(i + 1));
    EXPECT_GE(plan.step_of_sample(1), 1);
    EXPECT_EQ(plan.step_of_sample(plan.sample_count()), steps);
  }
}

TEST(Drive, DriftOfAccelerationsIsUnknownWhereTheMethodComputesNone) {
  EXPECT_FALSE(run("kutta3", "index1", "1e-2", 10).metrics.at("drift.acceleration"));
  EXPECT_TRUE(run("degree5", "index3", "1e-2", 10).metrics.at("drift.acceleration"));
}

TEST(Drive, FailuresAreResultsWithAReason) {
  CellRequest request;
  request.problem = {"oscillator", {{"omega", "1000"}}};
  request.method.name = "ab5";
  request.step = "0.1";
  request.settings["t_end"] = "100";
  const auto unstable = run_cell(resolve(request), StopRequest{Status::ok});
  EXPECT_EQ(unstable.status, Status::non_finite) << name(unstable.status);
  EXPECT_NE(unstable.reason.find("after t ="), std::string::npos) << unstable.reason;
  EXPECT_GT(unstable.t_reached, 0);
  const auto unfit = run("stormer-verlet", "index3", "1e-2", 10);
  EXPECT_EQ(unfit.status, Status::unsupported);
  EXPECT_NE(unfit.reason.find("fit for"), std::string::npos) << unfit.reason;
}

/// Largest component of the constraints at each level, and of E - E0, of a run's samples, in quad.
struct Violations {
  quad position = 0, velocity = 0, acceleration = 0, energy = 0;
};

Violations violations(const ResolvedCell& cell, const Trajectory& trajectory) {
  auto system = cell.problem().in_quad.system(cell.data(), cell.formulation());
  const auto start = initial_state(cell.problem(), cell.data(), cell.formulation(), system);
  Vec<quad> g = start.lambda;
  const auto raise = [&](quad& most) { most = std::max<quad>(most, g.lpNorm<Eigen::Infinity>()); };
  const quad energy = system.energy(quad(0), start.q, start.v);
  Violations out;
  for (const auto& s : trajectory.samples) {
    system.constraint(s.t, s.q, g);
    raise(out.position);
    system.constraint_rate(s.t, s.q, s.v, g);
    raise(out.velocity);
    system.constraint_acceleration(s.t, s.q, s.v, s.a, g);
    raise(out.acceleration);
    out.energy = std::max<quad>(out.energy, abs(system.energy(s.t, s.q, s.v) - energy));
  }
  return out;
}

// The car axis moves its constraints with time: whoever forgets t in Phi(t, q) is off by the height of the road.
TEST(Drive, DriftIsThatOfTheConstraintsAtTheirOwnTime) {
  for (const auto& [formulation, method] : {std::pair{"index1", "bdf2"}, {"index2", "bdf2"}, {"index3", "lms3"}}) {
    CellRequest request;
    request.problem.name = "car-axis";
    request.formulation.name = formulation;
    request.method.name = method;
    request.step = "1e-2";
    request.settings["t_end"] = "1";
    request.settings["samples"] = "0";
    const auto cell = resolve(request);
    Trajectory trajectory;
    auto metrics = run_cell(cell, StopRequest{Status::ok}, trajectory.sink()).metrics;
    const auto expected = violations(cell, trajectory);
    const auto near = [&](const char* name, const quad& value) {
      const auto exact = static_cast<double>(value);
      EXPECT_NEAR(metrics.at(name).value(), exact, 1e-9 * exact + 1e-13) << formulation << " " << name;
    };
    near("drift.position", expected.position);
    near("drift.velocity", expected.velocity);
    if (formulation == std::string("index3")) {
      EXPECT_LT(*metrics.at("drift.position"), 1e-12);
      EXPECT_GT(*metrics.at("drift.velocity"), 1e-9);  // which that form does not keep
    }
    if (formulation == std::string("index2")) {
      EXPECT_LT(*metrics.at("drift.velocity"), 1e-11);
    }
    EXPECT_TRUE(metrics.at("energy.max")) << "the road does work, which is taken off";
  }
}

TEST(Drive, DriftsDoNotDependOnTheSamples) {
  for (const char* method : {"bdf2", "block(r=3)", "rattle", "esdirk324l2sa"}) {
    const auto drift = [&](int samples) {
      CellRequest request;
      request.problem.name = "two-link";
      request.formulation.name = "index3";
      request.method = expand_methods({method}).front();
      request.step = "1e-2";
      request.settings["t_end"] = "1";
      request.settings["samples"] = std::to_string(samples);
      const auto metrics = run_cell(resolve(request), StopRequest{Status::ok}).metrics;
      return std::array{metrics.at("drift.position"), metrics.at("drift.velocity"), metrics.at("drift.acceleration")};
    };
    const auto all = drift(0);
    EXPECT_TRUE(all[2]) << method;
    EXPECT_EQ(drift(1), all) << method;
    EXPECT_EQ(drift(7), all) << method;
  }
}

TEST(Drive, EnergyAndDriftOfAccelerationsAreThoseOfTheStates) {
  CellRequest request;
  request.problem.name = "two-link";
  request.formulation.name = "index3";
  request.method.name = "bdf2";
  request.step = "1e-2";
  request.settings["t_end"] = "1";
  request.settings["samples"] = "0";
  const auto cell = resolve(request);
  Trajectory trajectory;
  const auto metrics = run_cell(cell, StopRequest{Status::ok}, trajectory.sink()).metrics;
  const auto expected = violations(cell, trajectory);
  EXPECT_NEAR(*metrics.at("energy.max"), static_cast<double>(expected.energy), 1e-12);
  EXPECT_GT(*metrics.at("energy.max"), 1e-6);
  const auto acceleration = static_cast<double>(expected.acceleration);
  EXPECT_NEAR(*metrics.at("drift.acceleration"), acceleration, 1e-9 * acceleration + 1e-10);
}

// A state is looked at when its block of steps is full; what was done beyond the failure is not on the counters.
TEST(Drive, WorkEndsWithTheStepThatFailed) {
  for (const auto binding : {Binding::fastest, Binding::erased}) {
    for (const char* t_end : {"100", "1000"}) {
      CellRequest request;
      request.problem = {"oscillator", {{"omega", "100"}}};
      request.method.name = "erk4";
      request.step = "0.1";
      request.settings["t_end"] = t_end;
      const auto unstable = run_cell(resolve(request), StopRequest{Status::ok}, {}, binding);
      ASSERT_EQ(unstable.status, Status::non_finite);
      EXPECT_GT(*unstable.counters.steps, 5);
      EXPECT_EQ(unstable.counters.stages, 4 * (*unstable.counters.steps + 1));
      EXPECT_EQ(*unstable.counters.rhs_evaluations, *unstable.counters.stages + 1);  // and one at the start
    }
  }
}

/// A free mass on a clock of its own: an acceleration takes a second, and to look at its energy or outputs an hour.
struct SlowToWatch {
  using Scalar = double;
  static constexpr int size = 1, invariant_count = 0;
  using Q = Vec<double, 1>;
  static constexpr double hour = 3600;  // s
  double* now;

  bool velocity_dependent() const { return false; }
  bool conservative() const { return true; }
  void acceleration(const double&, const Q&, const Q&, Q& a) const {
    *now += 1;
    a[0] = 0;
  }
  void stiffness(const double&, const Q&, const Q&, Mat<double, 1>& k) const { k(0, 0) = 0; }
  void damping(const double&, const Q&, const Q&, Mat<double, 1>& d) const { d(0, 0) = 0; }
  double energy(const double&, const Q&, const Q& v) const {
    *now += hour;
    return v[0] * v[0] / 2;
  }
  void outputs(const double&, const Q&, const Q&, Vec<double>&) const { *now += hour; }
  void invariants(const double&, const Q&, const Q&, Vec<double>&) const {}
};

TEST(Drive, TheClockStandsWhileARunIsWatched) {
  double now = 0;
  AnySystem<double> system(Minimal(SlowToWatch{&now})), observer = system;
  const auto& method = method_named("erk4");
  const auto stepper = method.in_double(system, {Parameters(method.parameters, {}), {}});
  AnySystem<double>::State x = zero_state(system);
  x.v[0] = 1;
  const Plan plan{.steps = 2000};
  int samples = 0;
  Listener<double> listener;
  listener.clock = [&] { return now; };
  listener.sample = [&](const Sample<double>&) {  // a comparison with the reference, say
    ++samples;
    now += SlowToWatch::hour;
  };
  const auto run = drive(system, observer, *stepper, x, 1e-3, plan, 0, StopRequest{Status::ok}, listener);
  EXPECT_EQ(run.steps, 2000);
  EXPECT_EQ(samples, 2000);
  EXPECT_NEAR(run.final_sample.q[0], 2, 1e-12);
  EXPECT_GT(now, 3 * 2000 * SlowToWatch::hour);
  const auto evaluations = static_cast<double>(*system.counters.rhs_evaluations);
  EXPECT_GE(evaluations, 4 * 2000);
  EXPECT_EQ(run.seconds, evaluations);
}

// What keeping the states for the watch takes is in no time of steps that it would show in.
TEST(Drive, CheapStepsAreTimedUnwatched) {
  const auto cheap = run("erk4", "ode", "1e-3", 10);
  EXPECT_EQ(cheap.timing.repeats, 1);
  EXPECT_TRUE(cheap.timing.seconds);
  EXPECT_EQ(cheap.counters.steps, 10000) << "the steps of the second run are no work of the first";
  EXPECT_EQ(cheap.counters.stages, 4 * 10000);
}

TEST(Drive, ALargeFinalStateIsToldByItsHash) {
  const auto& problem = problem_named("pendulum");
  plumb::Run<double> result;
  result.final_sample = {1,
                         Vec<double>::Ones(400),
                         Vec<double>::Ones(400),
                         Vec<double>::Ones(150),
                         Vec<double>::Ones(50),
                         Vec<double>::Ones(2)};
  const Subject subject(problem, problem.formulations.front(), Parameters(problem.parameters, {}));
  const auto result_of = [&] { return measure(subject, result); };
  EXPECT_EQ(result_of().final_state.q.size(), 400u);
  EXPECT_EQ(result_of().final_state.note, "");
  result.final_sample.lambda = Vec<double>::Ones(51);
  const auto large = result_of();
  const auto json = to_json(large);
  for (const char* key : {"q", "v", "lambda"}) EXPECT_TRUE(json["final"][key].is_null()) << key;
  EXPECT_EQ(json["final"]["note"], "1001 numbers are left out; a trajectory has them");
  EXPECT_EQ(json["final"]["outputs"].size(), 2u);
  const auto again = run_result_from_json(json);
  EXPECT_EQ(to_json(again), json);
  result.final_sample.q[3] = 2;
  EXPECT_NE(result_of().final_state.bits, large.final_state.bits);
}

}  // namespace
}  // namespace plumb
