#pragma once
// The cells of axes or of an experiment.

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

/// Returns the checked cells of the axes, each once. If no formulation is given, all methods solve the same formulation
/// of a problem. It is the published form if all methods share one, else the first formulation that fits all of them,
/// else the first of the problem. `check` is called with every request and its cell, and may refuse it. Throws
NotedCells cells_of(Axes axes, const Cells::Seen& check = {});
/// Returns the checked cells of a study, each once.
NotedCells cells_of(const Experiment& experiment, const Cells::Seen& check = {});

}  // namespace plumb
