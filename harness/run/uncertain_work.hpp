#pragma once
// What is not known of the energy that is left once the work of forces is taken off, and how a number is shown that is
// no larger.

#include <optional>
#include <string>
#include <string_view>

#include "harness/run/run_result.hpp"

namespace plumb {

/// How far W may be off that a metric is made of [J]. None of other metrics, and where energy is kept.
std::optional<double> work_uncertainty(const RunResult& run, std::string_view metric);

/// Whether the run has such a metric, and W may be off by as much.
bool is_below_uncertainty(const RunResult& run, const std::string& metric);

/// "2e-9 ± 6e-9": a number that is no larger than what is not known of it has one digit at most.
std::string uncertain_text(double number, double uncertainty);

}  // namespace plumb
