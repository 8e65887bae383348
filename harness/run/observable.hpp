#pragma once
// What is seen of a run and what is made of it: a table of observables and a table of reducers. A metric is a pair of
// them; its name, unit, meaning and source follow, and nothing else says which metrics there are.

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

/// How an observable is seen, which decides what can be made of it.
enum class Seen {
  error,      // beside the reference, at the sample times
  end_state,  // q and v beside the reference, value by value, at the end
  deviation,  // from the start or from the constraints, at every step
  count,      // in the counters, when the run is over
  time        // on the clock; not among the metrics of a result but in its timing
};

/// What makes one number of what was seen.
struct Reducer {
  std::string_view name;  // "re"
  Seen of;
  std::string_view meaning;  // of x, r its reference: "sqrt(sum|x-r|^2 / sum|r|^2)"
  std::string_view source = {};
  bool dimensionless = false;
  bool relative = false;   // to the size of the reference, which rotations and what is zero on the motion do not have
  bool needs_end = false;  // not of a run that stopped before
  Metric (ErrorSums::*error)() const = nullptr;    // of Seen::error
  Metric (*digits)(Series y, Series r) = nullptr;  // of Seen::end_state
};

/// The problem, formulation and coordinates that metrics hang on.
struct Subject {
  const Problem& problem;
  const Formulation& formulation;
  std::vector<PartsOfKind> kinds;

  Subject(const Problem& problem, const Formulation& formulation, const Parameters& data);
  explicit Subject(const ResolvedCell& cell);
};

/// One of the quantities that a row of the table stands for: all components of a class, those of one kind, an output.
struct Member {
  std::string name;                    // "q.rotation"
  std::string unit;                    // SI; of several kinds those of all: "m and rad"
  std::vector<PartRange> places = {};  // among the numbers of the class; empty: all
  bool in_chart = false;  // compared in the chart around the reference where configurations are no vector space
  std::vector<PartRange> chart_places = {};  // there
  bool has_size = true;                      // else it is zero on the motion itself
  bool wraps = false;                        // modulo 2π
};

/// Reads a deviation of a run; none: there is no such thing in this run, null: it is not known.
struct RunReading {
  std::string_view reducer;
  std::optional<Metric> (*read)(const Watched& run, std::size_t member);
};

/// A row of the table. Of what a reading needs, a row has that of its kind.
struct ObservableRow {
  std::string_view name;  // "energy"; in capitals where it stands for names of the problem: "OUTPUT"
  Seen seen;
  std::string_view unit;  // "J", or in words what it follows: "m, rad"
  std::string_view meaning;
  std::string_view column;  // what its metrics are called: "REDUCER.NAME", "NAME.REDUCER", "NAME" or "REDUCER"
  bool is_class = false;    // of components of the state: an order can be asked for
  std::vector<Member> (*members)(const Subject&);  // those that a formulation has
  Vec<quad> Sample<quad>::*computed = nullptr;     // Seen::error: of a sample
  Vec<quad> ReferenceState::*exact = nullptr;      // and of the reference
  std::vector<RunReading> readings = {};           // Seen::deviation: one a reducer
  quad (*size)(AnySystem<quad>&, const quad& t, const ReferenceState&,
               std::size_t member) = nullptr;                                             // of what it is in
  Metric (*counted)(const ResolvedCell&, const Counters&, std::int64_t steps) = nullptr;  // Seen::count
  Metric Timing::*timed = nullptr;                                                        // Seen::time
};

const std::vector<ObservableRow>& observables();
std::span<const Reducer> reducers();

}  // namespace plumb
