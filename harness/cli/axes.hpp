#pragma once
// The options that name cells, the same for every verb that runs some.

#include <CLI/App.hpp>

#include <string>
#include <vector>

#include "harness/cell/cells.hpp"
#include "harness/sets/experiment.hpp"

namespace plumb {

/// Adds -p, -f, -m, -s and the settings of a run; what is given ends up in `axes`.
void add_axes(CLI::App& verb, Axes& axes);

/// Whether any of the options of add_axes was given.
bool any_given(Axes axes);

/// Cells, and what the user is to be told about the files of their methods.
struct NotedCells {
  Cells cells;
  std::vector<std::string> notes;
};

/// The checked cells of the axes, each once. Without -f each problem has one formulation for all methods: the one that
/// they were published in if they state the same one, else its first that all of them fit, else its first. `check` is
/// shown every request and its cell, and may refuse it. Throws UsageError.
NotedCells cells_of(Axes axes, const Cells::Seen& check = {});
/// The checked cells of a study, each once.
NotedCells cells_of(const Experiment& experiment, const Cells::Seen& check = {});

/// An option that takes exactly one value each time it is given, and may be given several times.
CLI::Option* add_values(CLI::App& verb, const std::string& flags, std::vector<std::string>& values,
                        const std::string& type_name, const std::string& meaning);

}  // namespace plumb
