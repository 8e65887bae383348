#pragma once
// Short names of problems and methods for people, with only the parameters that are not at their defaults.

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

/// Returns step, horizon, and the other settings that are not at their defaults, except the number of samples: "h=0.01
/// t=10 newton 1e-10 (residual) long".
std::string short_settings(const Cell& cell);

}  // namespace plumb
