#pragma once
// All combinations of the values of some axes.

#include <map>
#include <string>
#include <vector>

#include "harness/cell/request.hpp"
#include "harness/cell/setting.hpp"

namespace plumb {

/// The axes of a cross product, as texts; every element of the first three may be a list of selectors.
struct Axes {
  std::vector<std::string> problem, formulation, method, step;
  std::map<std::string, std::vector<std::string>, std::less<>> settings = {};  // by name; none: the default

  /// The values of "problem", "formulation", "method" or "step", or of a setting; null for another name.
  std::vector<std::string>* values(std::string_view name);
  /// All these names.
  static const std::vector<std::string>& names();
};

/// Most cells that one study has.
inline constexpr std::size_t most_cells = 100'000;

/// All combinations. The problem varies slowest, then formulation, method, step, and the settings. What "*" stands for
/// depends on the names before: the formulations on that of the problem, the methods on both, the precisions on that of
/// the method. Throws UsageError: an axis without values, a malformed selector or number, a choice that is unknown,
/// more than most_cells. Has stopping points.
std::vector<CellRequest> cross_product(const Axes& axes);

}  // namespace plumb
