#pragma once
// A simulated clock for a pool, so that tests do not depend on the load of the machine.

#include <atomic>
#include <chrono>
#include <utility>

#include "harness/schedule/pool.hpp"

namespace plumb {

class SetClock {
 public:
  /// Returns the options with this clock, which must outlive the pool.
  PoolOptions of(PoolOptions options) {
    options.begin = {};
    options.now = [this] { return now(); };
    options.interrupted = [this] {
      ++rounds_;
      rounds_.notify_all();
      return false;
    };
    return options;
  }

  /// Sets the clock forward [s], and returns when the pool's watchdog has read it. The watchdog checks for
  /// interruptions at the start of a round, so the second check from now on follows a whole round with the new time.
  void pass(double seconds) {
    seconds_ += seconds;
    int seen = rounds_;
    for (const int end = seen + 2; seen < end; seen = rounds_) rounds_.wait(seen);
  }

 private:
  SteadyClock::time_point now() const {
    return SteadyClock::time_point(
        std::chrono::duration_cast<SteadyClock::duration>(std::chrono::duration<double>(seconds_)));
  }

  std::atomic<double> seconds_ = 0;
  std::atomic<int> rounds_ = 0;
};

}  // namespace plumb
