#pragma once
// ARKODE's explicit Runge-Kutta methods (ERKStep) with fixed steps, on z' = (v, v'(t, q, v)).
//
// Source: Reynolds et al. 2023, ACM Trans. Math. Softw. 49(2); SUNDIALS 6.4, its default table of each order:
// Heun-Euler, Bogacki-Shampine, Zonneveld, Cash-Karp, Verner, Fehlberg. The solution advances with the higher of the
// two orders.
//
// No memory: every step is a start from (t, q, v). Left to itself, ERKStep 6.4 takes the last stage of a step for the
// first of the next wherever c_s = 1, also where a_sj ≠ b_j: Verner's method then shows order 3 instead of 6, and the
// constants of Heun-Euler and Fehlberg grow. Cost: an evaluation a stage, and one at the end of the step where c_s ≠ 1
// (order 4 and 5).

#include <arkode/arkode_erkstep.h>

#include "contract/sundials.hpp"
#include "methods/library/first_order.hpp"

namespace plumb {

template <class S>
class ArkodeErk {
 public:
  using T = double;
  using State = typename S::State;

  ArkodeErk(S& system, const MethodOptions& options)
      : s(system),
        first_order(system),
        order(static_cast<int>(options.parameters.number<double>("order"))),
        z(sundials::vector(first_order.size(), context)) {}

  StepResult start(const T& t, const T&, State& x) {
    if (const auto result = begin_first_order(s, t, x); result.status != Status::ok) return result;
    first_order.forget();
    first_order.pack(x, sundials::data(z));
    solver.reset(ERKStepCreate(rates, t, z.get(), context), [](void*) { return true; });
    ERKStepSetErrHandlerFn(solver, sundials::say_nothing, nullptr);
    ERKStepSetUserData(solver, this);
    ERKStepSetOrder(solver, order);
    ERKStepSetInterpolantType(solver, ARK_INTERP_LAGRANGE);  // Hermite's would cost an evaluation a step
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    first_order.pack(x, sundials::data(z));
    ERKStepReset(solver, t, z.get());
    ERKStepSetFixedStep(solver, h);
    double reached = t;
    const int flag = ERKStepEvolve(solver, t + h, z.get(), &reached, ARK_ONE_STEP);
    if (flag < 0) return sundials::outcome(flag, first_order.singular());
    first_order.unpack(sundials::data(z), x);
    return {};
  }

  std::span<T> memory() { return {}; }
  Counters counters = {.stages = std::nullopt};

 private:
  static int rates(double t, N_Vector z, N_Vector rate, void* self) {
    return static_cast<ArkodeErk*>(self)->first_order.rates(t, sundials::data(z), sundials::data(rate)) ? 0 : 1;
  }

  S& s;
  FirstOrder<S> first_order;
  int order;
  sundials::Context context;
  sundials::Owned<N_Vector> z;
  sundials::Memory<ERKStepFree> solver;
};

}  // namespace plumb
