#pragma once
// A specification of a figure of a paper. The figure is reproduced as a table of data.
//
//   schema = 1
//   title = "..."
//   kind = "spectral-radius"   over omega h; omega_dt = ["first", "last"] and points define a logarithmic grid. The
//                              limits of stability of each curve are added; a column names the curve of each limit
//   kind = "linear"            outputs = ["ad_percent", "pe_percent", "spectral_radius"] over dt/(nT), n the number of
//                              implicit stages of a step; dt_nt = ["first", "last"], points, and spacing = "linear"
//                              (default) or "logarithmic". Each curve has a column that is 1 at points with aliasing
//                              (principal_root.hpp)
//   kind = "trajectory"        outputs = ["x", "energy", "violation.position"] (view.hpp) over time; exact = true adds
//                              the certified solution, with additional times for a smooth line (smooth_motion.hpp)
//   kind = "convergence"       |q - exact| at t_end over the steps of a list. components = ["x1 [m]", ...] adds the
//                              errors of the first components of q. `outputs` replaces the errors of q by errors of
//                              outputs; it is required if coordinates are not a vector space. norm = "rms" takes
//                              the root mean square of the outputs' errors over the samples, "re" the relative error.
//                              by_stage = true: over h/n, n the number of implicit stages of a step
//   kind = "work-precision"    one row for each run: errors at t_end in q, v, a and lambda, work (work_cost.hpp), CPU
//                              time, limits of the errors by rounding, reference and Newton tolerance
//                              (uncertainty.hpp), and the reason of a failure. coordinates = "index1": all errors are
//                              in the coordinates of that formulation, in which runs in minimal coordinates are
//                              embedded. left_out = ["METHOD: reason"]: every other method of the catalogue must be in
//                              a curve. Of runs that differ only in their Newton tolerance one is `taken`: the cheapest
//                              run whose errors change by at most a tenth with the tolerance
//   kind = "errors"            outputs, and [reference]: name and the keys of a run. One row for each run: relative
//                              error over the samples, and error at t_end, with two references: certified motion, and
//                              the run in [reference]
//   kind = "iterations"        one row for each run: Newton iterations, also per step and implicit stage, and CPU time
//   [common]                   keys of a run (quantity.hpp) that all curves share
//   [[curves]]                 name, with method, or the keys of a run; a view of a set of runs (named_sets.hpp): it
//                              expands, and each result is a curve, with a name such as "LMS{r} rho={rho}"
//
// The runs of a figure of trajectories may have different sample times. In rows of other times, the columns of a run
// are empty.

#include <array>
#include <string>
#include <vector>

#include "harness/paper/laboratory.hpp"
#include "text/table.hpp"

namespace plumb {

struct FigureKind;  // defined in figure_kind.hpp

/// Errors of these classes are plotted against work.
inline constexpr std::array<std::string_view, 4> error_classes = {"q", "v", "a", "lambda"};

/// Norm of the errors of a run: at the end, root mean square over the samples, or relative.
enum class ErrorNorm { end, rms, re };
/// Returns "end", "rms" or "re", as in files and in the names of metrics.
std::string_view name(ErrorNorm norm);

struct Curve {
  std::string name;
  Spec method = {};                      // method of a linear analysis
  std::vector<ResolvedCell> cells = {};  // for curves from runs: one cell, or one for each step
  Keys keys = {};                        // keys as in the file, for messages
};

struct FigureSpec {
  std::string paper, item, title;
  const FigureKind* kind = nullptr;
  std::vector<double> grid = {};  // grid of omega h, or of dt/(nT)
  std::vector<std::string> outputs = {}, components = {};
  bool exact = false;
  std::optional<quad> from = {};    // trajectories: first time of the axis [s]; none: the start of the runs
  ErrorNorm norm = ErrorNorm::end;  // norm of the errors, for figures of convergence
  bool by_stage = false;            // for convergence: abscissa h/n with n implicit stages of a step
  std::string coordinates = {};     // for work-precision diagrams: a formulation; empty: the formulation of each run
  std::vector<Curve> curves = {};
  std::optional<Curve> reference = {};  // run with the reference solution, for kind "errors"
};

/// Reads the figure. Throws UsageError with the location in the file.
FigureSpec figure_spec(const std::string& item, const std::filesystem::path& file, const Paper& paper);

/// Returns a text of all inputs on which the data of a figure depend.
std::string figure_key(const FigureSpec& spec);

/// A column of a figure's data: its abscissa, a quantity of one curve, or a value of the run of each row.
struct FigureColumn {
  std::string curve, quantity, unit;  // curve: empty for the abscissa and for values of the row's run
  bool certified = false;             // whether the column is the exact motion instead of a curve

  /// Returns "CURVE QUANTITY".
  std::string name() const;
};

/// Returns the columns of a figure's data. They do not depend on results of runs.
std::vector<FigureColumn> figure_columns(const FigureSpec& spec);
/// Returns the columns of `figure_columns` as columns of a table, with names and units.
std::vector<Column> table_columns(const FigureSpec& spec);

/// Returns the metadata that a plotting program needs: kind and title, curve and quantity of each column, and the ids
/// of the cells of each curve.
Json figure_description(const FigureSpec& spec);

/// Returns the shortest decimal number that reads back as this double.
Entry exactly(double value);
/// Returns the abscissa of a run in a figure of convergence [s].
quad abscissa(const FigureSpec& spec, const ResolvedCell& cell);
/// Returns the nominal times of the start and of a run's samples, t_begin + n h in quad. The times of the run itself
/// contain the rounding of its step size.
std::vector<quad> sample_times(const ResolvedCell& cell);
/// Returns the index of t in the ascending `times`; none if there is no equal time. Rounding errors of step sizes are
/// ignored.
std::optional<std::size_t> same_time(const std::vector<quad>& times, const quad& t);

}  // namespace plumb
