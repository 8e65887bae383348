#pragma once
// Cross products of cells: all combinations of the values of several axes, such as methods and step sizes.

#include <map>
#include <string>
#include <vector>

#include "harness/cell/request.hpp"
#include "harness/cell/setting.hpp"

namespace plumb {

/// The axes of a cross product, as texts. Every element of `problem`, `formulation` and `method` may be a list of
/// selectors.
struct Axes {
  std::vector<std::string> problem, formulation, method, step;
  // Values of settings, by name. A setting without values has its default.
  std::map<std::string, std::vector<std::string>, std::less<>> settings = {};

  /// Returns the values of "problem", "formulation", "method" or "step", or of a setting. Null for another name.
  std::vector<std::string>* values(std::string_view name);
  /// Returns all names that values() accepts.
  static const std::vector<std::string>& names();
};

/// Maximal number of cells of a study.
inline constexpr std::size_t most_cells = 100'000;

/// Returns all combinations. The problem varies slowest, then formulation, method, step, and the settings. "*" selects
/// compatible entries: formulations of the problem, methods for both, and precisions of the method. Throws UsageError
/// on an axis without values, a malformed selector or number, an unknown choice, or more than most_cells. Has stopping
/// points.
std::vector<CellRequest> cross_product(const Axes& axes);

}  // namespace plumb
