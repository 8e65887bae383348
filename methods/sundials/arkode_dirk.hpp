#pragma once
// ARKODE's diagonally implicit Runge-Kutta methods (ARKStep) with its own choice of steps, on z' = (v, v'(t, q, v)).
// The step size of a run is the output interval; no step extends beyond its end.
//
// Source: Reynolds et al. 2023, ACM Trans. Math. Softw. 49(2); SUNDIALS 6.4 with its default table of each order, its
// default controller, first step and Newton's iteration, and a dense Jacobian by difference quotients. Newton's
// tolerance is a tenth of the tolerance of the step.
//
// The method restarts if the state was changed from outside, for example by a projection.

#include <arkode/arkode_arkstep.h>

#include "methods/sundials/sundials_code.hpp"

namespace plumb {

template <class S>
class ArkodeDirk : public SundialsCode<S> {
 public:
  using T = double;
  using State = typename S::State;
  using SundialsCode<S>::counters;

  ArkodeDirk(S& system, const MethodOptions& options)
      : SundialsCode<S>(system),
        order(static_cast<int>(options.parameters.number<double>("order"))),
        rtol(options.parameters.number<double>("rtol")),
        atol(options.parameters.number<double>("atol")) {}

  StepResult start(const T& t, const T&, State& x) {
    if (const auto result = this->begin(t, x); result.status != Status::ok) return result;
    for (auto* tally : {&accepted, &rejected, &iterations, &failures, &setups, &jacobians, &solves}) tally->restart();
    solver.reset(ARKStepCreate(nullptr, this->right_side, t, vector.get(), context), [](void*) { return true; });
    ARKStepSetErrHandlerFn(solver, sundials::ignore_error, nullptr);
    ARKStepSetUserData(solver, this->user_data());
    ARKStepSetOrder(solver, order);
    ARKStepSStolerances(solver, rtol, atol);
    ARKStepSetMaxNumSteps(solver, sundials::max_steps_an_interval);
    ARKStepSetInterpolantType(solver, ARK_INTERP_LAGRANGE);  // Hermite interpolation would cost an evaluation per step
    newton.reset(vector, context);
    ARKStepSetLinearSolver(solver, newton.solver.get(), newton.matrix.get());
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    if (this->was_moved(x)) ARKStepReset(solver, t, vector.get());
    ARKStepSetStopTime(solver, t + h);
    double reached = t;
    const int flag = ARKStepEvolve(solver, t + h, vector.get(), &reached, ARK_NORMAL);
    inner_steps = 0;
    count();
    sundials::report_inner_steps(*inner_steps, 1);  // the last step ends at the stop time
    return this->end(flag, x);
  }

 private:
  using SundialsCode<S>::context;
  using SundialsCode<S>::vector;

  void count() {
    long n = 0, steps = 0, total_iterations = 0;
    ARKStepGetNumStepAttempts(solver, &n);
    ARKStepGetNumSteps(solver, &steps);
    accepted.add(inner_steps, steps);
    rejected.add(counters.rejected_steps, n - steps);
    ARKStepGetNumNonlinSolvIters(solver, &total_iterations);
    iterations.add(counters.newton_iterations, total_iterations);
    solves.add(counters.linear_solves, total_iterations);
    ARKStepGetNumNonlinSolvConvFails(solver, &n);
    failures.add(counters.newton_failures, n);
    ARKStepGetNumLinSolvSetups(solver, &n);
    setups.add(counters.factorizations, n);
    ARKStepGetNumJacEvals(solver, &n);
    jacobians.add(counters.jacobian_evaluations, n);
  }

  int order;
  double rtol, atol;
  sundials::DenseSolver newton;
  sundials::Memory<ARKStepFree> solver;
  Counters::Count inner_steps = 0;  // number of inner steps of the last interval
  sundials::Tally accepted, rejected, iterations, failures, setups, jacobians, solves;
};

}  // namespace plumb
