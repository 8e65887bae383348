#pragma once
// All files of problems have these in common: parameters with units and bounds, and a horizon.

#include <span>
#include <vector>

#include "contract/parameters.hpp"
#include "problems/mechanisms/mechanism_item.hpp"

namespace plumb {

/// The parameters of the table [parameters], in the order of writing. Throws UsageError.
std::vector<ParameterSpec> parameters_of(const TomlValue& root);

/// Reads { by = "data", corrected = 1, paper = "1/3" }: returns the number for the choice of parameter `by`. The
/// numbers of the other choices are read and checked too. Throws UsageError.
ExactNumber number_by_choice(const MechanismItem& item, const Parameters& parameters,
                             const std::vector<ParameterSpec>& specs);
/// Reads { by = "data", corrected = "relative", paper = "incremental" } in the same way: returns the index of the text
/// in `texts`.
std::size_t choice_by_choice(const MechanismItem& item, std::span<const std::string_view> texts,
                             const Parameters& parameters, const std::vector<ParameterSpec>& specs);

/// Throws UsageError, at the entry's place, unless a number of a file may have the name of this entry.
void require_parameter_name(const TomlEntry& entry);

/// Throws UsageError unless `t_end` is later than `t_begin`.
void require_horizon(const MechanismItem& top);

}  // namespace plumb
