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

}  // namespace

SampledMotion integrate_in_double(const Acceleration<double>& acceleration, const Motion& start,
                                  std::span<const quad> times, const DoubleOptions& options) {
  const auto n = start.q.size();
  System system{acceleration, start.q.cast<double>(), start.v.cast<double>(), Vec<double>(n)};
  SampledMotion result;

  SUNContext bare = nullptr;
  if (SUNContext_Create(nullptr, &bare) != 0) return {.status = Status::out_of_memory, .detail = "SUNDIALS context"};
  const Owned<SUNContext> context(bare);
  const Owned<N_Vector> state(N_VNew_Serial(2 * n, bare));
  const Owned<SUNMatrix> matrix(SUNDenseMatrix(2 * n, 2 * n, bare));
  const Owned<SUNLinearSolver> solver(state && matrix ? SUNLinSol_Dense(state.get(), matrix.get(), bare) : nullptr);
  const Owned<void*> cvode(CVodeCreate(options.stiff ? CV_BDF : CV_ADAMS, bare));
  if (!solver || !cvode) return {.status = Status::out_of_memory, .detail = "CVODE"};

  Eigen::Map<Vec<double>> x(N_VGetArrayPointer(state.get()), 2 * n);
  x << system.q, system.v;
  void* const integrator = cvode.get();
  CVodeSetErrHandlerFn(integrator, silent, nullptr);  // failures are reported by the status alone
  const bool ready =
      CVodeInit(integrator, rates, 0, state.get()) == CV_SUCCESS &&
      CVodeSetUserData(integrator, &system) == CV_SUCCESS &&
      CVodeSStolerances(integrator, options.relative_tolerance, options.absolute_tolerance) == CV_SUCCESS &&
      CVodeSetMaxNumSteps(integrator, options.max_steps) == CV_SUCCESS &&
      CVodeSetLinearSolver(integrator, solver.get(), matrix.get()) == CV_SUCCESS;
  if (!ready) return {.status = Status::unsupported, .detail = "CVODE refused its settings"};

  for (const quad& wanted : times) {
    const double end(wanted);
    double t = 0;
    if (end > 0) {
      CVodeSetStopTime(integrator, end);  // end there instead of interpolating
      const int flag = CVode(integrator, end, state.get(), &t, CV_NORMAL);
      if (flag < 0) {
        result.status = status_of(flag), result.detail = "CVODE gave up";
        break;
      }
    }
    result.reached = wanted;
    result.at.push_back({x.head(n).template cast<quad>(), x.tail(n).template cast<quad>()});
  }
  long steps = 0, evaluations = 0;
  CVodeGetNumSteps(integrator, &steps);
  CVodeGetNumRhsEvals(integrator, &evaluations);
  result.steps = steps, result.rhs_evaluations = evaluations;
  return result;
}

}  // namespace plumb
