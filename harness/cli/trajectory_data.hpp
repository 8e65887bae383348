#pragma once
// A trajectory as tables of numbers that say what their columns are, whatever format they are written in.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "harness/run/run_cell.hpp"
#include "harness/run/sampled_states.hpp"

namespace plumb {

/// A row a sample time, the first one the initial state.
struct Dataset {
  std::string name;                // "t", "q", "v", "a", "lambda", "outputs"
  std::vector<std::string> names;  // of the columns; of the times none: they are one column without a name
  std::vector<std::string> units;  // of the columns
  std::size_t rows = 0, columns = 1;
  std::vector<double> numbers;  // row by row, rounded once

  bool is_of_times() const { return name == "t"; }
};

/// Shows all that a file of a trajectory has, in its order, one after the other: together they may not fit into memory.
void visit_datasets(const ResolvedCell& cell, const SampledStates& states,
                    const std::function<void(const Dataset&)>& see);

/// Writes datasets t, q, v, a, lambda, outputs as `folder`/t.npy, ... (NumPy's format 1.0, float64), and about.json
/// with cell, environment, status, and names and units of all columns. What is there is replaced if it is such a file.
/// Of an unsupported run nothing is written. Throws as `write_file`.
void write_npy(const std::filesystem::path& folder, const ResolvedCell& cell, const RunResult& result,
               const SampledStates& states);

}  // namespace plumb
