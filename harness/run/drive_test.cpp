// A run reports samples for every method, and null for values that were not computed.

#include "harness/run/drive.hpp"

#include <gtest/gtest.h>

#include "harness/run/measure.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/run/runner_on.hpp"
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
    const SampleSteps sampled{steps, samples};
    for (std::int64_t i = 1; i < sampled.count(); ++i) EXPECT_LT(sampled.step_of(i), sampled.step_of(i + 1));
    EXPECT_GE(sampled.step_of(1), 1);
    EXPECT_EQ(sampled.step_of(sampled.count()), steps);
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
  EXPECT_NE(unfit.reason.find("supports only"), std::string::npos) << unfit.reason;
}

/// Largest component of the constraints at each level, and of E − E0, over a run's samples in quad.
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

// The constraints of the car axis depend on time. If the drift ignored t in Φ(t, q), its error would be the height of
// the road.
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
    auto metrics = run_cell(cell, StopRequest{Status::ok}, {.sample = trajectory.sink()}).metrics;
    const auto expected = violations(cell, trajectory);
    const auto near = [&](const char* name, const quad& value) {
      const auto exact = static_cast<double>(value);
      EXPECT_NEAR(metrics.at(name).value(), exact, 1e-9 * exact + 1e-13) << formulation << " " << name;
    };
    near("drift.position", expected.position);
    near("drift.velocity", expected.velocity);
    if (formulation == std::string("index3")) {
      EXPECT_LT(*metrics.at("drift.position"), 1e-12);
      EXPECT_GT(*metrics.at("drift.velocity"), 1e-9);  // index 1 does not enforce it
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
  const auto metrics = run_cell(cell, StopRequest{Status::ok}, {.sample = trajectory.sink()}).metrics;
  const auto expected = violations(cell, trajectory);
  EXPECT_NEAR(*metrics.at("energy.max"), static_cast<double>(expected.energy), 1e-12);
  EXPECT_GT(*metrics.at("energy.max"), 1e-6);
  const auto acceleration = static_cast<double>(expected.acceleration);
  EXPECT_NEAR(*metrics.at("drift.acceleration"), acceleration, 1e-9 * acceleration + 1e-10);
}

// States are checked when their block of steps is full. The counters must not include the steps after the failure.
TEST(Drive, WorkEndsWithTheStepThatFailed) {
  for (const auto binding : {Binding::fastest, Binding::erased}) {
    for (const char* t_end : {"100", "1000"}) {
      CellRequest request;
      request.problem = {"oscillator", {{"omega", "100"}}};
      request.method.name = "erk4";
      request.step = "0.1";
      request.settings["t_end"] = t_end;
      const auto unstable = run_cell(resolve(request), StopRequest{Status::ok}, {.binding = binding});
      ASSERT_EQ(unstable.status, Status::non_finite);
      EXPECT_GT(*unstable.counters.steps, 5);
      EXPECT_EQ(unstable.counters.stages, 4 * (*unstable.counters.steps + 1));
      EXPECT_EQ(*unstable.counters.rhs_evaluations, *unstable.counters.stages + 1);  // plus one evaluation at the start
    }
  }
}

template <class T>
std::unique_ptr<AnyStepper<T>> erk4_on(AnySystem<T>& system) {
  const auto& method = method_named("erk4");
  return method.in<T>()(system, {Parameters(method.parameters, {}), {}});
}

/// A free mass with a simulated clock: an acceleration takes a second, and its energy or outputs take an hour.
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
  AnySystem<double> fresh(Minimal(SlowToWatch{&now})), observer = fresh;
  RunSetup<double> setup{.start = zero_state(fresh), .h = 1e-3, .samples = {.steps = 2000}};
  setup.start.v[0] = 1;
  const auto runner = runner_on(fresh, &erk4_on<double>, setup);
  int samples = 0;
  Drive<double> run(runner, observer, setup, 0);
  run(StopRequest{Status::ok}, {.sample =
                                    [&](const Sample<quad>&) {  // instead of a comparison with the reference
                                      ++samples;
                                      now += SlowToWatch::hour;
                                    },
                                .clock = [&] { return now; }});
  EXPECT_EQ(run.watched.steps, 2000);
  EXPECT_EQ(samples, 2000);
  EXPECT_NEAR(run.last_sample.q[0], 2, 1e-12);
  EXPECT_GT(now, 3 * 2000 * SlowToWatch::hour);
  const auto evaluations = static_cast<double>(*runner.counters().rhs_evaluations);
  EXPECT_GE(evaluations, 4 * 2000);
  EXPECT_EQ(run.seconds, evaluations);
}

