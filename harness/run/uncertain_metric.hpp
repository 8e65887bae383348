#pragma once
// A metric may be uncertain: an energy by the work of forces that is taken off it, an error by a reference that has few
// digits. These functions show a number that is no larger than its uncertainty.

#include <optional>
#include <string>
#include <string_view>

#include "harness/run/run_result.hpp"

namespace plumb {

/// Returns how far a metric may be off [its unit]. None if that is no more than rounding.
std::optional<double> metric_uncertainty(const RunResult& run, std::string_view metric);

/// Returns whether the metric exists and its uncertainty is as large as its value.
bool is_below_uncertainty(const RunResult& run, const std::string& metric);

/// Returns "2e-9 ± 6e-9". A number that is no larger than its uncertainty has one meaningful digit at most.
std::string uncertain_text(double number, double uncertainty);

/// Returns the number of significant digits of a number with this uncertainty, at most `most`.
int meaningful_digits_of(double number, double uncertainty, int most);

}  // namespace plumb
