#pragma once
// Counts the steps that an adaptive method takes in each output interval, and how many of them were shortened to end
// exactly at the end of the interval.
//
// The counts are thread-local, like a request to stop (contract/stop.hpp), because type erasure separates the stepper
// that writes them from the harness that reads them.

#include <cstdint>

namespace plumb {

struct InnerSteps {
  static constexpr std::int64_t few = 4;  // an output interval with more steps counts as crowded

  std::int64_t taken = 0;    // number of accepted steps; 0: the method reports none
  std::int64_t cut = 0;      // number of steps shortened to end at an output, not by the tolerance
  std::int64_t crowded = 0;  // number of output intervals with more than `few` steps

  bool operator==(const InnerSteps&) const = default;
};

/// During the lifetime of this object, the steps that methods on this thread report are added to `tally`.
class TalliesInnerSteps {
 public:
  explicit TalliesInnerSteps(InnerSteps& tally) : before_(now()) { now() = &tally; }
  ~TalliesInnerSteps() { now() = before_; }
  TalliesInnerSteps(const TalliesInnerSteps&) = delete;
  TalliesInnerSteps& operator=(const TalliesInnerSteps&) = delete;

 private:
  friend void report_inner_steps(std::int64_t taken, std::int64_t cut);
  static InnerSteps*& now() {
    static thread_local InnerSteps* tally = nullptr;
    return tally;
  }

  InnerSteps* before_;
};

/// Methods call this at the end of an output interval, with the numbers of accepted steps and of shortened steps.
inline void report_inner_steps(std::int64_t taken, std::int64_t cut) {
  auto* tally = TalliesInnerSteps::now();
  if (!tally) return;
  tally->taken += taken;
  tally->cut += cut;
  if (taken > InnerSteps::few) ++tally->crowded;
}

}  // namespace plumb
