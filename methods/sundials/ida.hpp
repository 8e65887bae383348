#pragma once
// IDA, variable-order BDF for implicit equations, on the index-1, -2 and -3 forms and the form of Gear, Gupta &
// Leimkuhler. The step size of a run is the output interval. implicit_equations.hpp has the equations and their
// Jacobian.
//
// The error test excludes λ and μ, and at index 3 v too. Their local errors do not decrease with the step as the test
// assumes, and rounding in λ would drive the step to zero at tight tolerances. In Newton's test a component of index k
// has the weight h^{k-1} (v and λ at index 3, λ and μ at index 2), as in RADAU5 (Hairer & Wanner 1996). Without these
// weights, the rounding errors of size 1/h^{k-1} in such a component would prevent the convergence of the short first
// steps at tight tolerances. Source: Hindmarsh et al. 2005, ACM Trans. Math. Softw. 31(3); SUNDIALS 6.4.
//
// If the configuration space is not a vector space, IDA integrates the coordinates θ of a chart. It restarts with a new
// chart when the chart has become distorted, which IDA detects as a root of a function.
//
// The Jacobian consists of the system's dense blocks. If a system has none, IDA computes difference quotients of the
// residual, which require a vector space and memory for a dense matrix.
//
// IDA keeps its own history. If the state was changed from outside, it restarts with consistent v' and λ.

#include <ida/ida.h>

#include "methods/sundials/implicit_equations.hpp"
#include "methods/sundials/sundials.hpp"

namespace plumb {

template <class S>
class Ida {
 public:
  using T = double;
  using State = typename S::State;

  Ida(S& system, const MethodOptions& options)
      : s(system),
        rtol(options.parameters.number<double>("rtol")),
        atol(options.parameters.number<double>("atol")),
        equations(system),
        delivered(zero_state(system)),
        y(sundials::vector(equations.size(), context)),
        rate(sundials::vector(equations.size(), context)),
        estimable(sundials::vector(equations.size(), context)) {}

  StepResult start(const T& t, const T& h, State& x) {
    const bool has_blocks = offers_blocks(s);
    if (!has_blocks && !s.vector_space())
      return {Status::unsupported, 0,
              "with rotations it needs dense matrices, and this system has sparse ones; use radau-iia-adaptive"};
    if (!has_blocks && equations.size() > most_dense)
      return {Status::unsupported, static_cast<double>(equations.size()),
              "without dense blocks of the system it supports at most 1000 unknowns; the system has"};
    if (const auto result = consistent(t, x); result.status != Status::ok) return result;
    newton.reset(y, context);
    solver.reset(IDACreate(context),
                 [&](void* created) { return IDAInit(created, residual, t, y.get(), rate.get()) == IDA_SUCCESS; });
    IDASetErrHandlerFn(solver, sundials::ignore_error, nullptr);
    IDASetUserData(solver, this);
    IDAWFtolerances(solver, weights);
    first_step = h / 1000;
    IDASetInitStep(solver, first_step);
    IDASetMaxNumSteps(solver, sundials::max_steps_an_interval);
    IDASetLinearSolver(solver, newton.solver.get(), newton.matrix.get());
    if (has_blocks) IDASetJacFn(solver, jacobian);
    if (!s.vector_space()) IDARootInit(solver, 1, chart_left);
    for (Eigen::Index i = 0; i < equations.size(); ++i)
      sundials::data(estimable)[i] = equations.multiplier(i) || equations.derivative(i) > 0 ? 0 : 1;
    IDASetId(solver, estimable.get());
    IDASetSuppressAlg(solver, SUNTRUE);
    forget_counts();
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    if (x.q != delivered.q || x.v != delivered.v) {
      if (const auto result = restart(t, x); result.status != Status::ok) return result;
    }
    std::int64_t taken = 0;
    for (double reached = t;;) {
      const int flag = IDASolve(solver, t + h, &reached, y.get(), rate.get(), IDA_NORMAL);
      taken += count();
      if (flag < 0) return sundials::outcome(flag, false);
      equations.unpack(sundials::data(y), sundials::data(rate), x);
      if (flag != IDA_ROOT_RETURN) break;
      if (const auto result = restart(reached, x); result.status != Status::ok) return result;
    }
    sundials::report_inner_steps(taken, 0);
    delivered.q = x.q;
    delivered.v = x.v;
    return {};
  }

