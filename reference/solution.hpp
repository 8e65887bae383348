#pragma once
// The reference solution of a problem in the coordinates of any of its formulations, in quad.

#include <memory>

#include "problems/problem.hpp"
#include "reference/exact_motion.hpp"

namespace plumb {

/// Everything a run is compared with at one time.
struct ReferenceState {
  Vec<quad> q, v, a, lambda, outputs;
};

/// The solution of one problem with one set of data. Evaluation is thread-safe.
class Solution {
 public:
  /// Throws std::invalid_argument if no exact solution is known for the problem or its data.
  Solution(const Problem& problem, const Parameters& parameters);

  /// State at time t [s]: q and v from the exact motion, a and λ from the index-1 equations there.
  ReferenceState at(const quad& t, const Formulation& formulation) const;
  /// The motion in minimal coordinates, those of the `ode` formulation.
  Motion minimal(const quad& t) const { return motion(t); }

 private:
  const Problem& problem;
  Parameters parameters;
  ExactMotion motion;
};

/// Whether the problem has a reference at all.
bool has_reference(const Problem& problem);

/// The solution for these data, computed once and kept; throws as the constructor does.
std::shared_ptr<const Solution> solution(const Problem& problem, const Parameters& parameters);

}  // namespace plumb
