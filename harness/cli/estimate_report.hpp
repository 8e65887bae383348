#pragma once
// Prints the expected time and memory of studies and papers.

#include <string>
#include <vector>

#include "harness/paper/expected_work.hpp"

namespace plumb {

/// Prints the numbers of cells, the core time, and the memory for `jobs` simultaneous runs on stdout, as text or as one
/// JSON object.
void print_estimate(const StudyEstimate& estimate, const std::string& store, int jobs, bool json);

/// Prints a table with a row for each paper, or a JSON array with an object for each paper. `draws` means that the
/// estimates include the runs for figures.
void print_estimates(const std::vector<PaperEstimate>& papers, const std::string& store, bool draws, int jobs,
                     bool json);
/// Returns the line that is printed before the runs of a paper: number of runs, number of stored runs, core time.
std::string announced(const PaperEstimate& paper);
/// Returns the core time of each paper and their sum, "li2019 30 s, zhang2022 1 h 10 min; about 1 h 11 min ...". Empty
/// if there is one paper.
std::string announced(const std::vector<PaperEstimate>& papers);

/// Returns a text like "120 MB" or "1.3 GB", rounded up to 0.1 below 10 and to a whole number above.
std::string memory_text(double bytes);

}  // namespace plumb
