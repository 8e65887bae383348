#pragma once
// Two tables say which metrics there are: the observables of a run, and the reducers that make one number of what was
// seen. A metric is a pair of them; its name, unit, meaning and source follow from the pair.

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

/// An observable is seen in one of these ways, which decides what can be made of it.
enum class Seen {
  error,      // it is seen beside the reference, at the sample times
  end_state,  // q and v beside the reference, value by value, at the end
  deviation,  // it is taken from the start or from the constraints, at every step
  count,      // it stands in the counters, when the run is over
  time        // it is read from the clock; a result has it in its timing, not among its metrics
};

/// A reducer makes one number of what was seen.
struct Reducer {
  std::string_view name;  // "re"
  Seen of;
  std::string_view meaning;  // of x, r its reference: "sqrt(sum|x-r|^2 / sum|r|^2)"
  std::string_view source = {};
  bool dimensionless = false;
  bool relative = false;   // relative to the size of the reference; rotations and zeros on the motion have no size
  bool needs_end = false;  // a run that stopped before its end has none
  Metric (ErrorSums::*error)() const = nullptr;    // of Seen::error
  Metric (*digits)(Series y, Series r) = nullptr;  // of Seen::end_state
};

/// The problem, formulation and coordinates that metrics depend on.
struct Subject {
  const Problem& problem;
  const Formulation& formulation;
  std::vector<PartsOfKind> kinds;

  Subject(const Problem& problem, const Formulation& formulation, const Parameters& data);
  explicit Subject(const ResolvedCell& cell);
};

/// One of the quantities that a row of the table stands for: all components of a class, those of one kind, or an
/// output.
struct Member {
  std::string name;                    // "q.rotation"
  std::string unit;                    // SI; if there are several kinds, the units of all: "m and rad"
  std::vector<PartRange> places = {};  // where its numbers stand among those of the class; empty: all
  bool in_chart = false;  // compared in the chart around the reference where configurations are no vector space
  std::vector<PartRange> chart_places = {};  // where its numbers stand in the chart
  bool has_size = true;                      // false: it is zero on the motion itself
  bool wraps = false;                        // it is taken modulo 2π
};

/// Reads a deviation of a run. The result is none if this run has no such thing, and null if it is not known.
struct RunReading {
  std::string_view reducer;
  std::optional<Metric> (*read)(const Watched& run, std::size_t member);
};

/// A row of the table. Of the members that read the observable, only those of its own kind are set.
struct ObservableRow {
  std::string_view name;  // "energy"; in capitals where it stands for names of the problem: "OUTPUT"
  Seen seen;
  std::string_view unit;  // "J", or in words what it follows: "m, rad"
  std::string_view meaning;
  std::string_view column;  // what its metrics are called: "REDUCER.NAME", "NAME.REDUCER", "NAME" or "REDUCER"
  bool is_class = false;    // a class of components of the state, whose order can be asked for
  std::vector<Member> (*members)(const Subject&);  // returns those that a formulation has
  Vec<quad> Sample<quad>::*computed = nullptr;     // Seen::error: where a sample has it
  Vec<quad> ReferenceState::*exact = nullptr;      // Seen::error: where the reference has it
  std::vector<RunReading> readings = {};           // Seen::deviation: one for each reducer
  quad (*size)(AnySystem<quad>&, const quad& t, const ReferenceState&,
               // Returns the size of what the deviation is in.
               std::size_t member) = nullptr;
  Metric (*counted)(const ResolvedCell&, const Counters&, std::int64_t steps) = nullptr;  // Seen::count
  Metric Timing::*timed = nullptr;                                                        // Seen::time
};

const std::vector<ObservableRow>& observables();
std::span<const Reducer> reducers();

}  // namespace plumb
