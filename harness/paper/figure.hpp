#pragma once
// A paper's figure as data: curves over omega h, or outputs of runs over time.
//
//   schema = 1
//   title = "..."
//   kind = "spectral-radius"       omega_dt = ["first", "last"] and points: a logarithmic grid
//   kind = "trajectory"            [common] with the keys of a run; outputs = ["x"]; exact = true adds
//                                  the exact solution
//   [[curves]]                     name, with method, or the keys of a run
//
// All runs of one figure are sampled at the same times, those of the first curve.

#include <string>
#include <vector>

#include "harness/paper/laboratory.hpp"
#include "harness/table.hpp"

namespace plumb {

struct Curve {
  std::string name;
  Spec method;               // of a spectral radius
  std::optional<Cell> cell;  // of a trajectory
};

struct FigureSpec {
  std::string item, title;
  bool is_trajectory = false;
  std::vector<double> omega_dt = {};
  std::vector<std::string> outputs = {};
  bool exact = false;
  std::vector<Curve> curves = {};
};

/// Throws UsageError at the place in the file.
FigureSpec figure_spec(const std::string& item, const std::filesystem::path& file, const Paper& paper);

/// A column for the abscissa and one for each curve and output, headed "name [unit]"; a run that ends early leaves its
/// column empty from there on. Runs go through the matrix, into its store too; none if Ctrl-C ended them.
std::optional<Table> figure_data(const FigureSpec& spec, const MatrixOptions& options);

}  // namespace plumb
