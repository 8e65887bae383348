#pragma once
// Errors of a run against the reference, added up sample by sample: no state is kept but the last one.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/run/metrics.hpp"
#include "harness/run/run.hpp"
#include "problems/problem.hpp"
#include "reference/solution.hpp"

namespace plumb {

/// The reference is taken at the nominal times n h in quad, so that a rounded step size counts as the run's error. Where
/// configurations are no vector space, the error of q is what leads from the reference to the run in the chart around
/// the reference (of a rotation the vector of axis and angle): it has no size to be relative to. Coordinates of several
/// kinds have the errors of each kind beside the norm over all.
class Comparison {
 public:
  /// Everything has to outlive it. A reference that has to be computed first is given up when `stop` asks for it.
  Comparison(const ResolvedCell& cell, const StopRequest& stop);

  /// The next sample of the run.
  void add(const Sample<quad>& computed);

  /// `re`, `rms` and, of a run that reached its end, `end`, `scd` and `mescd`, by the names of the columns (`end.q`,
  /// `end.q.rotation`, ...); empty if nothing was sampled or there is no reference for these data and times.
  std::map<std::string, Metric> metrics(bool reaches_end) const;

  /// Whether further samples are of any use.
  bool wants_more() const { return missing.empty() && !stopped; }

  /// Whether samples were given up because of `stop`.
  bool was_stopped() const { return stopped; }

  /// Why there is no reference; empty: there is, or nothing was sampled.
  const std::string& missing_because() const { return missing; }

 private:
  /// A class of components or an output.
  struct Compared {
    std::string name;
    bool has_size;  // else it is zero on the motion itself: nothing is relative to it
    ErrorSums sums = {};
  };

  /// The coordinates of one kind.
  struct ComparedKind {
    PartsOfKind parts;
    ErrorSums q = {}, v = {}, a = {};
  };

  std::optional<ReferenceState> reference_at(const quad& t);
  void begin(const Sample<quad>& computed);
  void add_positions(Compared& q, const Sample<quad>& computed, const ReferenceState& exact);
  void add_kind(ComparedKind& kind, const Sample<quad>& computed, const ReferenceState& exact) const;
  void add(const Sample<quad>& computed, const ReferenceState& exact);

  const Problem& problem;
  const Formulation& formulation;
  const Parameters& data;
  const StopRequest& stop;
  const Plan plan;
  const quad h;
  std::shared_ptr<const Solution> known;
  std::int64_t samples = 0;
  std::string missing = {};
  bool stopped = false;
  std::vector<Compared> compared;
  std::vector<ComparedKind> kinds;          // empty: all coordinates are of one
  std::optional<AnySystem<quad>> manifold;  // none: configurations are a vector space
  Vec<quad> theta, no_theta;                // in the chart around the reference
  std::vector<quad> end, reference_end;     // q and v of the last sample
};

}  // namespace plumb