  std::span<T> memory() { return {}; }
  Counters counters = {.stages = std::nullopt};

 private:
  static constexpr Eigen::Index most_dense = 1000;  // limit of unknowns; the difference Jacobian grows with them

  StepResult consistent(const T& t, State& x) {
    if (!s.acceleration(t, x.q, x.v, x.a, x.lambda)) return {Status::singular, 0, "acceleration"};
    equations.pack(x, sundials::data(y), sundials::data(rate));
    delivered = x;
    return {};
  }
  StepResult restart(const T& t, State& x) {
    if (const auto result = consistent(t, x); result.status != Status::ok) return result;
    IDAReInit(solver, t, y.get(), rate.get());
    forget_counts();
    return {};
  }

  // The function is zero if T(θ) of the chart differs from 1 by 1/2: at rotations of about 60 degrees for the
  // exponential chart.
  static int chart_left(double, N_Vector z, N_Vector, double* out, void* ida) {
    *out = 0.5 - static_cast<Ida*>(ida)->equations.distortion(sundials::data(z));
    return 0;
  }

  static int residual(double t, N_Vector z, N_Vector dz, N_Vector out, void* ida) {
    auto& self = *static_cast<Ida*>(ida);
    ++*self.counters.residual_evaluations;
    self.equations.residual(t, sundials::data(z), sundials::data(dz), sundials::data(out));
    return std::isfinite(N_VMaxNorm(out)) ? 0 : 1;
  }
  static int jacobian(double t, double c, N_Vector z, N_Vector dz, N_Vector, SUNMatrix out, void* ida, N_Vector,
                      N_Vector, N_Vector) {
    auto& self = *static_cast<Ida*>(ida);
    self.equations.jacobian(t, c, sundials::data(z), sundials::data(dz), SUNDenseMatrix_Data(out));
    return 0;
  }

  static int weights(N_Vector z, N_Vector out, void* ida) {
    const auto& self = *static_cast<Ida*>(ida);
    long taken = 0;
    double h = self.first_step;
    IDAGetNumSteps(self.solver, &taken);
    if (taken > 0) IDAGetCurrentStep(self.solver, &h);
    for (Eigen::Index i = 0; i < self.equations.size(); ++i) {
      const double tolerance = self.rtol * std::abs(sundials::data(z)[i]) + self.atol;
      if (!(tolerance > 0)) return -1;
      sundials::data(out)[i] = std::pow(h, self.equations.derivative(i)) / tolerance;
    }
    return 0;
  }

  void forget_counts() {
    for (auto* tally : {&steps, &rejected, &iterations, &failures, &setups, &jacobians, &solves}) tally->restart();
  }
  /// Updates the counters. Returns the number of steps since the last call.
  std::int64_t count() {
    long n = 0, unsolved = 0, total_iterations = 0;
    IDAGetNumSteps(solver, &n);
    const auto before = counters.steps.value_or(0);
    steps.add(counters.steps, n);
    IDAGetNumErrTestFails(solver, &n);
    IDAGetNumStepSolveFails(solver, &unsolved);
    rejected.add(counters.rejected_steps, n + unsolved);
    IDAGetNumNonlinSolvIters(solver, &total_iterations);
    iterations.add(counters.newton_iterations, total_iterations);
    IDAGetNumNonlinSolvConvFails(solver, &n);
    failures.add(counters.newton_failures, n);
    if (!offers_blocks(s)) {  // calls of blocks() are counted by the system
      IDAGetNumJacEvals(solver, &n);
      jacobians.add(counters.jacobian_evaluations, n);
    }
    IDAGetNumLinSolvSetups(solver, &n);
    setups.add(counters.factorizations, n);
    solves.add(counters.linear_solves, total_iterations);
    return *counters.steps - before;
  }

  S& s;
  double rtol, atol, first_step = 0;
  ImplicitEquations<S> equations;
  State delivered;
  sundials::Context context;
  sundials::Owned<N_Vector> y, rate, estimable;  // estimable: 1 for components in the error test, else 0
  sundials::DenseSolver newton;
  sundials::Memory<IDAFree> solver;
  sundials::Tally steps, rejected, iterations, failures, setups, jacobians, solves;
};

}  // namespace plumb