/// A free mass whose energy becomes NaN, while its motion stays accurate.
struct LosesItsEnergy {
  using Scalar = double;
  static constexpr int size = 1, invariant_count = 0;
  using Q = Vec<double, 1>;
  bool velocity_dependent() const { return false; }
  bool conservative() const { return true; }
  void acceleration(const double&, const Q&, const Q&, Q& a) const { a[0] = 0; }
  void stiffness(const double&, const Q&, const Q&, Mat<double, 1>& k) const { k(0, 0) = 0; }
  void damping(const double&, const Q&, const Q&, Mat<double, 1>& d) const { d(0, 0) = 0; }
  double energy(const double& t, const Q&, const Q&) const { return std::sqrt(1 - t); }
  void outputs(const double&, const Q&, const Q&, Vec<double>&) const {}
  void invariants(const double&, const Q&, const Q&, Vec<double>&) const {}
};

// The failure is detected when the block is full. The work up to the failure and the time of cheap steps are then
// unavailable.
TEST(Drive, WorkThatWentBeyondTheEndIsNotKnown) {
  CellRequest request;
  request.problem.name = "oscillator";
  request.method.name = "erk4";
  request.step = "1e-4";
  request.settings["t_end"] = "10";
  const auto cell = resolve(request);
  auto problem = cell.problem();
  problem.in_double.system = [](const Parameters&, const Formulation&) {
    return AnySystem<double>(Minimal(LosesItsEnergy{}));
  };
  const ResolvedCell losing(cell.text(), problem, *problem.formulation(cell.formulation().name), cell.method(),
                            std::make_shared<const Parameters>(cell.data()),
                            std::make_shared<const Parameters>(cell.options()), cell.steps());
  const auto result = run_cell(losing, StopRequest{Status::ok});
  EXPECT_EQ(result.status, Status::non_finite);
  EXPECT_EQ(result.counters.steps, 10000);
  EXPECT_FALSE(result.counters.stages);
  EXPECT_FALSE(result.counters.rhs_evaluations);
  EXPECT_FALSE(result.timing.seconds);
}

struct ManyInvariants : LosesItsEnergy {
  static constexpr int invariant_count = static_cast<int>(Watched::most_invariants) + 1;
};

TEST(Drive, RefusesInvariantsThatItCouldNotWatch) {
  AnySystem<double> fresh(Minimal(ManyInvariants{})), observer = fresh;
  const RunSetup<double> setup{.start = zero_state(fresh), .h = 1, .samples = {.steps = 1}};
  const auto runner = runner_on(fresh, &erk4_on<double>, setup);
  EXPECT_THROW(Drive<double>(runner, observer, setup, 0), std::length_error);
}

// A component far below all others decays to subnormals, with which long doubles are slow.
TEST(Drive, DropsWhatVanishesInLongDouble) {
  const auto& oscillator = problem_named("oscillator");
  const Parameters data(oscillator.parameters, {{"amplitude", "0"}});
  const auto fresh = oscillator.in_long.system(data, oscillator.formulations.front());
  for (const auto& [v, is_kept] : {std::pair{1e-2000L, true}, {1e-3000L, false}}) {
    RunSetup<long double> setup{.start = zero_state(fresh), .h = 1e-3L, .samples = {.steps = 1}};
    setup.start.v[0] = v;
    const auto runner = runner_on(fresh, &erk4_on<long double>, setup);
    Block<long double> block{.states = {1, zero_state(fresh)}};
    ASSERT_EQ(runner.start().status, Status::ok);
    ASSERT_EQ(runner.keep(1, StopRequest{Status::ok}, block).status, Status::ok);
    EXPECT_EQ(block.states.front().v[0] != 0, is_kept);
    EXPECT_EQ(block.states.front().q[0] != 0, is_kept);
  }
}

TEST(Drive, ALargeFinalStateIsReportedByItsHash) {
  const auto& problem = problem_named("pendulum");
  Sample<double> sample = {1,
                           Vec<double>::Ones(400),
                           Vec<double>::Ones(400),
                           Vec<double>::Ones(150),
                           Vec<double>::Ones(50),
                           Vec<double>::Ones(2)};
  const auto result_of = [&] {
    RunResult result;
    result.final_state = final_state(problem, sample);
    return result;
  };
  EXPECT_EQ(result_of().final_state.q.size(), 400u);
  EXPECT_EQ(result_of().final_state.note, "");
  sample.lambda = Vec<double>::Ones(51);
  const auto large = result_of();
  const auto json = to_json(large);
  for (const char* key : {"q", "v", "lambda"}) EXPECT_TRUE(json["final"][key].is_null()) << key;
  EXPECT_EQ(json["final"]["note"], "1001 numbers are omitted; --trajectory writes them");
  EXPECT_EQ(json["final"]["outputs"].size(), 2u);
  const auto again = run_result_from_json(json);
  EXPECT_EQ(to_json(again), json);
  sample.q[3] = 2;
  EXPECT_NE(result_of().final_state.bits, large.final_state.bits);
}

}  // namespace
}  // namespace plumb
