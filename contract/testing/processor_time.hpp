#pragma once
// CPU time, for tests that limit the cost of a computation.

#include <ctime>

namespace plumb {

/// Returns the CPU time of this process so far [s]. It does not include other processes.
inline double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace plumb
