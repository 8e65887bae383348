#pragma once
// CVODE, variable order and step, on z' = (v, v'(t, q, v)). The step size of a run is the output interval.
//
// Adams methods (orders 1 to 12, fixed point) or BDF (orders 1 to 5, Newton with a Jacobian by difference quotients).
// Source: Hindmarsh et al. 2005, ACM Trans. Math. Softw. 31(3); SUNDIALS 6.4.
//
// CVODE keeps its own history. It restarts if the state was changed from outside, for example by a projection.

#include <cvode/cvode.h>

#include "methods/sundials/sundials_code.hpp"

namespace plumb {

template <class S>
class Cvode : public SundialsCode<S> {
 public:
  using T = double;
  using State = typename S::State;
  using SundialsCode<S>::counters;

  Cvode(S& system, const MethodOptions& options)
      : SundialsCode<S>(system),
        adams(options.parameters.is("lmm", "adams")),
        rtol(options.parameters.number<double>("rtol")),
        atol(options.parameters.number<double>("atol")) {}

  StepResult start(const T& t, const T&, State& x) {
    if (const auto result = this->begin(t, x); result.status != Status::ok) return result;
    forget_counts();
    solver.reset(CVodeCreate(adams ? CV_ADAMS : CV_BDF, context),
                 [&](void* created) { return CVodeInit(created, this->right_side, t, vector.get()) == CV_SUCCESS; });
    CVodeSetErrHandlerFn(solver, sundials::ignore_error, nullptr);
    CVodeSetUserData(solver, this->user_data());
    CVodeSStolerances(solver, rtol, atol);
    CVodeSetMaxNumSteps(solver, sundials::max_steps_an_interval);
    if (adams) {
      fixed_point.reset(SUNNonlinSol_FixedPoint(vector.get(), 0, context));
      CVodeSetNonlinearSolver(solver, fixed_point.get());
    } else {
      newton.reset(vector, context);
      CVodeSetLinearSolver(solver, newton.solver.get(), newton.matrix.get());
    }
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    if (this->was_moved(x)) {
      CVodeReInit(solver, t, vector.get());
      forget_counts();
    }
    double reached = t;
    const int flag = CVode(solver, t + h, vector.get(), &reached, CV_NORMAL);
    count();
    return this->end(flag, x);
  }

 private:
  using SundialsCode<S>::context;
  using SundialsCode<S>::vector;

  void forget_counts() {
    for (auto* tally : {&steps, &rejected, &iterations, &failures, &setups, &jacobians, &solves}) tally->restart();
  }
  void count() {
    long n = 0, unsolved = 0, total_iterations = 0;
    CVodeGetNumSteps(solver, &n);
    const auto before = counters.steps.value_or(0);
    steps.add(counters.steps, n);
    sundials::report_inner_steps(*counters.steps - before, 0);
    CVodeGetNumErrTestFails(solver, &n);
    CVodeGetNumStepSolveFails(solver, &unsolved);
    rejected.add(counters.rejected_steps, n + unsolved);
    CVodeGetNumNonlinSolvIters(solver, &total_iterations);
    iterations.add(counters.newton_iterations, total_iterations);
    CVodeGetNumNonlinSolvConvFails(solver, &n);
    failures.add(counters.newton_failures, n);
    if (adams) return;
    CVodeGetNumLinSolvSetups(solver, &n);
    setups.add(counters.factorizations, n);
    CVodeGetNumJacEvals(solver, &n);
    jacobians.add(counters.jacobian_evaluations, n);
    solves.add(counters.linear_solves, total_iterations);
  }

  bool adams;
  double rtol, atol;
  sundials::DenseSolver newton;
  sundials::Owned<SUNNonlinearSolver> fixed_point;
  sundials::Memory<CVodeFree> solver;
  sundials::Tally steps, rejected, iterations, failures, setups, jacobians, solves;
};

}  // namespace plumb
