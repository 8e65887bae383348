#pragma once
// Benchmarks of whole catalogues are registered by main(). The catalogues are complete only then, and not while the
// constants of a source are made.

#include <vector>

namespace plumb {

/// main() calls these functions before it selects the requested benchmarks.
inline std::vector<void (*)()>& registrations() {
  static std::vector<void (*)()> all;
  return all;
}

}  // namespace plumb
