#pragma once
// All files of problems have these in common: parameters with units and bounds, and a horizon.

#include <vector>

#include "contract/parameters.hpp"
#include "problems/mechanisms/mechanism_item.hpp"

namespace plumb {

/// The parameters of the table [parameters], in the order of writing. Throws UsageError.
std::vector<ParameterSpec> parameters_of(const TomlValue& root);

/// Throws UsageError, at the entry's place, unless a number of a file may have the name of this entry.
void require_parameter_name(const TomlEntry& entry);

/// Throws UsageError unless `t_end` is later than `t_begin`.
void require_horizon(const MechanismItem& top);

}  // namespace plumb
