#pragma once
// ARKODE's explicit Runge-Kutta methods (ERKStep) with its own choice of steps, on z' = (v, v'(t, q, v)). The step size
// of a run is the output interval; no step extends beyond its end.
//
// Source: Reynolds et al. 2023, ACM Trans. Math. Softw. 49(2); SUNDIALS 6.4 with its default controller (PID) and first
// step. Only tables that ERKStep 6.4 treats correctly are offered. The others are Heun-Euler, Fehlberg and Verner:
// ERKStep 6.4 uses the last stage of a step as the first stage of the next step whenever c_s = 1, even if a_sj ≠ b_j
// (methods/sundials/arkode_erk.hpp).
//
// The method restarts if the state was changed from outside, for example by a projection.

#include <arkode/arkode_erkstep.h>

#include "methods/sundials/sundials_code.hpp"

namespace plumb {

template <class S>
class ArkodeErkAdaptive : public SundialsCode<S> {
 public:
  using T = double;
  using State = typename S::State;
  using SundialsCode<S>::counters;

  ArkodeErkAdaptive(S& system, const MethodOptions& options)
      : SundialsCode<S>(system),
        table(table_named(options.parameters)),
        rtol(options.parameters.number<double>("rtol")),
        atol(options.parameters.number<double>("atol")) {}

  StepResult start(const T& t, const T&, State& x) {
    if (const auto result = this->begin(t, x); result.status != Status::ok) return result;
    accepted.restart();
    rejected.restart();
    solver.reset(ERKStepCreate(this->right_side, t, vector.get(), this->context), [](void*) { return true; });
    ERKStepSetErrHandlerFn(solver, sundials::ignore_error, nullptr);
    ERKStepSetUserData(solver, this->user_data());
    ERKStepSetTableNum(solver, table);
    ERKStepSStolerances(solver, rtol, atol);
    ERKStepSetMaxNumSteps(solver, sundials::max_steps_an_interval);
    ERKStepSetInterpolantType(solver, ARK_INTERP_LAGRANGE);  // Hermite interpolation would cost an evaluation per step
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    if (this->was_moved(x)) ERKStepReset(solver, t, vector.get());
    ERKStepSetStopTime(solver, t + h);
    double reached = t;
    const int flag = ERKStepEvolve(solver, t + h, vector.get(), &reached, ARK_NORMAL);
    inner_steps = 0;
    count();
    sundials::report_inner_steps(*inner_steps, 1);  // the last step ends at the stop time
    return this->end(flag, x);
  }

 private:
  using SundialsCode<S>::vector;

  void count() {
    long attempts = 0, steps = 0;
    ERKStepGetNumStepAttempts(solver, &attempts);
    ERKStepGetNumSteps(solver, &steps);
    accepted.add(inner_steps, steps);
    rejected.add(counters.rejected_steps, attempts - steps);
  }

  static ARKODE_ERKTableID table_named(const Parameters& p) {
    if (p.is("table", "bogacki-shampine")) return ARKODE_BOGACKI_SHAMPINE_4_2_3;
    if (p.is("table", "zonneveld")) return ARKODE_ZONNEVELD_5_3_4;
    return p.is("table", "cash-karp") ? ARKODE_CASH_KARP_6_4_5 : ARKODE_DORMAND_PRINCE_7_4_5;
  }

  ARKODE_ERKTableID table;
  double rtol, atol;
  sundials::Memory<ERKStepFree> solver;
  Counters::Count inner_steps = 0;  // number of inner steps of the last interval
  sundials::Tally accepted, rejected;
};

}  // namespace plumb
