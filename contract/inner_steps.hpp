#pragma once
// A method that chooses its own steps counts the steps in an output interval, and how many of them were shortened
// because the interval had to end.
//
// The tally belongs to the thread, like a request to stop (contract/stop.hpp): the harness that reads it and the
// stepper that writes it are separated by type erasure.

#include <cstdint>

namespace plumb {

struct InnerSteps {
  static constexpr std::int64_t few = 4;  // limit of steps in an output interval that is not crowded

  std::int64_t taken = 0;    // number of accepted steps; 0: the method reports none
  std::int64_t cut = 0;      // number of steps shortened to end at an output, not by the tolerance
  std::int64_t crowded = 0;  // number of output intervals with more than `few` steps

  bool operator==(const InnerSteps&) const = default;
};

/// While this object lives, the steps that methods of this thread report are added to its tally.
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

/// Methods call this at the end of an output interval.
inline void report_inner_steps(std::int64_t taken, std::int64_t cut) {
  auto* tally = TalliesInnerSteps::now();
  if (!tally) return;
  tally->taken += taken;
  tally->cut += cut;
  if (taken > InnerSteps::few) ++tally->crowded;
}

}  // namespace plumb
