#pragma once
// The nightly matrix is the list of all measurements of a check. It is defined by files in results/baselines:
//
//   cells.toml, orders.toml, times.toml   study files (harness/sets/experiment.hpp); cells of orders.toml that differ
//                                         only in their steps are one study
//   analysis.toml                         methods = ["*", "lms3(rho=0,1)"]: selectors; "*": all fixed-step methods
//   papers.toml                           [[items]] item = "KEY/table-6", rows, columns; item = "KEY/claims", claims
//
// The items of the area `references` follow from the cells: one for each motion, formulation and end time. The quick
// subset of the matrix is the set `quick` of a study file, the key `quick` of analysis.toml, and the items with `quick
// = true` of papers.toml. It contains no times, because the calibration (the first cell of times.toml) takes too long.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/gate/choice.hpp"
#include "text/selector.hpp"

namespace plumb {

/// A selection from one table, or from the claims, of a paper. Empty lists select all of it.
struct PaperSample {
  std::string paper, item;  // key of the paper ("li2019"); "table-1" or "claims"
  std::vector<std::string> rows = {}, columns = {}, claims = {};
};

struct NightlyMatrix {
  std::vector<ResolvedCell> cells = {};
  std::vector<std::vector<ResolvedCell>> studies = {};  // order studies: cells that differ only in their steps
  std::vector<Spec> methods = {};                       // methods for linear analysis
  std::vector<ResolvedCell> references = {};            // one cell for each reference
  std::vector<PaperSample> papers = {};
  std::vector<ResolvedCell> timed = {};  // cells to time; the first one calibrates: times are divided by its time

  bool empty() const;
};

/// Reads the nightly matrix. Throws UsageError with the location of a mistake.
NightlyMatrix nightly_matrix(const std::filesystem::path& folder, bool quick);

/// Returns the chosen entries of the nightly matrix. If there are times, their calibration is kept. Throws UsageError
/// if a chosen area does not exist.
NightlyMatrix part_of(NightlyMatrix whole, const Choice& choice);

/// Returns all items of the nightly matrix, with names but without results. Each PaperSample is one item here; when it
/// is measured, it yields an item for each of its numbers and verdicts.
std::vector<Item> names_in(const NightlyMatrix& matrix);

}  // namespace plumb
