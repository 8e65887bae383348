#pragma once
// ARKODE's explicit Runge-Kutta methods (ERKStep) with fixed steps, on z' = (v, v'(t, q, v)).
//
// Source: Reynolds et al. 2023, ACM Trans. Math. Softw. 49(2); SUNDIALS 6.4, its default table of each order:
// Heun-Euler, Bogacki-Shampine, Zonneveld, Cash-Karp, Verner, Fehlberg. The solution advances with the higher of the
// two orders.
//
// Memory: none; every step restarts from (t, q, v). Without the restart, ERKStep 6.4 would use the last stage of a step
// as the first stage of the next step whenever c_s = 1, even if a_sj ≠ b_j: Verner's method then has order 3 instead of
// 6, and the error constants of Heun-Euler and Fehlberg grow. Cost: one evaluation for each stage, and one at the end
// of the step if c_s ≠ 1 (order 4 and 5).

#include <arkode/arkode_erkstep.h>

#include "methods/sundials/sundials_code.hpp"

namespace plumb {

template <class S>
class ArkodeErk : public SundialsCode<S> {
 public:
  using T = double;
  using State = typename S::State;

  ArkodeErk(S& system, const MethodOptions& options)
      : SundialsCode<S>(system), order(static_cast<int>(options.parameters.number<double>("order"))) {}

  StepResult start(const T& t, const T&, State& x) {
    if (const auto result = this->begin(t, x); result.status != Status::ok) return result;
    solver.reset(ERKStepCreate(this->right_side, t, vector.get(), this->context), [](void*) { return true; });
    ERKStepSetErrHandlerFn(solver, sundials::ignore_error, nullptr);
    ERKStepSetUserData(solver, this->user_data());
    ERKStepSetOrder(solver, order);
    ERKStepSetInterpolantType(solver, ARK_INTERP_LAGRANGE);  // Hermite interpolation would cost an evaluation per step
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    this->take(x);
    ERKStepReset(solver, t, vector.get());
    ERKStepSetFixedStep(solver, h);
    double reached = t;
    return this->end(ERKStepEvolve(solver, t + h, vector.get(), &reached, ARK_ONE_STEP), x);
  }

 private:
  using SundialsCode<S>::vector;

  int order;
  sundials::Memory<ERKStepFree> solver;
};

}  // namespace plumb
