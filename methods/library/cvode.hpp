#pragma once
// CVODE, variable order and step, on z' = (v, v'(t, q, v)): the cell's step is the interval of output.
//
// Adams methods (orders 1 to 12, fixed point) or BDF (orders 1 to 5, Newton with a Jacobian of differences).
// Source: Hindmarsh et al. 2005, ACM Trans. Math. Softw. 31(3); SUNDIALS 6.4.
//
// Its history is its own. It starts anew when somebody else has changed the state (a projection, say).

#include <cvode/cvode.h>

#include "contract/sundials.hpp"
#include "methods/library/first_order.hpp"

namespace plumb {

template <class S>
class Cvode {
 public:
  using T = double;
  using State = typename S::State;

  Cvode(S& system, const MethodOptions& options)
      : s(system),
        first_order(system),
        adams(options.parameters.is("lmm", "adams")),
        rtol(options.parameters.number<double>("rtol")),
        atol(options.parameters.number<double>("atol")),
        z(sundials::vector(first_order.size(), context)) {}

  StepResult start(const T& t, const T&, State& x) {
    if (const auto result = begin_first_order(s, t, x); result.status != Status::ok) return result;
    first_order.forget();
    first_order.pack(x, sundials::data(z));
    forget_counts();
    solver.reset(CVodeCreate(adams ? CV_ADAMS : CV_BDF, context),
                 [&](void* created) { return CVodeInit(created, rates, t, z.get()) == CV_SUCCESS; });
    CVodeSetErrHandlerFn(solver, sundials::say_nothing, nullptr);
    CVodeSetUserData(solver, this);
    CVodeSStolerances(solver, rtol, atol);
    CVodeSetMaxNumSteps(solver, sundials::max_steps_an_interval);
    if (adams) {
      fixed_point.reset(SUNNonlinSol_FixedPoint(z.get(), 0, context));
      CVodeSetNonlinearSolver(solver, fixed_point.get());
    } else {
      matrix.reset(SUNDenseMatrix(first_order.size(), first_order.size(), context));
      if (!matrix) throw std::bad_alloc();
      linear.reset(SUNLinSol_Dense(z.get(), matrix.get(), context));
      CVodeSetLinearSolver(solver, linear.get(), matrix.get());
    }
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    if (!first_order.holds(x, sundials::data(z))) {
      first_order.pack(x, sundials::data(z));
      CVodeReInit(solver, t, z.get());
      forget_counts();
    }
    double reached = t;
    const int flag = CVode(solver, t + h, z.get(), &reached, CV_NORMAL);
    count();
    if (flag < 0) return sundials::outcome(flag, first_order.singular());
    first_order.unpack(sundials::data(z), x);
    return {};
  }

  std::span<T> memory() { return {}; }
  Counters counters = {.stages = std::nullopt};

 private:
  static int rates(double t, N_Vector z, N_Vector rate, void* self) {
    return static_cast<Cvode*>(self)->first_order.rates(t, sundials::data(z), sundials::data(rate)) ? 0 : 1;
  }

  void forget_counts() {
    for (auto* tally : {&steps, &iterations, &failures, &setups, &jacobians, &solves}) tally->restart();
  }
  void count() {
    long n = 0, iterations_now = 0;
    CVodeGetNumSteps(solver, &n);
    steps.add(counters.steps, n);
    CVodeGetNumNonlinSolvIters(solver, &iterations_now);
    iterations.add(counters.newton_iterations, iterations_now);
    CVodeGetNumNonlinSolvConvFails(solver, &n);
    failures.add(counters.newton_failures, n);
    if (adams) return;
    CVodeGetNumLinSolvSetups(solver, &n);
    setups.add(counters.factorizations, n);
    CVodeGetNumJacEvals(solver, &n);
    jacobians.add(counters.jacobian_evaluations, n);
    solves.add(counters.linear_solves, iterations_now);
  }

  S& s;
  FirstOrder<S> first_order;
  bool adams;
  double rtol, atol;
  sundials::Context context;
  sundials::Owned<N_Vector> z;
  sundials::Owned<SUNMatrix> matrix;
  sundials::Owned<SUNLinearSolver> linear;
  sundials::Owned<SUNNonlinearSolver> fixed_point;
  sundials::Memory<CVodeFree> solver;
  sundials::Tally steps, iterations, failures, setups, jacobians, solves;
};

}  // namespace plumb
