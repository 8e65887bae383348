#pragma once
// A cross product has all combinations of the values of some axes.

#include <map>
#include <string>
#include <vector>

#include "harness/cell/request.hpp"
#include "harness/cell/setting.hpp"

namespace plumb {

/// The axes of a cross product, as texts. Every element of the first three may be a list of selectors.
struct Axes {
  std::vector<std::string> problem, formulation, method, step;
  // Keyed by name. A setting without values has its default.
  std::map<std::string, std::vector<std::string>, std::less<>> settings = {};

  /// Returns the values of "problem", "formulation", "method" or "step", or of a setting. Null for another name.
  std::vector<std::string>* values(std::string_view name);
  /// Returns all these names.
  static const std::vector<std::string>& names();
};

/// Maximal number of cells of a study.
inline constexpr std::size_t most_cells = 100'000;

/// Returns all combinations. The problem varies slowest, then formulation, method, step, and the settings. The meaning
/// of "*" depends on the names before: formulations depend on the problem, methods on both, and precisions on the
/// method. Throws UsageError on an axis without values, a malformed selector or number, an unknown choice, or more than
/// most_cells. Has stopping points.
std::vector<CellRequest> cross_product(const Axes& axes);

}  // namespace plumb
