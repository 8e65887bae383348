#pragma once
// Data of figures: the required results, the tasks that compute them, and the table for each kind of figure.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "harness/paper/figure.hpp"
#include "harness/paper/linear.hpp"
#include "harness/schedule/cell_service.hpp"

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

/// Computes one figure as tasks of a pool: its runs, its analyses, and finally its table.
class FigureTasks {
 public:
  /// When the table is computed, `made` is called with it, from a Finish of the pool (schedule/pool.hpp).
  FigureTasks(FigureSpec spec, std::function<void(const Table&)> made);

  /// Requests the cells and adds the other tasks. A cell runs only once, even if other figures, tables or claims
  /// request it, too. The pool and this object must live until the pool's run ends.
  void add_to(CellService& cells);

 private:
  void request(CellService& cells, const ResolvedCell& cell);
  void add_analysis(std::size_t curve);
  void ended();
  void add_table();

  FigureSpec spec_;
  std::function<void(const Table&)> made_;
  Pool* pool_ = nullptr;
  FigureParts parts_;
  std::size_t open_ = 0;  // number of unfinished runs and analyses
};

}  // namespace plumb
