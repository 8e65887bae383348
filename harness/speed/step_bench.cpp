// The cost of a step is compared with hand-written loops for the same method in the same binary (the lower bound), and
// measured for every method of the catalogue on every problem in the erased binding.
//
// Both loops of a pair must end in the same state, or they are not timed. Then they run in alternating short slices, by
// the CPU time of the thread. Each row shows the least time per step of both, and the median ratio of adjacent slices.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "harness/run/clock.hpp"
#include "harness/speed/agreement.hpp"
#include "harness/speed/hand_written.hpp"
#include "harness/speed/registration.hpp"
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

constexpr long slice = 2000;  // number of steps in a sample
constexpr double h = 1e-3;    // step size [s]

Parameters parameters(std::string_view method, const std::map<std::string, std::string>& overrides) {
  for (const auto& m : methods())
    if (m.info.name == method) return {m.parameters, overrides};
  throw std::invalid_argument(std::string(method));
}

void append(std::vector<double>& out, const double& x) { out.push_back(x); }
template <std::size_t n>
void append(std::vector<double>& out, const double (&x)[n]) {
  out.insert(out.end(), std::begin(x), std::end(x));
}

/// Returns positions and velocities of a hand-written loop.
std::vector<double> state_of(const auto& hand) {
  std::vector<double> out;
  if constexpr (requires { hand.q; })
    append(out, hand.q);
  else
    append(out, hand.x);
  append(out, hand.v);
  return out;
}

/// A method, and the loop that was written by hand for it.
template <class System, class Method, class Hand>
struct Pair {
  using State = typename System::State;

  System system;
  MethodOptions options;
  State x0;
  Hand hand0;
  double tolerance = 1e-12;  // tolerance for the states after a slice, for roundings in another order

  std::string disagreement(const std::string& name) {
    Method method(system, options);
    auto x = x0;
    auto last = method.start(0, h, x);
    for (long n = 0; n < slice && last.status == Status::ok; ++n) last = method.step(static_cast<double>(n) * h, h, x);
    if (last.status != Status::ok) return name + ": the run fails";
    auto hand = hand0;
    hand.start();
    hand.run(slice);
    std::vector<double> ours(x.q.begin(), x.q.end());
    ours.insert(ours.end(), x.v.begin(), x.v.end());
    return plumb::disagreement(name, ours, state_of(hand), tolerance);
  }

  /// Times slices of both loops in alternation. Each slice begins at the initial state.
  void time(benchmark::State& state) {
    SideBySide times;
    for (auto _ : state) {
      const bool first = times.ours_first();
      double own_seconds = first ? our_slice() : 0;
      const double theirs = hand_slice();
      if (!first) own_seconds = our_slice();
      times.add(own_seconds, theirs);
      state.SetIterationTime(own_seconds);
    }
    times.show(state, "hand", slice);
  }

 private:
  // Works on a local copy of the system, as a run does: the compiler can keep a local object's data in registers.
  double our_slice() const {
    auto own = system;
    Method method(own, options);
    auto x = x0;
    method.start(0, h, x);
    const double taken = cpu_seconds([&] { take_steps(method, h, x, slice); });
    benchmark::DoNotOptimize(x);
    return taken;
  }
  double hand_slice() const {
    auto hand = hand0;
    benchmark::DoNotOptimize(hand);
    hand.start();
    const double taken = cpu_seconds([&] { hand.run(slice); });
    benchmark::DoNotOptimize(hand);
    return taken;
  }
};

template <class S>
struct Erk4 : ExplicitRk<S, FixedTableau<double, erk4>> {
  Erk4(S& system, const MethodOptions& options) : ExplicitRk<S, FixedTableau<double, erk4>>(system, options, {}) {}
};

using Angle = Minimal<PendulumAngle<double>>;
using Top = Minimal<SpinningTop<double>>;
using Cartesian = Constrained<PendulumCartesian<double>>;

Angle angle() { return Angle(PendulumAngle<double>{{1, 1, 9.81}}); }
constexpr double ratio = 9.81;

