#pragma once
// What is not known of a metric, and how a number is shown that is no larger: of energies the work of forces that is
// taken off them, of errors a reference that has few digits.

#include <optional>
#include <string>
#include <string_view>

#include "harness/run/run_result.hpp"

namespace plumb {

/// How far a metric may be off [its unit]. None where that is no more than rounding.
std::optional<double> metric_uncertainty(const RunResult& run, std::string_view metric);

/// Whether the run has such a metric, and it may be off by as much.
bool is_below_uncertainty(const RunResult& run, const std::string& metric);

/// "2e-9 ± 6e-9": a number that is no larger than what is not known of it has one digit at most.
std::string uncertain_text(double number, double uncertainty);

/// How many digits of a number mean something of which so much is not known, `most` at most.
int meaningful_digits_of(double number, double uncertainty, int most);

}  // namespace plumb
