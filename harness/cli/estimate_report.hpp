#pragma once
// The estimate of what a study will take is printed here.

#include <string>

#include "harness/schedule/estimate.hpp"

namespace plumb {

/// Returns the estimate of the cells. Those in the store of this file need not run. There is no store if the name is ""
/// or the file does not exist.
StudyEstimate estimate_with(const Cells& cells, const std::string& store);

/// Prints on stdout counts of cells, core time, and the memory for so many runs at a time, or one JSON object.
void print_estimate(const StudyEstimate& estimate, const std::string& store, int jobs, bool json);

/// Returns a text like "120 MB", rounded up to two digits.
std::string memory_text(double bytes);

}  // namespace plumb
