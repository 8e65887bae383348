#pragma once
// Problems and methods have short names for readers: only the parameters that are not at their defaults are given.

#include <span>
#include <string>
#include <string_view>

#include "harness/cell/resolved_cell.hpp"

namespace plumb {

/// Returns the name with the parameters that are not at their defaults: "degree5(alpha=1)".
std::string short_name(std::string_view name, std::span<const ParameterSpec> specs, const Parameters& values);

/// Return the short names of the cell's problem and method.
std::string short_problem(const ResolvedCell& cell);
std::string short_method(const ResolvedCell& cell);

/// Returns step, horizon, and all other settings that are not at their defaults: "h=0.01 t=10 newton 1e-10 (residual)
/// long".
std::string short_settings(const Cell& cell);

}  // namespace plumb
