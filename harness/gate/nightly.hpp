#pragma once
// A check measures the nightly matrix. The matrix is data, one file for each area in results/baselines:
//
//   cells.toml, orders.toml, times.toml   study files (harness/sets/experiment.hpp); cells of orders that differ only
//                                         in their steps are one study
//   analysis.toml                         methods = ["*", "lms3(rho=0,1)"]: selectors; "*": the whole catalogue
//   papers.toml                           [[items]] item = "KEY/table-6", rows, columns; item = "KEY/claims", claims
//
// References are the references of the cells: each motion, in each formulation, at each end time. The quick subset is
// the set `quick` of a study file, the key `quick` of analysis.toml, and items with `quick = true`. It has no times:
// all times are divided by the time of the first cell of times.toml, and measuring that is slow.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/gate/choice.hpp"
#include "text/selector.hpp"

namespace plumb {

/// A part of a paper. Empty lists select the whole paper.
struct PaperSample {
  std::string paper, item;  // key of the paper ("li2019"); its table or "claims"
  std::vector<std::string> rows = {}, columns = {}, claims = {};
};

struct NightlyMatrix {
  std::vector<ResolvedCell> cells = {};
  std::vector<std::vector<ResolvedCell>> studies = {};  // studies of orders: cells that differ only in their steps
  std::vector<Spec> methods = {};                       // methods for linear analysis
  std::vector<ResolvedCell> references = {};            // one cell for each reference
  std::vector<PaperSample> papers = {};
  std::vector<ResolvedCell> timed = {};  // cells to time; the first one calibrates: times are divided by its time

  bool empty() const;
};

/// Reads the matrix. Throws UsageError with the location of a mistake.
NightlyMatrix nightly_matrix(const std::filesystem::path& folder, bool quick);

/// Returns the chosen part of the matrix, with unchanged items. Times keep the calibration of the whole matrix. Throws
/// UsageError if an area does not exist.
NightlyMatrix part_of(NightlyMatrix whole, const Choice& choice);

/// Returns the names of all items of the matrix, without results. For papers, these are the items with samples.
std::vector<Item> names_in(const NightlyMatrix& matrix);

}  // namespace plumb
