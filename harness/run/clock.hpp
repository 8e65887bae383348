#pragma once
// The clocks for timing.

#include <ctime>
#include <functional>

namespace plumb {

/// Returns a monotonic time [s]; only differences are meaningful.
using Clock = std::function<double()>;

/// Returns the CPU time of this thread [s]. It does not advance while other threads have the processor.
inline double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace plumb
