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
/// of a problem: the form in which all of them were published if they have the same, else the first that suits all of
/// them, else the first. `check` is called with every request and its cell, and may refuse it. Throws UsageError.
NotedCells cells_of(Axes axes, const Cells::Seen& check = {});
/// Returns the checked cells of a study, each once.
NotedCells cells_of(const Experiment& experiment, const Cells::Seen& check = {});

}  // namespace plumb
