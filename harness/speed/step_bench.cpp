// Cost of a step: beside hand-written loops for the same method in the same binary (the floor), and of every method of
// the catalogue on every problem in the erased binding.
//
// A pair runs in alternating short slices; each row shows the least time of a step of either side, and the median ratio
// of neighbouring slices.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

#include "harness/speed/hand_written.hpp"
#include "harness/speed/side_by_side.hpp"
#include "methods/catalogue.hpp"
#include "methods/conditionally-explicit/conditionally_explicit.hpp"
#include "methods/conditionally-explicit/constrained_family.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/catalogue.hpp"
#include "problems/pendulum/pendulum.hpp"
#include "problems/pleiades/pleiades.hpp"
#include "problems/spinning-top/spinning_top.hpp"

namespace plumb {
namespace {

constexpr long slice = 2000;  // steps
constexpr double h = 1e-3;    // s

Parameters parameters(std::string_view method, const std::map<std::string, std::string>& given) {
  for (const auto& m : methods())
    if (m.info.name == method) return {m.parameters, given};
  throw std::invalid_argument(std::string(method));
}

/// Alternates slices of both sides, starting afresh in each.
template <class System, class Method, class Hand>
void pair(benchmark::State& state, System system, const MethodOptions& options, const typename System::State& x0,
          Hand hand0) {
  SideBySide times;
  const auto our_slice = [&] {
    Method method(system, options);
    auto x = x0;
    method.start(0, h, x);
    const double taken = cpu_seconds([&] { take_steps(method, h, x, slice); });
    benchmark::DoNotOptimize(x);
    return taken;
  };
  const auto hand_slice = [&] {
    auto hand = hand0;
    benchmark::DoNotOptimize(hand);
    hand.start();
    const double taken = cpu_seconds([&] { hand.run(slice); });
    benchmark::DoNotOptimize(hand);
    return taken;
  };
  for (auto _ : state) {
    const bool first = times.ours_first();
    double mine = first ? our_slice() : 0;
    const double theirs = hand_slice();
    if (!first) mine = our_slice();
    times.add(mine, theirs);
    state.SetIterationTime(mine);
  }
  times.show(state, "hand", slice);
}

template <class S>
struct Erk4 : ExplicitRk<S, FixedTableau<double, erk4>> {
  Erk4(S& system, const MethodOptions& options) : ExplicitRk<S, FixedTableau<double, erk4>>(system, options, {}) {}
};

using Angle = Minimal<PendulumAngle<double>>;
using Top = Minimal<SpinningTop<double>>;
using Cartesian = Constrained<PendulumCartesian<double>>;

Angle angle() { return Angle(PendulumAngle<double>{{1, 1, 9.81}}); }
constexpr double ratio = 9.81;

void pendulum_cd(benchmark::State& state) {
  pair<Angle, ConditionallyExplicit<2, Angle>>(state, angle(), {parameters("cd", {}), {}}, zero_state(angle()),
                                               hand::PendulumCd{ratio, h});
}
void pendulum_degree5(benchmark::State& state) {
  pair<Angle, ConditionallyExplicit<4, Angle>>(state, angle(), {parameters("degree5", {}), {}}, zero_state(angle()),
                                               hand::PendulumDegree5{ratio, h, {0.8, 1, 1, 1}});
}
void pendulum_erk4(benchmark::State& state) {
  pair<Angle, Erk4<Angle>>(state, angle(), {}, zero_state(angle()), hand::PendulumErk4{ratio, h});
}
void spinning_top_degree5(benchmark::State& state) {
  const Problem& problem = problems()[2];
  Top top(spinning_top<double>(Parameters(problem.parameters, {})));
  auto x = zero_state(top);
  constexpr double tilt = 3.14159265358979323846 / 6, spin = 4 * 3.14159265358979323846;
  x.q[1] = tilt;
  x.v[2] = spin;
  const auto options =
      parameters("degree5", {{"alpha", "1.62"}, {"beta", "1.03522"}, {"gamma", "1.0291293"}, {"zeta", "1.016"}});
  hand::TopDegree5 floor{
      5e-5,         2e-4,        0.02 * 9.81 * 0.05, h, 16 * unit_roundoff<double>(), {1.62, 1.03522, 1.0291293, 1.016},
      {0, tilt, 0}, {0, 0, spin}};
  pair<Top, ConditionallyExplicit<4, Top>>(state, top, {options, {}}, x, floor);
}
void pendulum_index3_degree5(benchmark::State& state) {
  Cartesian cartesian(PendulumCartesian<double>{{1, 1, 9.81}}, Form::index3);
  auto x = zero_state(cartesian);
  constexpr double right_angle = 3.14159265358979323846 / 2;
  x.q << 1, 0, right_angle;
  MethodOptions options{parameters("degree5", {{"alpha", "1"}}), {}};
  options.newton.tolerance = 1e-4;
  hand::CartesianDegree5 floor{1, 1, 9.81, h, 1e-4, {1, 1, 1, 1}, {1, 0, right_angle}, {0, 0, 0}};
  pair<Cartesian, ConstrainedFamily<4, Cartesian>>(state, cartesian, options, x, floor);
}

/// The stars at their start, for a hand-written loop or for Plumb.
const Problem& pleiades_entry() { return *std::ranges::find(problems(), "pleiades", &Problem::name); }
using Stars = Minimal<Pleiades<double>>;
template <class Method, class Hand>
void stars(benchmark::State& state, const MethodOptions& options, Hand hand) {
  const Parameters data(pleiades_entry().parameters, {});
  const auto start = pleiades_entry().in_double.initial(data, pleiades_entry().formulations[0]);
  Stars system(pleiades<double>(data));
  auto x = zero_state(system);
  x.q = start.q;
  x.v = start.v;
  std::ranges::copy(system.model.masses, hand.stars.masses);
  std::ranges::copy(start.q, hand.x);
  std::ranges::copy(start.v, hand.v);
  pair<Stars, Method>(state, system, options, x, hand);
}
void pleiades_cd(benchmark::State& state) {
  stars<ConditionallyExplicit<2, Stars>>(state, {parameters("cd", {}), {}}, hand::PleiadesCd{.h = h});
}
void pleiades_degree5(benchmark::State& state) {
  stars<ConditionallyExplicit<4, Stars>>(state, {parameters("degree5", {}), {}},
                                         hand::PleiadesDegree5{.h = h, .c = {0.8, 1, 1, 1}});
}
void pleiades_erk4(benchmark::State& state) { stars<Erk4<Stars>>(state, {}, hand::PleiadesErk4{.h = h}); }

BENCHMARK(pendulum_cd)->UseManualTime();
BENCHMARK(pendulum_degree5)->UseManualTime();
BENCHMARK(pendulum_erk4)->UseManualTime();
BENCHMARK(spinning_top_degree5)->UseManualTime();
BENCHMARK(pendulum_index3_degree5)->UseManualTime();
BENCHMARK(pleiades_cd)->UseManualTime();
BENCHMARK(pleiades_degree5)->UseManualTime();
BENCHMARK(pleiades_erk4)->UseManualTime();

/// One step of a method of the catalogue through the erased binding.
void erased(benchmark::State& state, const Method& method, const Problem& problem, const Formulation& formulation) {
  const Parameters data(problem.parameters, {});
  auto system = problem.in_double.system(data, formulation);
  const auto x0 = initial_state(problem, data, formulation, system);
  const auto stepper = method.in_double(system, {Parameters(method.parameters, {}), {}});
  double best = 1e300;
  for (auto _ : state) {
    auto x = x0;
    auto last = stepper->start(0, h, x);
    best = std::min(best, cpu_seconds([&] {
                      for (long n = 0; n < slice && last.status == Status::ok; ++n)
                        last = stepper->step(static_cast<double>(n) * h, h, x);
                    }));
    if (last.status != Status::ok) return state.SkipWithError(std::string(name(last.status)).c_str());
  }
  state.counters["step_ns"] = 1e9 * best / slice;
}

const bool registered = [] {
  for (const auto& problem : problems())
    for (const auto& formulation : problem.formulations)
      for (const auto& method : methods()) {
        if (!method.fits(formulation.family())) continue;
        std::string title = "erased/";
        title.append(problem.name).append("/").append(formulation.name).append("/").append(method.info.name);
        benchmark::RegisterBenchmark(title.c_str(),
                                     [&](benchmark::State& state) { erased(state, method, problem, formulation); });
      }
  return true;
}();

}  // namespace
}  // namespace plumb
