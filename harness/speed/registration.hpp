#pragma once
// Benchmarks of whole catalogues are registered by main(), because the catalogues may be incomplete during static
// initialisation.

#include <vector>

namespace plumb {

/// Returns the functions that register benchmarks. main() calls them before it selects the requested benchmarks.
inline std::vector<void (*)()>& registrations() {
  static std::vector<void (*)()> all;
  return all;
}

}  // namespace plumb
