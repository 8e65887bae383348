// Times explicit Runge-Kutta methods of Plumb against methods of Boost.Odeint, both from the catalogue in the erased
// binding. The method of Odeint has the same tableau if Odeint has it, otherwise the nearest order and number of
// stages.

#include <algorithm>

#include "harness/speed/side_by_side.hpp"
#include "methods/catalogue.hpp"
#include "problems/catalogue.hpp"

namespace plumb {
namespace {

constexpr double h = 1e-3;   // step size [s]
constexpr long slice = 500;  // number of steps in a sample

struct Side {
  AnySystem<double> system;
  std::unique_ptr<AnyStepper<double>> stepper;

  Side(const AnySystem<double>& of, std::string_view method) : system(of) {
    const auto& entry = *std::ranges::find(methods(), method, [](const Method& m) { return m.info.name; });
    stepper = entry.in_double(system, {Parameters(entry.parameters, {}), {}});
  }
  double seconds(AnySystem<double>::State x) {
    auto last = stepper->start(0, h, x);
    const double time = cpu_seconds([&] { last = take_steps(*stepper, h, x, slice); });
    benchmark::DoNotOptimize(x);
    return time;
  }
};

void compare_with_odeint(benchmark::State& state, std::string_view problem_name, std::string_view ours,
                         std::string_view theirs) {
  const auto& problem = *std::ranges::find(problems(), problem_name, &Problem::name);
  const auto& formulation = problem.formulations[0];
  const Parameters data(problem.parameters, {});
  auto system = problem.in_double.system(data, formulation);
  const auto x0 = initial_state(problem, data, formulation, system);
  Side plumb(system, ours), odeint(system, theirs);
  SideBySide times;
  for (auto _ : state) {
    const bool first = times.ours_first();
    double own_seconds = first ? plumb.seconds(x0) : 0;
    const double other = odeint.seconds(x0);
    if (!first) own_seconds = plumb.seconds(x0);
    times.add(own_seconds, other);
    state.SetIterationTime(own_seconds);
  }
  times.show(state, "odeint", slice);
}

const bool registered = [] {
  constexpr std::string_view pairs[][2] = {
      {"erk4", "odeint-rk4"}, {"dopri5", "odeint-dopri5"}, {"dop853", "odeint-fehlberg78"}};
  for (const std::string_view problem : {"pendulum", "pleiades"})
    for (const auto& [ours, theirs] : pairs) {
      std::string title = "beside_odeint/";
      title.append(problem).append("/").append(ours).append("/").append(theirs);
      benchmark::RegisterBenchmark(title.c_str(), [=](benchmark::State& state) {
        compare_with_odeint(state, problem, ours, theirs);
      })->UseManualTime();
    }
  return true;
}();

}  // namespace
}  // namespace plumb
