#pragma once
// ARKODE's diagonally implicit Runge-Kutta methods (ARKStep) with its own choice of steps, on z' = (v, v'(t, q, v)):
// the cell's step is the interval of output, which ends exactly.
//
// Source: Reynolds et al. 2023, ACM Trans. Math. Softw. 49(2); SUNDIALS 6.4: its default table of each order, its
// controller, first step and Newton's iteration as they come, with a dense Jacobian of differences. Newton's tolerance
// is a tenth of the step's.
//
// It starts anew when somebody else has changed the state (a projection, say).

#include <arkode/arkode_arkstep.h>

#include "contract/sundials.hpp"
#include "methods/library/first_order.hpp"

namespace plumb {

template <class S>
class ArkodeDirk {
 public:
  using T = double;
  using State = typename S::State;

  ArkodeDirk(S& system, const MethodOptions& options)
      : s(system),
        first_order(system),
        order(static_cast<int>(options.parameters.number<double>("order"))),
        rtol(options.parameters.number<double>("rtol")),
        atol(options.parameters.number<double>("atol")),
        z(sundials::vector(first_order.size(), context)) {}

  StepResult start(const T& t, const T&, State& x) {
    if (const auto result = begin_first_order(s, t, x); result.status != Status::ok) return result;
    first_order.forget();
    first_order.pack(x, sundials::data(z));
    for (auto* tally : {&iterations, &failures, &setups, &jacobians, &solves}) tally->restart();
    solver.reset(ARKStepCreate(nullptr, rates, t, z.get(), context), [](void*) { return true; });
    ARKStepSetErrHandlerFn(solver, sundials::say_nothing, nullptr);
    ARKStepSetUserData(solver, this);
    ARKStepSetOrder(solver, order);
    ARKStepSStolerances(solver, rtol, atol);
    ARKStepSetMaxNumSteps(solver, sundials::max_steps_an_interval);
    ARKStepSetInterpolantType(solver, ARK_INTERP_LAGRANGE);  // Hermite's would cost an evaluation a step
    matrix.reset(SUNDenseMatrix(first_order.size(), first_order.size(), context));
    if (!matrix) throw std::bad_alloc();
    linear.reset(SUNLinSol_Dense(z.get(), matrix.get(), context));
    ARKStepSetLinearSolver(solver, linear.get(), matrix.get());
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    if (!first_order.holds(x, sundials::data(z))) {
      first_order.pack(x, sundials::data(z));
      ARKStepReset(solver, t, z.get());
    }
    ARKStepSetStopTime(solver, t + h);
    double reached = t;
    const int flag = ARKStepEvolve(solver, t + h, z.get(), &reached, ARK_NORMAL);
    count();
    if (flag < 0) return sundials::outcome(flag, first_order.singular());
    first_order.unpack(sundials::data(z), x);
    return {};
  }

  std::span<T> memory() { return {}; }
  Counters counters = {.stages = std::nullopt};

 private:
  static int rates(double t, N_Vector z, N_Vector rate, void* self) {
    return static_cast<ArkodeDirk*>(self)->first_order.rates(t, sundials::data(z), sundials::data(rate)) ? 0 : 1;
  }

  void count() {
    long n = 0, iterations_now = 0;
    ARKStepGetNumNonlinSolvIters(solver, &iterations_now);
    iterations.add(counters.newton_iterations, iterations_now);
    solves.add(counters.linear_solves, iterations_now);
    ARKStepGetNumNonlinSolvConvFails(solver, &n);
    failures.add(counters.newton_failures, n);
    ARKStepGetNumLinSolvSetups(solver, &n);
    setups.add(counters.factorizations, n);
    ARKStepGetNumJacEvals(solver, &n);
    jacobians.add(counters.jacobian_evaluations, n);
  }

  S& s;
  FirstOrder<S> first_order;
  int order;
  double rtol, atol;
  sundials::Context context;
  sundials::Owned<N_Vector> z;
  sundials::Owned<SUNMatrix> matrix;
  sundials::Owned<SUNLinearSolver> linear;
  sundials::Memory<ARKStepFree> solver;
  sundials::Tally iterations, failures, setups, jacobians, solves;
};

}  // namespace plumb
