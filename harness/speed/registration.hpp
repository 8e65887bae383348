#pragma once
// Benchmarks of whole catalogues: these are complete once main() runs, not while a source's own constants are made.

#include <vector>

namespace plumb {

/// What main() calls before it looks for the benchmarks that are asked for.
inline std::vector<void (*)()>& registrations() {
  static std::vector<void (*)()> all;
  return all;
}

}  // namespace plumb
