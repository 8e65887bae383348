#pragma once
// Two implementations take the same steps in alternating short slices. The results are both times and their ratio.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

#include "contract/method.hpp"
#include "harness/run/clock.hpp"

namespace plumb {

/// Returns the CPU time of this thread for the work [s], which excludes other programs on the machine.
double cpu_seconds(auto&& work) {
  const double begin = thread_seconds();
  work();
  return thread_seconds() - begin;
}

/// Collects the times of slices of both implementations. `ratio` is the median of the ratios of adjacent slices, which
/// depends least on the load of the machine.
class SideBySide {
 public:
  void add(double ours, double theirs) {
    least = std::min(least, ours);
    least_of_other = std::min(least_of_other, theirs);
    ratios.push_back(ours / theirs);
  }
  bool ours_first() const { return ratios.size() % 2 == 0; }  // alternates: the second has warmer caches

  /// Sets the counters of a row: the least time per step of each implementation [ns], and the median ratio.
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

/// Takes steps as a run does. `flatten` inlines the whole step into the loop, unless it is a virtual call.
template <class M>
[[gnu::flatten]] StepResult take_steps(M& method, double h, typename M::State& x, long steps) {
  StepResult last;
  for (long n = 0; n < steps && last.status == Status::ok; ++n) last = method.step(static_cast<double>(n) * h, h, x);
  return last;
}

}  // namespace plumb
