#pragma once
// Two tables define all metrics: the observables of a run, and the reducers that compute one number from an observable.
// A metric is a pair of both; its name, unit, meaning and source follow from the pair.

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/metrics.hpp"
#include "harness/run/run.hpp"
#include "harness/run/run_result.hpp"
#include "problems/problem.hpp"
#include "reference/solution.hpp"

namespace plumb {

/// Kind of an observable. It determines the reducers that apply.
enum class ObservableKind {
  error,      // difference from the reference at the sample times
  end_state,  // componentwise difference of q and v from the reference at the end
  deviation,  // drift from the initial value or from the constraints, at every step
  count,      // counter at the end of the run
  time        // run time, stored in the result's timing, not among its metrics
};

/// The members of an observable whose metric `plumb check` compares with the baseline.
enum class CheckedMembers {
  none,
  all,
  whole_class,  // the class with the coordinates of all kinds
  kinds         // the class for each kind of coordinates; the whole class if there is only one kind
};

/// A reducer computes one number from an observable.
struct Reducer {
  std::string_view name;      // name: "re"
  ObservableKind applies_to;  // kind of observable to which it applies
  std::string_view meaning;   // formula in x and its reference r: "sqrt(sum|x-r|^2 / sum|r|^2)"
  std::string_view source = {};
  bool dimensionless = false;
  bool relative = false;   // relative to the reference; not defined for rotations and values that are 0 on the motion
  bool needs_end = false;  // not defined for a run that stopped before its end
  Metric (ErrorSums::*error)() const = nullptr;    // for ObservableKind::error: member function of the sums
  Metric (*digits)(Series y, Series r) = nullptr;  // for ObservableKind::end_state: function of two series
  /// For ObservableKind::end_state: returns the divisor of the error of a component whose exact value is `r`.
  quad (*divisor)(const quad& r) = nullptr;
  CheckedMembers checked = CheckedMembers::none;
};

/// The problem, formulation and coordinates that metrics depend on.
struct Subject {
  const Problem& problem;
  const Formulation& formulation;
  std::vector<PartsOfKind> kinds;

  Subject(const Problem& problem, const Formulation& formulation, const Parameters& data);
  explicit Subject(const ResolvedCell& cell);
};

/// One quantity of an ObservableRow: all components of a class, the components of one kind (such as rotations), or an
/// output.
struct Member {
  std::string name;                    // name: "q.rotation"
  std::string unit;                    // SI unit; for several kinds, all units: "m and rad"
  std::vector<PartRange> places = {};  // index ranges of the components in the class; empty: all
  bool in_chart = false;  // compared in the chart around the reference if configurations are not a vector space
  std::vector<PartRange> chart_places = {};  // index ranges of the components in the chart
  bool has_size = true;                      // false: the exact value is 0
  bool wraps = false;                        // whether it is an angle, compared modulo 2π
};

/// A class of components, such as the velocities, by its vector in a state of the reference.
using ComponentClass = Vec<quad> ReferenceState::*;

/// Reads a deviation from a run, for one reducer. `read` returns nullopt if the deviation does not exist for the run,
/// and a null Metric if it exists but was not computed.
struct RunReading {
  std::string_view reducer;
  std::optional<Metric> (*read)(const Watched& run, std::size_t member);
};

/// A row of the table. Only the functions and pointers for the row's kind are set.
struct ObservableRow {
  std::string_view name;  // name: "energy"; in capitals if it is a placeholder for names of the problem: "OUTPUT"
  ObservableKind kind;
  std::string_view unit;  // unit: "J", or a description: "m, rad"
  std::string_view meaning;
  std::string_view column;      // pattern for the names of metrics: "REDUCER.NAME", "NAME.REDUCER", "NAME" or "REDUCER"
  bool subtracts_work = false;  // whether the work of the forces is subtracted
  bool is_class = false;        // true: a class of components (q, v, ...), for which an order can be measured
  std::vector<Member> (*members)(const Subject&);  // returns the quantities of this row in a formulation
  Vec<quad> Sample<quad>::*computed = nullptr;     // for ObservableKind::error: computed vector in a sample of the run
  ComponentClass exact = nullptr;                  // for ObservableKind::error: same vector in the reference
  std::vector<RunReading> readings = {};           // for ObservableKind::deviation: one reading for each reducer
  /// For ObservableKind::deviation: returns the magnitude of the conserved or constrained quantity in a state at t.
  quad (*size)(AnySystem<quad>&, const quad& t, const ReferenceState&, std::size_t member) = nullptr;
  Metric (*counted)(const ResolvedCell&, const Counters&, std::int64_t steps) = nullptr;  // for ObservableKind::count
  Metric Timing::*timed = nullptr;                                                        // for ObservableKind::time
};

const std::vector<ObservableRow>& observables();
std::span<const Reducer> reducers();

}  // namespace plumb
