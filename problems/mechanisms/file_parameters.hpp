#pragma once
// Elements common to all problem files: parameters with units and bounds, and the time horizon.

#include <span>
#include <vector>

#include "contract/parameters.hpp"
#include "problems/mechanisms/mechanism_item.hpp"

namespace plumb {

/// Reads the parameters of the table [parameters], in the order of the file. Throws UsageError.
std::vector<ParameterSpec> parameters_of(const TomlValue& root);

/// Reads { by = "data", corrected = 1, paper = "1/3" }: returns the number for the choice of parameter `by`. The
/// numbers of the other choices are read and validated too. Throws UsageError.
ExactNumber number_by_choice(const MechanismItem& item, const Parameters& parameters,
                             const std::vector<ParameterSpec>& specs);
/// Reads { by = "data", corrected = "relative", paper = "incremental" } in the same way: returns the index of the text
/// in `texts`.
std::size_t choice_by_choice(const MechanismItem& item, std::span<const std::string_view> texts,
                             const Parameters& parameters, const std::vector<ParameterSpec>& specs);

/// Throws UsageError with the location of the entry unless its name is allowed as the name of a number.
void require_parameter_name(const TomlEntry& entry);

/// Throws UsageError unless `t_end` is later than `t_begin`.
void require_horizon(const MechanismItem& top);

}  // namespace plumb
