#pragma once
// IDA, variable-order BDF for implicit equations, on the index-1 form: the cell's step is the interval of output.
//
//   0 = q' − v
//   0 = M(q) v' + Gᵀ λ − f(t, q, v)
//   0 = G v' + γ(t, q, v)                     γ: the constraint bias, Φ'' = G v' + γ
//
// with a dense Jacobian of differences; λ is left out of the error test, where its rounding would drive the step to
// zero at tight tolerances. Source: Hindmarsh et al. 2005, ACM Trans. Math. Softw. 31(3); SUNDIALS 6.4.
//
// Its history is its own. It starts anew, from consistent v' and λ, when somebody else has changed the state.

#include <ida/ida.h>

#include "methods/library/first_order.hpp"
#include "methods/library/sundials.hpp"

namespace plumb {

template <class S>
class Ida {
 public:
  using T = double;
  using V = typename S::V;
  using L = typename S::L;
  using State = typename S::State;

  Ida(S& system, const MethodOptions& options)
      : s(system),
        rtol(options.parameters.number<double>("rtol")),
        atol(options.parameters.number<double>("atol")),
        at(zero_state(system)),
        delivered(at),
        work(at.v),
        residual(at.v),
        phi(at.lambda),
        row(at.lambda),
        y(sundials::vector(size(), context)),
        rate(sundials::vector(size(), context)),
        differential(sundials::vector(size(), context)),
        matrix(SUNDenseMatrix(size(), size(), context)),
        linear(SUNLinSol_Dense(y.get(), matrix.get(), context)) {}
  Ida(const Ida&) = delete;
  Ida& operator=(const Ida&) = delete;
  ~Ida() { IDAFree(&solver); }

  StepResult start(const T& t, const T&, State& x) {
    if (s.sizes().lambda != 0 && s.form() != Form::index1)
      return {Status::unsupported, 0, "imposes constraints at acceleration level only"};
    if (const auto result = consistent(t, x); result.status != Status::ok) return result;
    IDAFree(&solver);
    solver = IDACreate(context);
    if (!solver || IDAInit(solver, balance, t, y.get(), rate.get()) != IDA_SUCCESS) throw std::bad_alloc();
    IDASetErrHandlerFn(solver, sundials::say_nothing, nullptr);
    IDASetUserData(solver, this);
    IDASStolerances(solver, rtol, atol);
    IDASetMaxNumSteps(solver, sundials::max_steps_an_interval);
    IDASetLinearSolver(solver, linear.get(), matrix.get());
    std::fill_n(sundials::data(differential), size(), 1.);
    std::fill_n(sundials::data(differential) + size() - at.lambda.size(), at.lambda.size(), 0.);
    IDASetId(solver, differential.get());
    IDASetSuppressAlg(solver, SUNTRUE);
    forget_counts();
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    if (x.q != delivered.q || x.v != delivered.v) {
      if (const auto result = consistent(t, x); result.status != Status::ok) return result;
      IDAReInit(solver, t, y.get(), rate.get());
      forget_counts();
    }
    double reached = t;
    const int flag = IDASolve(solver, t + h, &reached, y.get(), rate.get(), IDA_NORMAL);
    count();
    if (flag < 0) return sundials::outcome(flag, false);
    read(sundials::data(y), sundials::data(rate), x);
    delivered.q = x.q, delivered.v = x.v;
    return {};
  }

  std::span<T> memory() { return {}; }
  Counters counters = {.stages = std::nullopt};

 private:
  Eigen::Index size() const { return at.q.size() + at.v.size() + at.lambda.size(); }

  StepResult consistent(const T& t, State& x) {
    if (const auto result = begin_first_order(s, t, x); result.status != Status::ok) return result;
    auto z = std::copy(x.v.begin(), x.v.end(), std::copy(x.q.begin(), x.q.end(), sundials::data(y)));
    std::copy(x.lambda.begin(), x.lambda.end(), z);
    N_VConst(0, rate.get());
    std::copy(x.a.begin(), x.a.end(), std::copy(x.v.begin(), x.v.end(), sundials::data(rate)));
    delivered = x;
    return {};
  }

  static void read(const double* z, const double* dz, State& x) {
    const auto nq = x.q.size(), nv = x.v.size();
    std::copy(z, z + nq, x.q.begin());
    std::copy(z + nq, z + nq + nv, x.v.begin());
    std::copy(z + nq + nv, z + nq + nv + x.lambda.size(), x.lambda.begin());
    std::copy(dz + nq, dz + nq + nv, x.a.begin());
  }

  static int balance(double t, N_Vector z, N_Vector dz, N_Vector out, void* self) {
    static_cast<Ida*>(self)->balance(t, sundials::data(z), sundials::data(dz), sundials::data(out));
    return std::isfinite(N_VMaxNorm(out)) ? 0 : 1;
  }
  void balance(double t, const double* z, const double* dz, double* out) {
    read(z, dz, at);
    for (Eigen::Index i = 0; i < at.q.size(); ++i) *out++ = dz[i] - at.v[i];
    s.momentum(at.q, at.a, residual);
    s.reaction(t, at.q, at.lambda, work);
    residual += work;
    s.force(t, at.q, at.v, work);
    residual -= work;
    out = std::copy(residual.begin(), residual.end(), out);
    ++*counters.residual_evaluations;
    if (phi.size() == 0) return;
    s.constraint_rate(t, at.q, at.a, phi);  // G v' + ∂Φ/∂t
    work.setZero();
    s.constraint_rate(t, at.q, work, row);  // ∂Φ/∂t
    phi -= row;
    s.constraint_bias(t, at.q, at.v, row);
    phi += row;
    std::copy(phi.begin(), phi.end(), out);
  }

  void forget_counts() {
    for (auto* tally : {&steps, &iterations, &failures, &setups, &jacobians, &solves}) tally->restart();
  }
  void count() {
    long n = 0, iterations_now = 0;
    IDAGetNumSteps(solver, &n), steps.add(counters.steps, n);
    IDAGetNumNonlinSolvIters(solver, &iterations_now), iterations.add(counters.newton_iterations, iterations_now);
    IDAGetNumNonlinSolvConvFails(solver, &n), failures.add(counters.newton_failures, n);
    IDAGetNumLinSolvSetups(solver, &n), setups.add(counters.factorizations, n);
    IDAGetNumJacEvals(solver, &n), jacobians.add(counters.jacobian_evaluations, n);
    solves.add(counters.linear_solves, iterations_now);
  }

  S& s;
  double rtol, atol;
  State at, delivered;
  V work, residual;
  L phi, row;
  sundials::Context context;
  sundials::Owned<N_Vector> y, rate, differential;  // differential: 1 for q and v, 0 for λ
  sundials::Owned<SUNMatrix> matrix;
  sundials::Owned<SUNLinearSolver> linear;
  void* solver = nullptr;
  sundials::Tally steps, iterations, failures, setups, jacobians, solves;
};

}  // namespace plumb