auto pendulum_cd() {
  return Pair<Angle, ConditionallyExplicit<2, Angle>, hand::PendulumCd>{
      angle(), {parameters("cd", {}), {}}, zero_state(angle()), {ratio, h}};
}
auto pendulum_degree5() {
  return Pair<Angle, ConditionallyExplicit<4, Angle>, hand::PendulumDegree5>{
      angle(), {parameters("degree5", {}), {}}, zero_state(angle()), {ratio, h, {0.8, 1, 1, 1}}};
}
auto pendulum_erk4() {
  return Pair<Angle, Erk4<Angle>, hand::PendulumErk4>{angle(), {}, zero_state(angle()), {ratio, h}};
}
auto spinning_top_degree5() {
  const Problem& problem = problems()[2];
  Top top(spinning_top<double>(Parameters(problem.parameters, {})));
  auto x = zero_state(top);
  constexpr double tilt = 3.14159265358979323846 / 6, spin = 4 * 3.14159265358979323846;
  x.q[1] = tilt;
  x.v[2] = spin;
  const auto options =
      parameters("degree5", {{"alpha", "1.62"}, {"beta", "1.03522"}, {"gamma", "1.0291293"}, {"zeta", "1.016"}});
  const hand::TopDegree5 floor{
      5e-5,         2e-4,        0.02 * 9.81 * 0.05, h, 16 * unit_roundoff<double>(), {1.62, 1.03522, 1.0291293, 1.016},
      {0, tilt, 0}, {0, 0, spin}};
  return Pair<Top, ConditionallyExplicit<4, Top>, hand::TopDegree5>{top, {options, {}}, x, floor};
}
auto pendulum_index3_degree5() {
  Cartesian cartesian(PendulumCartesian<double>{{1, 1, 9.81}}, Form::index3);
  auto x = zero_state(cartesian);
  constexpr double right_angle = 3.14159265358979323846 / 2;
  x.q << 1, 0, right_angle;
  MethodOptions options{parameters("degree5", {{"alpha", "1"}}), {}};
  options.newton.tolerance = 1e-4;
  const hand::CartesianDegree5 floor{1, 1, 9.81, h, 1e-4, {1, 1, 1, 1}, {1, 0, right_angle}, {0, 0, 0}};
  return Pair<Cartesian, ConstrainedFamily<4, Cartesian>, hand::CartesianDegree5>{cartesian, options, x, floor};
}

/// The stars at their start, for a hand-written loop and for Plumb.
const Problem& pleiades_entry() { return *std::ranges::find(problems(), "pleiades", &Problem::name); }
using Stars = Minimal<Pleiades<double>>;
template <class Method, class Hand>
Pair<Stars, Method, Hand> stars(const MethodOptions& options, Hand hand) {
  const Parameters data(pleiades_entry().parameters, {});
  const auto start = pleiades_entry().in_double.initial(data, pleiades_entry().formulations[0]);
  Stars system(pleiades<double>(data));
  auto x = zero_state(system);
  x.q = start.q;
  x.v = start.v;
  std::ranges::copy(system.model.masses, hand.stars.masses);
  std::ranges::copy(start.q, hand.x);
  std::ranges::copy(start.v, hand.v);
  return {system, options, x, hand};
}
auto pleiades_cd() {
  return stars<ConditionallyExplicit<2, Stars>>({parameters("cd", {}), {}}, hand::PleiadesCd{.h = h});
}
auto pleiades_degree5() {
  return stars<ConditionallyExplicit<4, Stars>>({parameters("degree5", {}), {}},
                                                hand::PleiadesDegree5{.h = h, .c = {0.8, 1, 1, 1}});
}
auto pleiades_erk4() { return stars<Erk4<Stars>>({}, hand::PleiadesErk4{.h = h}); }

void register_pair(const std::string& name, auto make) {
  agreements().push_back([=] { return make().disagreement(name); });
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { make().time(state); })->UseManualTime();
}

const bool pairs_registered = [] {
  register_pair("pendulum_cd", pendulum_cd);
  register_pair("pendulum_degree5", pendulum_degree5);
  register_pair("pendulum_erk4", pendulum_erk4);
  register_pair("spinning_top_degree5", spinning_top_degree5);
  register_pair("pendulum_index3_degree5", pendulum_index3_degree5);
  register_pair("pleiades_cd", pleiades_cd);
  register_pair("pleiades_degree5", pleiades_degree5);
  register_pair("pleiades_erk4", pleiades_erk4);
  return true;
}();

/// Times one step of a method of the catalogue through the erased binding. Fast motions have a short step, within their
/// horizon.
void erased(benchmark::State& state, const Method& method, const Problem& problem, const Formulation& formulation) {
  const Parameters data(problem.parameters, {});
  auto system = problem.in_double.system(data, formulation);
  const auto x0 = initial_state(problem, data, formulation, system);
  const auto stepper = method.in_double(system, {Parameters(method.parameters, {}), {}});
  const double t_end = number_from_text<double>(problem.t_end), step = std::min(h, t_end / 300);
  const long steps = std::min(slice, std::lround(t_end / step));
  double best = 1e300;
  for (auto _ : state) {
    auto x = x0;
    auto last = stepper->start(0, step, x);
    best = std::min(best, cpu_seconds([&] {
                      for (long n = 0; n < steps && last.status == Status::ok; ++n)
                        last = stepper->step(static_cast<double>(n) * step, step, x);
                    }));
    if (last.status != Status::ok) return state.SkipWithError(std::string(name(last.status)).c_str());
  }
  state.counters["step_ns"] = 1e9 * best / static_cast<double>(steps);
}

void register_catalogue() {
  for (const auto& problem : problems())
    for (const auto& formulation : problem.formulations)
      for (const auto& method : methods()) {
        if (!method.fits(formulation.family())) continue;
        std::string title = "erased/";
        title.append(problem.name).append("/").append(formulation.name).append("/").append(method.info.name);
        benchmark::RegisterBenchmark(title.c_str(),
                                     [&](benchmark::State& state) { erased(state, method, problem, formulation); });
      }
}
const bool registered = (registrations().push_back(register_catalogue), true);

}  // namespace
}  // namespace plumb
