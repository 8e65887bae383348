#pragma once
// Creates cells from axes (lists of values, all combined) or from a study file.

#include <string>
#include <vector>

#include "harness/cell/cells.hpp"
#include "harness/sets/experiment.hpp"

namespace plumb {

/// Cells, and notes for the user about the files of their methods.
struct NotedCells {
  Cells cells;
  std::vector<std::string> notes;
};

/// The source of a verb's cells: a study file, a set in it, or axes.
struct StudyOrAxes {
  Axes axes = {};          // used if there is no study file
  std::string study = {};  // study file; empty: none
  std::string set = {};    // name of the set in it that provides the cells; empty: [[cells]]
};

/// Returns whether problem, method and step are given, which are required for every cell.
bool are_whole(const Axes& axes);

/// Returns the cells of the axes, validated and without duplicates. If no formulation is given, all methods solve the
/// same formulation of a problem: the published form if all methods share one, else the first formulation that suits
/// all of them, else the first of the problem. `check` is called with every request and its cell, and may throw to
/// refuse it. Throws UsageError.
NotedCells cells_of(Axes axes, const Cells::Check& check = {});
/// Returns the cells of a study, validated and without duplicates.
NotedCells cells_of(const Experiment& experiment, const Cells::Check& check = {});
/// Returns the cells of the study file, or of the set in it if one is named; without a study file, the cells of the
/// axes. Throws UsageError, also for incomplete axes.
NotedCells cells_of(const StudyOrAxes& source, const Cells::Check& check = {});

}  // namespace plumb
