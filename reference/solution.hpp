#pragma once
// The reference solution of a problem in the coordinates of any of its formulations, in quad.

#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "reference/known_motion.hpp"
#include "reference/stored_outputs.hpp"

namespace plumb {

/// The accuracy of a reference motion: as many correct digits of q and v as can be certified, or few digits that are
/// computed quickly (quick_routes.hpp). A closed form and stored outputs are the same for both.
enum class ReferenceKind { certified, quick };

/// The requested motion. The final time [s] matters only for the quick kind, which is refined no further than necessary
/// for it.
struct MotionRequest {
  ReferenceKind kind = ReferenceKind::certified;
  quad until = std::numeric_limits<quad>::infinity();
};
/// Returns " quick over 0.5 s", or "" for a certified motion: a suffix of the name of the problem and its data.
std::string name_of(const Problem& problem, const MotionRequest& request);

/// All reference values at one time. If only outputs are stored, q, v, a and lambda are empty, and an output of too low
/// accuracy is NaN.
struct ReferenceState {
  Vec<quad> q, v, a, lambda, outputs;
};

/// Thrown if too few digits of a motion are correct at a time. For example, a computed chaotic motion has a finite
/// horizon.
struct ReferenceLost : std::invalid_argument {
  /// `holds_until` is the latest time at which the motion is accurate enough [s].
  ReferenceLost(const std::string& problem, int digits, const quad& holds_until);
  double holds_until;
};

/// The solution of one problem with one set of data: a closed form, a motion that is computed up to the requested
/// times, or stored outputs. Evaluation is thread-safe. The solution may outlive its problem.
class Solution {
 public:
  /// Throws std::invalid_argument if no solution is known for the problem or its data.
  Solution(const Problem& problem, const Parameters& parameters, const MotionRequest& request = {});

  bool exact() const { return motion.exact; }
  /// Returns the outputs that are stored instead of a motion. Then other values are not available, and nothing is
  /// computed. Null if there is a motion.
  const StoredOutputs* stored() const { return outputs.get(); }
  /// Returns the two integrations of a refined reference (stiff or large motion, refined_motion.hpp), else null.
  const RefinedMotion* refined() const { return motion.refined.get(); }
  /// Returns the number of digits that are correct at all times at which the motion is valid as a reference.
  int least_digits() const { return motion.least_digits; }
  /// Returns the state at time t [s]: q and v from the motion, a and λ from the index-1 equations there. Throws
  /// ReferenceLost if fewer than least_digits() digits are correct, or of every output if only outputs are stored, and
  /// another std::invalid_argument if the motion cannot be converted to the formulation's coordinates.
  ReferenceState at(const quad& t, const Formulation& formulation) const;
  /// Returns a state at a distance of a quarter of the uncertainty from `state`, a result of `at`. Their difference
  /// shows the effect of the uncertainty. It follows from the second integration of a refined motion, or from the
  /// number of correct digits of stored outputs. None for a motion with 20 correct digits.
  std::optional<ReferenceState> second_opinion(const quad& t, const Formulation& formulation,
                                               const ReferenceState& state) const;
  /// Returns the motion in the coordinates of the formulation that carries it, whatever its accuracy.
  Motion carried(const quad& t) const { return motion.at(t); }
  /// The following members are defined as in KnownMotion. The default of `enough` is least_digits().
  bool advance(const quad& t, int enough) const { return motion.advance(t, enough); }
  bool advance(const quad& t) const { return advance(t, least_digits()); }
  quad holds_until(const quad& t, int enough) const { return motion.holds_until(t, enough); }
  quad known_until(int enough) const { return motion.known_until(enough); }
  quad known_until() const { return known_until(least_digits()); }
  int digits(const quad& t, int enough) const { return motion.digits(t, enough); }
  std::optional<Motion> uncertainty(const quad& t) const { return motion.uncertainty(t); }

 private:
  AnySystem<quad> borrowed(const Formulation& formulation) const;
  using StateKey = std::tuple<std::string, quad, bool>;  // formulation, time, whether from the second integration

  ReferenceState evaluated(const quad& t, const Formulation& formulation, const Motion& carried) const;
  std::optional<ReferenceState> cached(const StateKey& key) const;
  void keep(const StateKey& key, const ReferenceState& state) const;

  const Problem problem;  // referred to by the motion and the systems
  const Parameters parameters;
  const std::shared_ptr<const StoredOutputs> outputs;
  const KnownMotion motion;
  // Cache of idle systems by formulation, because creating a large system takes longer than evaluating it.
  mutable std::mutex guard;
  mutable std::map<std::string, std::vector<AnySystem<quad>>, std::less<>> idle;
  // Cache of states, because cells with one step size are compared at the same times.
  mutable std::map<StateKey, ReferenceState> states;
  mutable Eigen::Index cached_numbers = 0;
};

/// Returns the data with every `numerical` parameter at its default. These parameters do not change the motion, so all
/// their values share one reference.
Parameters physical_data(const Problem& problem, const Parameters& parameters);

/// Returns whether a motion must be computed for these data: it is no closed form, and its outputs are not stored.
bool needs_computed_motion(const Problem& problem, const Parameters& parameters,
                           ReferenceKind kind = ReferenceKind::certified);

/// Returns whether the problem can have a reference.
bool has_reference(const Problem& problem);

/// Returns the solution for these data, of `problem.reference.of` if that is set; throws as the constructor does.
/// Solutions of problems of the catalogue or of files are cached (a few hundred entries). A solution is never created
/// twice while a caller holds the first.
std::shared_ptr<const Solution> solution(const Problem& problem, const Parameters& parameters,
                                         const MotionRequest& request = {});

}  // namespace plumb
