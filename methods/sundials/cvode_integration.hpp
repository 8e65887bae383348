#pragma once
// The integration by CVODE of the third route of a reference (reference/double_integration.hpp): Adams-Moulton or BDF,
// both with Newton's iteration and a dense Jacobian by difference quotients.

#include <cvode/cvode.h>

#include <utility>

#include "methods/sundials/sundials.hpp"

namespace plumb {

class DenseCvodeIntegration final : public CvodeIntegration {
 public:
  DenseCvodeIntegration(Rates f, const Vec<double>& start, const Settings& settings)
      : rates(std::move(f)),
        state(sundials::vector(start.size(), context)),
        sampled(sundials::vector(start.size(), context)),
        result(start.size()) {
    newton.reset(state, context);
    Eigen::Map<Vec<double>>(sundials::data(state), start.size()) = start;
    solver.reset(CVodeCreate(settings.stiff ? CV_BDF : CV_ADAMS, context),
                 [&](void* created) { return CVodeInit(created, right_side, 0, state.get()) == CV_SUCCESS; });
    CVodeSetErrHandlerFn(solver, sundials::ignore_error, nullptr);  // the status reports failures
    const bool ready =
        CVodeSetUserData(solver, this) == CV_SUCCESS &&
        CVodeSStolerances(solver, settings.relative_tolerance, settings.absolute_tolerance) == CV_SUCCESS &&
        CVodeSetLinearSolver(solver, newton.solver.get(), newton.matrix.get()) == CV_SUCCESS;
    flag = ready ? CV_SUCCESS : CV_ILL_INPUT;
  }

  Status status() const override { return sundials::outcome(flag, false).status; }
  double time() const override { return reached; }
  void step() override {
    if (flag != CV_SUCCESS) return;
    flag = CVode(solver, 2 * reached + 1, state.get(), &reached, CV_ONE_STEP);
    if (flag == CV_TSTOP_RETURN) flag = CV_SUCCESS;
  }
  void stop_at(double t) override {
    if (flag == CV_SUCCESS) flag = CVodeSetStopTime(solver, t);
  }
  void restart() override { flag = CVodeReInit(solver, reached, state.get()); }
  const Vec<double>& derivative(double t, int k) override {
    flag = CVodeGetDky(solver, t, k, sampled.get());
    result = Eigen::Map<const Vec<double>>(sundials::data(sampled), result.size());
    return result;
  }
  Counts counts() const override {
    Counts out;
    CVodeGetNumSteps(solver, &out.steps);
    CVodeGetNumRhsEvals(solver, &out.rhs_evaluations);
    return out;
  }

 private:
  static int right_side(double t, N_Vector x, N_Vector rate, void* self) {
    return static_cast<DenseCvodeIntegration*>(self)->rates(t, sundials::data(x), sundials::data(rate));
  }

  Rates rates;
  sundials::Context context;
  sundials::Owned<N_Vector> state, sampled;
  sundials::DenseSolver newton;
  sundials::Memory<CVodeFree> solver;
  Vec<double> result;
  double reached = 0;
  int flag = CV_SUCCESS;
};

}  // namespace plumb
