#pragma once
// The steps of a plan, whether somebody watches them or not: at t_n = n h, projected where the formulation asks for it.

#include "harness/run/projection.hpp"
#include "harness/run/run.hpp"

namespace plumb {

/// M, all of whose step is compiled into the loop over the steps. Only where it is asked for: coupled stages would take
/// minutes to compile.
template <class M>
struct InOneLoop : M {
  using M::M;
  using IsInOneLoop = void;
};
template <class M>
concept is_in_one_loop = requires {
  typename M::IsInOneLoop;
};

template <class S, class M>
class PlannedSteps {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  PlannedSteps(S& system, M& stepper, const T& step, const Plan& plan)
      : method(stepper), h(step), projects_velocities(plan.projects_velocities) {
    if (plan.projects_positions) projection.emplace(system);
  }

  StepResult start(State& x) { return method.start(T(0), h, x); }

  /// From step n to the next.
  StepResult take(std::int64_t n, State& x) {
    const T t = static_cast<T>(n) * h, t_next = static_cast<T>(n + 1) * h;
    const auto result = method.step(t, h, x);
    if (result.status != Status::ok || !projection) return result;
    return projection->apply(t_next, x, projects_velocities);
  }

 private:
  M& method;
  const T h;
  const bool projects_velocities;
  std::optional<Projection<S>> projection;
};

}  // namespace plumb
