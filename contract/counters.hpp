#pragma once
// Work counters, the same for every method. A counter that a method cannot know is null, never 0.

#include <cstdint>
#include <optional>

namespace plumb {

struct Counters {
  using Count = std::optional<std::int64_t>;
  Count steps = 0;
  Count stages = 0;                // stage values computed
  Count newton_iterations = 0;     // increments solved for, also by fixed points; sweeps inside of charts are none
  Count residual_evaluations = 0;  // nonlinear residuals formed
  Count rhs_evaluations = 0;       // force or acceleration evaluations
  Count jacobian_evaluations = 0;  // linearisations assembled
  Count factorizations = 0;        // matrices factorised
  Count linear_solves = 0;         // right-hand sides solved
  Count newton_failures = 0;       // iterations that ended without meeting their tolerance
};

/// Calls `visit(name, count)` for every counter, in the order of the tables.
template <class C, class Visit>
void for_each_counter(C& c, Visit visit) {
  visit("steps", c.steps);
  visit("stages", c.stages);
  visit("newton_iterations", c.newton_iterations);
  visit("residual_evaluations", c.residual_evaluations);
  visit("rhs_evaluations", c.rhs_evaluations);
  visit("jacobian_evaluations", c.jacobian_evaluations);
  visit("factorizations", c.factorizations);
  visit("linear_solves", c.linear_solves);
  visit("newton_failures", c.newton_failures);
}

}  // namespace plumb
