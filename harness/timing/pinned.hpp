#pragma once
// A thread stays on one core while it is timed, so that its caches stay its own.

#include <sched.h>

#include <optional>

namespace plumb {

/// Keeps this thread on its present core as long as the object lives, if the machine allows it.
class Pinned {
 public:
  Pinned() {
    const int here = sched_getcpu();
    if (here < 0 || sched_getaffinity(0, sizeof before_, &before_) != 0) return;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(here), &one);
    if (sched_setaffinity(0, sizeof one, &one) == 0) core_ = here;
  }
  ~Pinned() {
    if (core_) sched_setaffinity(0, sizeof before_, &before_);
  }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;

  /// Returns the core. None: the machine did not allow it.
  std::optional<int> core() const { return core_; }

 private:
  cpu_set_t before_{};
  std::optional<int> core_;
};

}  // namespace plumb
