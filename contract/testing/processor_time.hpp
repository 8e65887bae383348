#pragma once
// The time that tests hold the program to.

#include <ctime>

namespace plumb {

/// Returns the processor's time of this process so far [s]. Other work of the machine does not lengthen it.
inline double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace plumb
