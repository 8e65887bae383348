#pragma once
// The estimates of what a study or papers will take are printed here.

#include <memory>
#include <string>
#include <vector>

#include "harness/paper/expected_work.hpp"

namespace plumb {

/// Opens the store for an estimate, which writes nothing. Null if the name is "" or the file does not exist.
std::unique_ptr<Store> store_to_look_at(const std::string& store);

/// Returns the estimate of the cells. Those in the store of this file need not run. There is no store if the name is ""
/// or the file does not exist.
StudyEstimate estimate_with(const Cells& cells, const std::string& store);

/// Prints on stdout counts of cells, core time, and the memory for so many runs at a time, or one JSON object.
void print_estimate(const StudyEstimate& estimate, const std::string& store, int jobs, bool json);

/// Prints a row for each paper and how its core time is known, or a JSON array with an object for each.
void print_estimates(const std::vector<PaperEstimate>& papers, const std::string& store, int jobs, bool json);
/// Returns one line about a paper that begins: its runs, those that a store holds, and its core time.
std::string announced(const PaperEstimate& paper);
/// Returns how long these papers take in their order: "li2019 30 s, zhang2022 1 h 10 min; 1 h 11 min of core time in
/// all". Empty unless there are several.
std::string announced(const std::vector<PaperEstimate>& papers);

/// Returns a text like "120 MB", rounded up to two digits.
std::string memory_text(double bytes);

}  // namespace plumb
