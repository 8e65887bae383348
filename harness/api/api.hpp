#pragma once
// Plumb as a library: values in, values out. Everything that the command line finds out is here without its words.
//
//   Equations (equations.hpp)      the equations of a problem, for integrators that are not Plumb's
//   reference_at, motion_errors    certified values, and the errors of a motion that somebody has computed
//   run, order, analyze, compare, reproduce    what the verbs of these names measure
//   provide_method (cell/method_file.hpp), provide_problem (cell/problem_file.hpp)   what the host program has made
//
// Nothing here installs a signal handler, or starts a process unless a cell is to run apart; what takes long runs in
// threads that end with the call. A call is stopped by its `interrupted`, and keeps what has ended. Everything throws
// UsageError for what is wrong in what was asked, StoreError for a store, and Stopped where a stop leaves nothing.

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

/// The version of this interface: the second number grows with what is added, the first with what is changed.
inline constexpr int api_version[] = {1, 0};

/// What a call may take, what it tells, and how it is stopped.
struct Conduct {
  int jobs = 1;
  std::function<bool()> interrupted = {};                       // asked every few milliseconds by another thread
  std::function<void(const std::string&)> progress = {};        // a line now and then, by another thread
  std::optional<double> cell_timeout = {}, total_timeout = {};  // s
  std::string store = {};                                       // a file; what it holds is not run again. Empty: none
  IsolationOptions isolation = {};
  /// Of `run`: given every cell with its sampled states, one call at a time; nothing is taken from the store then.
  std::function<void(const ResolvedCell&, const RunResult&, const SampledStates&)> states = {};
};

/// How a call ended.
using Ending = PoolOutcome;

struct Runs {
  std::vector<ResolvedCell> cells;
  std::vector<std::optional<RunResult>> results;  // one a cell; none: it did not run
  std::vector<std::string> notes;                 // what a user is to be told, of the files of methods say
  Ending ending;

  /// The results as rows, with units; the cells that did not run are left out.
  RunTable table() const;
};

/// Runs the cells of the axes, as `plumb run`; of an experiment file those of the file.
Runs run(const Axes& axes, const Conduct& conduct);
Runs run(const std::string& experiment, const Conduct& conduct);

/// {"orders": [..], "notes": [..]} of the classes of lists ("q,v" of none): the objects of `plumb order --json`, one a
/// class of every series that was measured before a stop.
Json order(const Axes& axes, const std::vector<std::string>& classes, const Conduct& conduct, Ending& ending);

struct AskedAnalysis {
  std::string methods, damping = "0";
  std::vector<std::string> omega_dt = {}, dt_nt = {};
};
/// The objects of `plumb analyze --json`, one a method that was analysed before a stop.
Json analyze(const AskedAnalysis& asked, const Conduct& conduct, Ending& ending);

struct AskedComparison {
  std::vector<std::string> methods, beside = {}, problems = {};
  bool quick = false;
};
/// {"methods": [..], "runs": [..], "pages": [..]}: the object of `plumb compare --json`, and its pages in Markdown;
/// null after a stop.
Json compare(const AskedComparison& asked, const Conduct& conduct, Ending& ending);

/// A paper's tables and claims beside what this build measures: "fernandez2024/table-6", "li2019", or "" for all.
/// {"items": [..], "figures": [..], "text": ".."}: the objects of `plumb reproduce --json`; of one item the data of its
/// figures, {"figure", "title", "units": {..}, "rows": [{..}]}; and what is printed of numbers and claims.
/// `full`: also the rows that take minutes. After a stop it has what had a result.
Json reproduce(const std::string& wanted, bool full, const Conduct& conduct, Ending& ending);

/// "problems", "methods", "formulations", "metrics", "counters" or "statuses" as an array of objects.
Json list(const std::string& what);

/// A certified state, quantity by quantity: q1.., v1.., a1.., lambda1.. and the outputs.
struct ReferenceValue {
  std::string name;
  std::string decimal;  // all certified digits, and two more
  double value;         // not a number where no digit is certified
  int digits;
};
/// One list a time [s], each `>=` the beginning. Throws UsageError where there is no reference.
std::vector<std::vector<ReferenceValue>> reference_at(const FormulatedProblem& asked, const std::vector<double>& times,
                                                      const Conduct& conduct);

/// A motion that somebody has computed: one row a time. q and v are needed; a, lambda and outputs may be empty.
struct ComputedMotion {
  std::vector<double> t;  // ascending [s]
  std::vector<std::vector<double>> q, v, a = {}, lambda = {};
};
/// An error metric, "re.q" say.
struct MotionError {
  std::string name, unit;
  std::optional<double> value;        // none: the reference has lost its digits, or there is nothing to be relative to
  std::optional<double> uncertainty;  // of it, where the reference has few digits
};
struct JudgedMotion {
  std::vector<MotionError> errors;
  std::string note;  // why there are none, or what else is to be said
};
/// The errors of the motion against the certified one, as a run's are measured. Throws UsageError for times that do not
/// ascend and vectors of other sizes; a NaN makes an error that is none.
JudgedMotion motion_errors(const FormulatedProblem& asked, const ComputedMotion& motion, const Conduct& conduct);

}  // namespace plumb
