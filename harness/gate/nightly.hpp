#pragma once
// The nightly matrix: what a check measures. It is data, a file an area in results/baselines:
//
//   cells.toml, orders.toml, times.toml   study files (harness/sets/experiment.hpp); cells of orders that differ in
//                                         their steps only are one study
//   analysis.toml                         methods = ["*", "lms3(rho=0,1)"]: selectors; "*": the whole catalogue
//   papers.toml                           [[items]] item = "KEY/table-6", rows, columns; item = "KEY/claims", claims
//
// References are those of the cells: each motion, in each formulation, at each horizon. The set `quick` of a study
// file, the key `quick` of analysis.toml and items with `quick = true` are the quick subset, which has no times: these
// are compared with that of the first cell of times.toml, whatever is chosen, and take a while.

#include <filesystem>
#include <string>
#include <vector>

#include "harness/gate/choice.hpp"
#include "text/selector.hpp"

namespace plumb {

/// A part of a paper; empty lists: all of it.
struct PaperSample {
  std::string paper, item;  // "li2019", "table-1" or "claims"
  std::vector<std::string> rows = {}, columns = {}, claims = {};
};

struct NightlyMatrix {
  std::vector<ResolvedCell> cells = {};
  std::vector<std::vector<ResolvedCell>> studies = {};  // of orders: cells that differ in their steps only
  std::vector<Spec> methods = {};                       // to be analysed
  std::vector<ResolvedCell> references = {};            // one cell for each
  std::vector<PaperSample> papers = {};
  std::vector<ResolvedCell> timed = {};  // the first is the calibration, by whose time those of the others are divided

  bool empty() const;
};

/// Reads it. Throws UsageError at the place of a mistake.
NightlyMatrix nightly_matrix(const std::filesystem::path& folder, bool quick);

/// What is chosen of it: nothing else, and that as it is in the whole. Times are over the calibration of the whole.
/// Throws UsageError on an area that is none.
NightlyMatrix part_of(NightlyMatrix whole, const Choice& choice);

/// All that is measured of it, by names alone; of papers the items that have samples.
std::vector<Item> names_in(const NightlyMatrix& matrix);

}  // namespace plumb
