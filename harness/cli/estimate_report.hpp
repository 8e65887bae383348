#pragma once
// Prints the expected time and memory of studies and papers.

#include <memory>
#include <string>
#include <vector>

#include "harness/paper/expected_work.hpp"

namespace plumb {

/// Opens the store read-only for an estimate. Null if the name is "" or the file does not exist.
std::unique_ptr<Store> store_to_look_at(const std::string& store);

/// Returns the estimate of the cells. Cells that the store holds need no run. There is no store if the name is "" or
/// the file does not exist.
StudyEstimate estimate_with(const Cells& cells, const std::string& store);

/// Prints on stdout the numbers of cells, the core time, and the memory for `jobs` runs at a time, or one JSON object.
void print_estimate(const StudyEstimate& estimate, const std::string& store, int jobs, bool json);

/// Prints a row for each paper, or a JSON array with an object for each. Each has the source of its core time.
/// If `draws`, runs for figures are included.
void print_estimates(const std::vector<PaperEstimate>& papers, const std::string& store, bool draws, int jobs,
                     bool json);
/// Returns the line that is printed before a paper runs: number of runs, number of stored runs, core time.
std::string announced(const PaperEstimate& paper);
/// Returns the core time of each paper and their sum, "li2019 30 s, zhang2022 1 h 10 min; about 1 h 11 min ...". Empty
/// if there is one paper.
std::string announced(const std::vector<PaperEstimate>& papers);

/// Returns a text like "120 MB", rounded up to two digits.
std::string memory_text(double bytes);

}  // namespace plumb
