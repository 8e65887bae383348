#pragma once
// Plumb as a C++ library. Its functions take and return plain values, and compute all results that the command line
// prints. The C and Python interfaces call these functions.
//
//   Equations (equations.hpp)      the equations of a problem, for integrators outside of Plumb
//   reference_at, motion_errors    certified values, and the errors of a motion computed by the caller
//   run, order, analyze, compare, spread, reproduce    the measurements of the verbs of these names
//   provide_method (cell/method_file.hpp), provide_problem (cell/problem_file.hpp)   methods and problems of the caller
//
// No function installs a signal handler, and none starts a process unless a cell runs isolated. Long work runs in
// threads that end with the call. `interrupted` stops a call, which keeps finished results. Every function throws
// UsageError for mistakes in the request, StoreError for a store, and Stopped if there are no results after a stop.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/api/analysis_study.hpp"
#include "harness/api/comparison.hpp"
#include "harness/api/conduct.hpp"
#include "harness/api/equations.hpp"
#include "harness/api/requested_cells.hpp"
#include "harness/api/run_data.hpp"
#include "harness/api/spread_study.hpp"
#include "harness/run/build_info.hpp"
#include "harness/sets/cross_product.hpp"
#include "reference/solution.hpp"
#include "text/json.hpp"

namespace plumb {

/// The version of this interface. Additions increase the second number, incompatible changes the first.
inline constexpr int api_version[] = {1, 0};

/// The results of `run`.
struct Runs {
  Cells cells;
  std::vector<std::optional<RunResult>> results;  // one result for each cell; none: the cell did not run
  std::vector<std::string> notes;                 // notes for the user, such as remarks in the files of methods
  Ending ending;

  /// Returns the results as rows, with units. The cells that did not run are left out.
  RunTable table() const;
};

/// Run all combinations of the values of the axes, or the cells of a study file, as `plumb run` does.
Runs run(const Axes& axes, const Conduct& conduct);
Runs run(const std::string& experiment, const Conduct& conduct);

/// Returns {"orders": [..], "notes": [..]}. `classes` are lists such as "q,v" of component classes and outputs; none
/// means "q,v". The orders are the objects of `plumb order --json`, one for each class of every series of steps that
/// was measured before a stop.
Json order(Axes axes, const std::vector<std::string>& classes, const Conduct& conduct, Ending& ending);

/// Returns the objects of `plumb analyze --json`, one for each method that was analysed before a stop.
Json analyze(const AnalysisRequest& request, const Conduct& conduct, Ending& ending);

/// Returns {"methods": [..], "runs": [..], "pages": [..]}: the object of `plumb compare --json`, and in addition the
/// pages in Markdown. Null after a stop.
Json compare(const ComparisonRequest& request, const Conduct& conduct, Ending& ending);

/// Returns the objects of `plumb spread --json`: the effect of rounding on each cell of which all runs ended.
Json spread(const SpreadRequest& request, const Conduct& conduct, Ending& ending);

/// Compares tables and claims of papers with the measurements of this build. `selection` is "fernandez2024/table-6",
/// "li2019", or "" for all papers; the shortest papers come first. Returns {"items": [..], "figures": [..], "text":
/// ".."}. "items" has the objects of `plumb reproduce --json`, and "text" the printed tables, claims and summaries.
/// `print` receives each part of "text" as soon as it is complete, possibly from another thread. "figures" has
/// {"figure", "title", "units": {..}, "rows": [{..}]} if `selection` names a single item. `full` includes the table
/// rows that take minutes. After a stop, the result has the finished items.
Json reproduce(const std::string& selection, bool full, const Conduct& conduct, Ending& ending,
               const std::function<void(std::string_view)>& print = {});
/// Returns the objects of `plumb reproduce --estimate --json`: for each paper the number of runs and their time. Runs
/// nothing and creates no store.
Json estimated_reproduction(const std::string& selection, bool full, const Conduct& conduct);

/// Returns a list of `plumb list` as an array of objects: "problems", "methods", "formulations", "metrics", "counters",
/// "statuses", "codes", "papers" or "failures".
Json list(const std::string& kind);

/// One component of a certified reference state: q1.., v1.., a1.., lambda1.. or an output.
struct ReferenceValue {
  std::string name;
  std::string decimal;  // value as decimal text, with its certified digits and two further ones
  double value;         // NaN if no digit is certified
  int digits;           // number of certified digits of the value
};
/// Returns a list of components for each time [s]. No time may be before the initial time. Throws UsageError if there
/// is no reference.
std::vector<std::vector<ReferenceValue>> reference_at(const FormulatedProblem& formulated,
                                                      const std::vector<double>& times, const Conduct& conduct);

/// A motion that the caller has computed, with one row for each time. q and v are required; a, lambda and outputs may
/// be empty.
struct ComputedMotion {
  std::vector<double> t;  // times, ascending [s]
  std::vector<std::vector<double>> q, v, a = {}, lambda = {};
};
/// An error metric, such as "re.q".
struct MotionError {
  std::string name, unit;
  std::optional<double> value;        // none: no certified digit is left, or the scale of a relative error is 0
  std::optional<double> uncertainty;  // uncertainty of `value` due to a reference of low accuracy; none: negligible
};
struct JudgedMotion {
  std::vector<MotionError> errors;
  std::string note;  // reason why there are no errors, or another remark
};
/// Returns the errors of the motion, compared with the certified motion, in the metrics of runs. Throws UsageError if
/// the times do not ascend or vectors have wrong sizes. If the motion contains NaN, its errors have no value.
JudgedMotion motion_errors(const FormulatedProblem& formulated, const ComputedMotion& motion, const Conduct& conduct);

}  // namespace plumb
