#pragma once
// A paper's figure as data.
//
//   schema = 1
//   title = "..."
//   kind = "spectral-radius"   over omega h; omega_dt = ["first", "last"] and points: a logarithmic grid
//   kind = "trajectory"        outputs = ["x", "energy", "violation.position"] (view.hpp) over time; exact = true adds
//                              the certified solution
//   kind = "convergence"       |q - exact| at t_end over the steps of a list, with components = ["x1 [m]", ...]
//                              component by component too
//   kind = "work-precision"    one row a run: error in q at t_end, evaluations, CPU time
//   [common]                   keys of a run (quantity.hpp) that all curves share
//   [[curves]]                 name, with method, or the keys of a run
//
// All runs of one trajectory are sampled at the same times, those of the first curve.

#include <string>
#include <vector>

#include "harness/paper/laboratory.hpp"
#include "harness/table.hpp"

namespace plumb {

enum class FigureKind { spectral_radius, trajectory, convergence, work_precision };

struct Curve {
  std::string name;
  Spec method = {};              // of a spectral radius
  std::vector<Cell> cells = {};  // else: one, or one a step
};

struct FigureSpec {
  std::string paper, item, title;
  FigureKind kind = FigureKind::trajectory;
  std::vector<double> omega_dt = {};
  std::vector<std::string> outputs = {}, components = {};
  bool exact = false;
  std::vector<Curve> curves = {};
};

/// Throws UsageError at the place in the file.
FigureSpec figure_spec(const std::string& item, const std::filesystem::path& file, const Paper& paper);

/// A column for the abscissa and one for each curve and output, headed "name [unit]"; a run that ends early leaves its
/// column empty from there on. Of work and precision each run is a row. Runs go through the matrix, into its store too;
/// none if Ctrl-C ended them.
std::optional<Table> figure_data(const FigureSpec& spec, const MatrixOptions& options);

// The kinds, one by one.
Table radius_data(const FigureSpec& spec);
std::optional<Table> trajectory_data(const FigureSpec& spec, MatrixOptions options);
std::optional<Table> convergence_data(const FigureSpec& spec, MatrixOptions options);
std::optional<Table> work_precision_data(const FigureSpec& spec, const MatrixOptions& options);

/// A number with the digits that make it this double, and no more.
Entry exactly(double value);
/// Nominal times of a run's samples, n h from 0 on: the run's own carry the rounding of its step size.
std::vector<quad> sample_times(const Cell& cell);

}  // namespace plumb
