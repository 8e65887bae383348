#pragma once
// Two programs take the same steps in alternating short slices. The result is the time of each, and the ratio of the
// two.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

#include "contract/method.hpp"
#include "harness/run/clock.hpp"

namespace plumb {

/// Returns the CPU time of this thread that the work takes [s], because others may share the machine.
double cpu_seconds(auto&& work) {
  const double begin = thread_seconds();
  work();
  return thread_seconds() - begin;
}

/// Collects slices of both sides. `ratio` is the median over pairs of neighbours, which load on the machine moves
/// least.
class SideBySide {
 public:
  void add(double ours, double theirs) {
    least = std::min(least, ours);
    least_of_other = std::min(least_of_other, theirs);
    ratios.push_back(ours / theirs);
  }
  bool ours_first() const { return ratios.size() % 2 == 0; }  // alternates: the second runs warmer

  /// Sets the counters of a row: least nanoseconds a step of either side, and the median ratio.
  void show(benchmark::State& state, const std::string& other, long steps) {
    state.counters["plumb_ns"] = 1e9 * least / static_cast<double>(steps);
    state.counters[other + "_ns"] = 1e9 * least_of_other / static_cast<double>(steps);
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    state.counters["ratio"] = *middle;
  }

 private:
  double least = 1e300, least_of_other = 1e300;
  std::vector<double> ratios;
};

/// Takes steps as a run does: the whole step is compiled into the loop, unless it is a virtual call.
template <class M>
[[gnu::flatten]] StepResult take_steps(M& method, double h, typename M::State& x, long steps) {
  StepResult last;
  for (long n = 0; n < steps && last.status == Status::ok; ++n) last = method.step(static_cast<double>(n) * h, h, x);
  return last;
}

}  // namespace plumb
