#pragma once
// A metric may be uncertain: an energy because of the work that is subtracted from it, an error because of a reference
// of low accuracy. These functions return the uncertainty, the number of meaningful digits, and the text to print.

#include <optional>
#include <string>
#include <string_view>

#include "harness/run/run_result.hpp"

namespace plumb {

/// Returns the uncertainty of a metric [unit of the metric]; none if it is only rounding.
std::optional<double> metric_uncertainty(const RunResult& run, std::string_view metric);

/// Returns whether the metric exists and is not larger than its uncertainty.
bool is_below_uncertainty(const RunResult& run, const std::string& metric);

/// Returns "2e-9 ± 6e-9". A number that is no larger than its uncertainty has one meaningful digit at most.
std::string uncertain_text(double number, double uncertainty);

/// Returns the number of significant digits of a number with this uncertainty, at most `most`.
int meaningful_digits_of(double number, double uncertainty, int most);

}  // namespace plumb
