#pragma once
// A check measures the nightly matrix. The matrix is data, one file for each area in results/baselines:
//
//   cells.toml, orders.toml, times.toml   study files (harness/sets/experiment.hpp); cells of orders that differ in
//                                         their steps only are one study
//   analysis.toml                         methods = ["*", "lms3(rho=0,1)"]: selectors; "*": the whole catalogue
//   papers.toml                           [[items]] item = "KEY/table-6", rows, columns; item = "KEY/claims", claims
//
// References are those of the cells: each motion, in each formulation, at each horizon. The quick subset is the set
// `quick` of a study file, the key `quick` of analysis.toml, and items with `quick = true`. It has no times: times are
// divided by that of the first cell of times.toml, whatever is chosen, and take a while.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/gate/choice.hpp"
#include "text/selector.hpp"

namespace plumb {

/// A part of a paper. Empty lists mean all of it.
struct PaperSample {
  std::string paper, item;  // "li2019", "table-1" or "claims"
  std::vector<std::string> rows = {}, columns = {}, claims = {};
};

struct NightlyMatrix {
  std::vector<ResolvedCell> cells = {};
  std::vector<std::vector<ResolvedCell>> studies = {};  // of orders: cells that differ only in their steps
  std::vector<Spec> methods = {};                       // to be analysed
  std::vector<ResolvedCell> references = {};            // one cell for each
  std::vector<PaperSample> papers = {};
  std::vector<ResolvedCell> timed = {};  // the first is the calibration, whose time divides those of the others

  bool empty() const;
};

/// Reads the matrix. Throws UsageError at the place of a mistake.
NightlyMatrix nightly_matrix(const std::filesystem::path& folder, bool quick);

/// Returns the chosen part of the matrix and nothing else, each item as it is in the whole. Times have the calibration
/// of the whole. Throws UsageError on an area that does not exist.
NightlyMatrix part_of(NightlyMatrix whole, const Choice& choice);

/// Returns everything that is measured of the matrix, with names only. Of papers, these are the items that have
/// samples.
std::vector<Item> names_in(const NightlyMatrix& matrix);

}  // namespace plumb
