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

/// Returns the cells of the axes, validated and without duplicates. If no formulation is given, all methods solve the
/// same formulation of a problem: the published form if all methods share one, else the first formulation that suits
/// all of them, else the first of the problem. `check` is called with every request and its cell, and may throw to
/// refuse it. Throws UsageError.
NotedCells cells_of(Axes axes, const Cells::Check& check = {});
/// Returns the cells of a study, validated and without duplicates.
NotedCells cells_of(const Experiment& experiment, const Cells::Check& check = {});

}  // namespace plumb
