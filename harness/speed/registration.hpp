#pragma once
// Benchmarks of whole catalogues are registered by main(). The catalogues are complete only then, and not while the
// constants of a source are made.

#include <vector>

namespace plumb {

/// main() calls these functions before it looks for the benchmarks that are asked for.
inline std::vector<void (*)()>& registrations() {
  static std::vector<void (*)()> all;
  return all;
}

}  // namespace plumb
