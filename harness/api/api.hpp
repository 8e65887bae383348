#pragma once
// Plumb as a library. Its functions take and return values, and compute all results that the command line prints.
// The C and Python interfaces call these functions.
//
//   Equations (equations.hpp)      the equations of a problem, for integrators outside of Plumb
//   reference_at, motion_errors    certified values, and the errors of a motion computed by the caller
//   run, order, analyze, compare, reproduce    the measurements of the verbs of these names
//   provide_method (cell/method_file.hpp), provide_problem (cell/problem_file.hpp)   methods and problems of the host
//
// No function installs a signal handler, and none starts a process unless a cell runs isolated. Long work runs in
// threads that end with the call. `interrupted` stops a call, which keeps finished results. Every function throws
// UsageError for mistakes in the request, StoreError for a store, and Stopped if there are no results after a stop.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/api/asked_cells.hpp"
#include "harness/api/equations.hpp"
#include "harness/api/run_data.hpp"
#include "harness/run/build_info.hpp"
#include "harness/run/sampled_states.hpp"
#include "harness/schedule/isolation.hpp"
#include "harness/schedule/pool.hpp"
#include "harness/sets/cross_product.hpp"
#include "reference/solution.hpp"
#include "text/json.hpp"

namespace plumb {

/// The version of this interface. The second number grows with additions, the first with changes.
inline constexpr int api_version[] = {1, 0};

/// The resources of a call, its progress, and its stop.
struct Conduct {
  int jobs = 1;
  std::function<bool()> interrupted = {};  // stop request, called every few milliseconds by another thread
  std::function<void(const std::string&)> progress = {};  // receives progress lines at intervals, from another thread
  std::optional<double> cell_timeout = {}, total_timeout = {};  // limits on wall-clock time [s]
  std::string store = {};  // a file of results, which are not computed again; empty: none
  IsolationOptions isolation = {};
  /// For `run`: receives every cell with its sampled states, one call at a time. No result is taken from the store
  /// then.
  std::function<void(const ResolvedCell&, const RunResult&, const SampledStates&)> states = {};
};

/// The results of a call, and how it ended.
using Ending = PoolOutcome;

struct Runs {
  std::vector<ResolvedCell> cells;
  std::vector<std::optional<RunResult>> results;  // one result for each cell; none: the cell did not run
  std::vector<std::string> notes;                 // notes for the user, such as remarks in the files of methods
  Ending ending;

  /// Returns the results as rows, with units. The cells that did not run are left out.
  RunTable table() const;
};

/// Run the cells of the axes, or of an experiment file, as `plumb run` does.
Runs run(const Axes& axes, const Conduct& conduct);
Runs run(const std::string& experiment, const Conduct& conduct);

/// Returns {"orders": [..], "notes": [..]} for the classes of lists (an empty list means "q,v"). They are the objects
/// of `plumb order --json`, one for each class of every series that was measured before a stop.
Json order(Axes axes, const std::vector<std::string>& classes, const Conduct& conduct, Ending& ending);

struct AskedAnalysis {
  std::string methods, damping = "0";
  std::vector<std::string> omega_dt = {}, dt_nt = {};
};
/// Returns the objects of `plumb analyze --json`, one for each method that was analysed before a stop.
Json analyze(const AskedAnalysis& asked, const Conduct& conduct, Ending& ending);

struct AskedComparison {
  std::vector<std::string> methods, beside = {}, problems = {};
  bool quick = false;
};
/// Returns {"methods": [..], "runs": [..], "pages": [..]}: the object of `plumb compare --json`, and its pages in
/// Markdown. Null after a stop.
Json compare(const AskedComparison& asked, const Conduct& conduct, Ending& ending);

/// Compares a paper's tables and claims with the measurements of this build. `wanted` is "fernandez2024/table-6",
/// "li2019", or "" for all papers. The result is {"items": [..], "figures": [..], "text": ".."}: the objects of `plumb
/// reproduce --json`; for one item the data of its figures, {"figure", "title", "units": {..}, "rows": [{..}]}; and the
/// printed text about numbers and claims. `full` includes the rows that take minutes. After a stop, the result has the
/// finished items.
Json reproduce(const std::string& wanted, bool full, const Conduct& conduct, Ending& ending);

/// Returns "problems", "methods", "formulations", "metrics", "counters" or "statuses" as an array of objects.
Json list(const std::string& what);

/// One quantity of a certified state: q1.., v1.., a1.., lambda1.. or an output.
struct ReferenceValue {
  std::string name;
  std::string decimal;  // decimal text with all certified digits and two more
  double value;         // NaN if no digit is certified
  int digits;
};
/// Returns one list for each time [s], which must not be before the beginning. Throws UsageError if there is no
/// reference.
std::vector<std::vector<ReferenceValue>> reference_at(const FormulatedProblem& asked, const std::vector<double>& times,
                                                      const Conduct& conduct);

/// A motion that the caller has computed, with one row for each time. q and v are required; a, lambda and outputs may
/// be empty.
struct ComputedMotion {
  std::vector<double> t;  // times, ascending [s]
  std::vector<std::vector<double>> q, v, a = {}, lambda = {};
};
/// An error metric, such as "re.q".
struct MotionError {
  std::string name, unit;
  std::optional<double> value;        // none: the reference has lost its digits, or a relative error has no scale
  std::optional<double> uncertainty;  // uncertainty of the value, if the reference has few digits
};
struct JudgedMotion {
  std::vector<MotionError> errors;
  std::string note;  // reason why there are no errors, or another remark
};
/// Returns the errors of the motion relative to the certified motion, in the metrics of runs. Throws UsageError if
/// times do not ascend or vectors have wrong sizes. Errors of a motion with NaN are null.
JudgedMotion motion_errors(const FormulatedProblem& asked, const ComputedMotion& motion, const Conduct& conduct);

}  // namespace plumb
