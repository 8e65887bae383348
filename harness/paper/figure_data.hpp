#pragma once
// Data of figures: the required results, the goal that computes them, and the table for each kind of figure.

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/paper/figure.hpp"
#include "harness/paper/linear.hpp"
#include "harness/schedule/engine.hpp"

namespace plumb {

/// The results from which a figure's table is computed.
struct FigureParts {
  std::map<std::string, RunResult> runs = {};                     // results of finished runs, by cell id
  std::map<std::string, std::vector<Sample<quad>>> samples = {};  // states by cell id, for kinds that show states
  std::vector<std::vector<CurvePoint>> analysed = {};  // points from linear analyses: one list for each curve
};

/// Returns the metric that is the error of an output over the samples of a run: root mean square, or relative.
std::string metric_over_samples(const FigureSpec& spec, const std::string& output);

/// Returns the run of a cell; null if there is none.
const RunResult* run_of(const FigureParts& parts, const ResolvedCell& cell);

// Columns and table of each kind.
std::vector<FigureColumn> radius_columns(const FigureSpec& spec);
std::vector<FigureColumn> linear_columns(const FigureSpec& spec);
std::vector<FigureColumn> trajectory_columns(const FigureSpec& spec);
std::vector<FigureColumn> convergence_columns(const FigureSpec& spec);
std::vector<FigureColumn> work_precision_columns(const FigureSpec& spec);
std::vector<FigureColumn> errors_columns(const FigureSpec& spec);
std::vector<FigureColumn> iterations_columns(const FigureSpec& spec);
Table radius_data(const FigureSpec& spec, const FigureParts& parts);
Table linear_data(const FigureSpec& spec, const FigureParts& parts);
Table trajectory_data(const FigureSpec& spec, const FigureParts& parts);
Table convergence_data(const FigureSpec& spec, const FigureParts& parts);
Table work_precision_data(const FigureSpec& spec, const FigureParts& parts);
Table errors_data(const FigureSpec& spec, const FigureParts& parts);
Table iterations_data(const FigureSpec& spec, const FigureParts& parts);

/// Returns the cells of the runs of a figure, each cell once.
std::vector<const ResolvedCell*> runs_of(const FigureSpec& spec);
/// Returns whether the figure needs the states of its runs. No store keeps states.
bool needs_states(const FigureSpec& spec);
/// Returns the expected time of the linear analysis for one curve [s]; 0 if the curves need runs.
double expected_seconds_of_curve(const FigureSpec& spec);

/// Returns the cells whose certified motions the table of work and precision requires.
std::vector<ResolvedCell> work_precision_motions(const FigureSpec& spec);

/// Returns the goal that is reached when the table of the figure is computed: first its runs and analyses, then the
/// certified digits of its references, then the table. `made` receives the table, and may write and print it.
Goal figure_goal(FigureSpec spec, std::function<void(const Table&)> made);

}  // namespace plumb
