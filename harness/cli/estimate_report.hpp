#pragma once
// What a study will take, as it is printed.

#include <string>

#include "harness/schedule/estimate.hpp"

namespace plumb {

/// The estimate of the cells; what is in the file of a store need not run. "" or a file that is not there: no store.
StudyEstimate estimate_with(const Cells& cells, const std::string& store);

/// On stdout: counts of cells, core time and memory, the latter for so many runs at a time; or one JSON object.
void print_estimate(const StudyEstimate& estimate, const std::string& store, int jobs, bool json);

/// "120 MB"; rounded up to two digits.
std::string memory_text(double bytes);

}  // namespace plumb
