#pragma once
// SampleSteps selects the steps after which the state of a run is sampled.

#include <algorithm>
#include <cstdint>

namespace plumb {

struct SampleSteps {
  std::int64_t steps = 0;    // number of steps of the run
  std::int64_t samples = 0;  // number of equidistant sample times after the start; 0: every step

  std::int64_t count() const { return samples == 0 ? steps : std::min(samples, steps); }
  /// Returns the step at which sample i (from 1) is taken: ⌊steps i / count⌋.
  std::int64_t step_of(std::int64_t i) const { return steps / count() * i + steps % count() * i / count(); }
};

/// Returns whether a step is sampled. It must be called with every step of a run, in ascending order.
class SampleSchedule {
 public:
  explicit SampleSchedule(const SampleSteps& of) : steps_(of), next_(of.step_of(1)) {}

  bool operator()(std::int64_t step) {
    if (step != next_) return false;
    next_ = steps_.step_of(++sample_);
    return true;
  }

 private:
  SampleSteps steps_;
  std::int64_t sample_ = 1, next_;
};

}  // namespace plumb
