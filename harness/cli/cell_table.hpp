#pragma once
// Cells and their results as people read them.

#include <optional>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/run_result.hpp"
#include "harness/text/table.hpp"

namespace plumb {

/// "degree5(alpha=1)": the name with the parameters that are not at their defaults.
std::string short_name(std::string_view name, std::span<const ParameterSpec> specs, const Parameters& values);

/// The cell's problem and method in that way.
std::string short_problem(const ResolvedCell& cell);
std::string short_method(const ResolvedCell& cell);

/// The metrics that it shows.
const std::vector<std::string>& metrics_shown();

/// A table of cells, a row each. Settings that all cells share stand in the caption, columns that are empty throughout
/// are left out, and every failure has its reason in the notes.
Table cell_table(const std::vector<ResolvedCell>& cells, const std::vector<std::optional<RunResult>>& results);

}  // namespace plumb
