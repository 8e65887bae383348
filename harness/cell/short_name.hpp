#pragma once
// Problems and methods as people name them: with the parameters that are not at their defaults, and no others.

#include <span>
#include <string>
#include <string_view>

#include "harness/cell/resolved_cell.hpp"

namespace plumb {

/// "degree5(alpha=1)": the name with the parameters that are not at their defaults.
std::string short_name(std::string_view name, std::span<const ParameterSpec> specs, const Parameters& values);

/// The cell's problem and method in that way.
std::string short_problem(const ResolvedCell& cell);
std::string short_method(const ResolvedCell& cell);

/// Step, horizon, and what else of its settings is not the default: "h=0.01 t=10 newton 1e-10 (residual) long".
std::string short_settings(const Cell& cell);

}  // namespace plumb
