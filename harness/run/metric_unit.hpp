#pragma once
// Units of metrics.

#include <string>

#include "problems/problem.hpp"

namespace plumb {

/// SI unit of a metric by its name; "-": dimensionless. Of a norm over coordinates of several kinds the units of all of
/// them: "m and rad". "SI" where it depends on the constraint (`lambda`, `drift.*`).
std::string metric_unit(std::string_view metric, const Problem& problem, const Formulation& formulation,
                        const std::vector<PartsOfKind>& kinds);

}  // namespace plumb
