#include "reference/double_integration.hpp"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <memory>

namespace plumb {
namespace {

struct Free {
  void operator()(SUNContext context) const { SUNContext_Free(&context); }
  void operator()(N_Vector v) const { N_VDestroy(v); }
  void operator()(SUNMatrix m) const { SUNMatDestroy(m); }
  void operator()(SUNLinearSolver s) const { SUNLinSolFree(s); }
  void operator()(void* integrator) const { CVodeFree(&integrator); }
};
template <class Handle>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Free>;

struct System {
  const Acceleration<double>& acceleration;
  Vec<double> q, v, a;
};

int rates(realtype t, N_Vector state, N_Vector rate, void* data) {
  auto& s = *static_cast<System*>(data);
  const auto n = s.q.size();
  const Eigen::Map<const Vec<double>> x(N_VGetArrayPointer(state), 2 * n);
  Eigen::Map<Vec<double>> dx(N_VGetArrayPointer(rate), 2 * n);
  s.q = x.head(n), s.v = x.tail(n);
  s.acceleration(t, s.q, s.v, s.a);
  dx << s.v, s.a;
  return dx.allFinite() ? 0 : 1;  // 1: recoverable, with a smaller step
}

void silent(int, const char*, const char*, char*, void*) {}

Status status_of(int flag) {
  switch (flag) {
    case CV_TOO_MUCH_WORK: return Status::step_limit;
    case CV_TOO_MUCH_ACC:
    case CV_ERR_FAILURE: return Status::tolerance_unreachable;
    case CV_CONV_FAILURE: return Status::newton_diverged;
    case CV_LSETUP_FAIL:
    case CV_LSOLVE_FAIL: return Status::singular;
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR: return Status::non_finite;
    case CV_MEM_FAIL: return Status::out_of_memory;
    default: return Status::unsupported;
  }
}

// One integration by CVODE; `status` is what its last call came to.
class Cvode {
 public:
  Cvode(const Acceleration<double>& acceleration, const Motion& from, const DoubleOptions& options)
      : n(from.q.size()),
        start(from),
        system{acceleration, start.q.cast<double>(), start.v.cast<double>(), Vec<double>(n)} {
    SUNContext bare = nullptr;
    if (SUNContext_Create(nullptr, &bare) != 0) return;
    context.reset(bare);
    state.reset(N_VNew_Serial(2 * n, bare));
    sampled.reset(N_VNew_Serial(2 * n, bare));
    matrix.reset(SUNDenseMatrix(2 * n, 2 * n, bare));
    solver.reset(state && matrix ? SUNLinSol_Dense(state.get(), matrix.get(), bare) : nullptr);
    integrator.reset(CVodeCreate(options.stiff ? CV_BDF : CV_ADAMS, bare));
    if (solver && sampled && integrator) initialise(options);
  }
  Cvode(Cvode&&) = delete;  // the integrator points to the system

  Status status() const { return flag >= 0 ? Status::ok : status_of(flag); }
  double time() const { return reached; }
  /// One step of its own.
  void step() { flag = CVode(integrator.get(), 2 * reached + 1, state.get(), &reached, CV_ONE_STEP); }
  /// By its own polynomial, within the last step; the start at t = 0. A time between two doubles is met by the rates.
  Motion at(const quad& t) {
    if (reached == 0) return start;
    const double near(t);
    Motion m = derivative(near, 0);
    const Motion rate = derivative(near, 1);
    m.q += (t - near) * rate.q;
    m.v += (t - near) * rate.v;
    return m;
  }
  void count(SampledMotion& result) {
    long steps = 0, evaluations = 0;
    CVodeGetNumSteps(integrator.get(), &steps);
    CVodeGetNumRhsEvals(integrator.get(), &evaluations);
    result.steps += steps;
    result.rhs_evaluations += evaluations;
  }

 private:
  void initialise(const DoubleOptions& options) {
    Eigen::Map<Vec<double>> x(N_VGetArrayPointer(state.get()), 2 * n);
    x << system.q, system.v;
    auto* const of = integrator.get();
    CVodeSetErrHandlerFn(of, silent, nullptr);  // failures are reported by the status alone
    const bool ready = CVodeInit(of, rates, 0, state.get()) == CV_SUCCESS &&
                       CVodeSetUserData(of, &system) == CV_SUCCESS &&
                       CVodeSStolerances(of, options.relative_tolerance, options.absolute_tolerance) == CV_SUCCESS &&
                       CVodeSetLinearSolver(of, solver.get(), matrix.get()) == CV_SUCCESS;
    flag = ready ? CV_SUCCESS : CV_ILL_INPUT;
  }

  Motion derivative(double t, int k) {
    flag = CVodeGetDky(integrator.get(), t, k, sampled.get());
    const Eigen::Map<const Vec<double>> x(N_VGetArrayPointer(sampled.get()), 2 * n);
    return {x.head(n).template cast<quad>(), x.tail(n).template cast<quad>()};
  }

  Eigen::Index n;
  Motion start;
  System system;
  Owned<SUNContext> context;
  Owned<N_Vector> state, sampled;
  Owned<SUNMatrix> matrix;
  Owned<SUNLinearSolver> solver;
  Owned<void*> integrator;
  double reached = 0;
  int flag = CV_MEM_FAIL;
};

// Largest magnitudes and differences of two integrations, and what they say of the first.
class MeasuredError {
 public:
  explicit MeasuredError(Eigen::Index n)
      : apart{Vec<quad>::Zero(n), Vec<quad>::Zero(n)}, size{Vec<quad>::Zero(n), Vec<quad>::Zero(n)} {}

  void compare(const Motion& a, const Motion& b) {
    raise(size, a);
    raise(apart, {a.q - b.q, a.v - b.v});
  }
  Motion bound() const {
    constexpr int margin = 4, roundings = 8;
    const quad rounding = roundings * std::numeric_limits<double>::epsilon();
    return {margin * apart.q + rounding * size.q, margin * apart.v + rounding * size.v};
  }

 private:
  Motion apart, size;
};

}  // namespace

SampledMotion integrate_in_double(const Acceleration<double>& acceleration, const Motion& start,
                                  std::span<const quad> times, const DoubleOptions& options) {
  constexpr double looser = 100;
  auto loose_options = options;
  loose_options.relative_tolerance *= looser;
  loose_options.absolute_tolerance *= looser;
  Cvode tight(acceleration, start, options), loose(acceleration, start, loose_options);
  MeasuredError error(start.q.size());
  SampledMotion result;
  const auto status = [&] { return tight.status() != Status::ok ? tight.status() : loose.status(); };
  if (status() != Status::ok) return {.status = status(), .detail = "CVODE refused its settings"};
  error.compare(tight.at(0), loose.at(0));

  long steps = 0;
  const auto step = [&](Cvode& integration) {
    integration.step();
    return status() == Status::ok && ++steps <= 2 * options.max_steps;
  };
  const auto reach = [&](const quad& end) {
    while (tight.time() < end) {
      if (!step(tight)) return false;
      while (loose.time() < tight.time())
        if (!step(loose)) return false;
      error.compare(tight.at(tight.time()), loose.at(tight.time()));
    }
    return true;
  };
  for (const quad& wanted : times) {
    if (!reach(wanted)) {
      result.status = status() != Status::ok ? status() : Status::step_limit;
      result.detail = "CVODE gave up";
      break;
    }
    result.reached = wanted;
    result.at.push_back(tight.at(wanted));
    result.uncertainty.push_back(error.bound());
  }
  tight.count(result);
  loose.count(result);
  return result;
}

}  // namespace plumb
