#pragma once
// Axes or an experiment ask for these cells.

#include <string>
#include <vector>

#include "harness/cell/cells.hpp"
#include "harness/sets/experiment.hpp"

namespace plumb {

/// Cells, and what the user should know about the files of their methods.
struct NotedCells {
  Cells cells;
  std::vector<std::string> notes;
};

/// Returns the checked cells of the axes, each once. Without a formulation, each problem has one for all methods: the
/// one that they were published in if they all state the same one, else its first that all of them fit, else its first.
/// `check` is called with every request and its cell, and may refuse it. Throws UsageError.
NotedCells cells_of(Axes axes, const Cells::Seen& check = {});
/// Returns the checked cells of a study, each once.
NotedCells cells_of(const Experiment& experiment, const Cells::Seen& check = {});

}  // namespace plumb
