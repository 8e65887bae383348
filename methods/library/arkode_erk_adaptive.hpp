#pragma once
// ARKODE's explicit Runge-Kutta methods (ERKStep) with its own choice of steps, on z' = (v, v'(t, q, v)): the cell's
// step is the interval of output, which ends exactly.
//
// Source: Reynolds et al. 2023, ACM Trans. Math. Softw. 49(2); SUNDIALS 6.4: its controller (PID) and first step as
// they come. Only tables that ERKStep 6.4 takes right: left to itself it takes the last stage of a step for the first
// of the next wherever c_s = 1, also where a_sj ≠ b_j (Heun-Euler, Fehlberg, Verner; methods/library/arkode_erk.hpp).
//
// It starts anew when somebody else has changed the state (a projection, say).

#include <arkode/arkode_erkstep.h>

#include "contract/sundials.hpp"
#include "methods/library/first_order.hpp"

namespace plumb {

template <class S>
class ArkodeErkAdaptive {
 public:
  using T = double;
  using State = typename S::State;
  static constexpr const char* tables = "bogacki-shampine|zonneveld|cash-karp|dormand-prince";

  ArkodeErkAdaptive(S& system, const MethodOptions& options)
      : s(system),
        first_order(system),
        table(table_named(options.parameters)),
        rtol(options.parameters.number<double>("rtol")),
        atol(options.parameters.number<double>("atol")),
        z(sundials::vector(first_order.size(), context)) {}

  StepResult start(const T& t, const T&, State& x) {
    if (const auto result = begin_first_order(s, t, x); result.status != Status::ok) return result;
    first_order.forget();
    first_order.pack(x, sundials::data(z));
    solver.reset(ERKStepCreate(rates, t, z.get(), context), [](void*) { return true; });
    ERKStepSetErrHandlerFn(solver, sundials::say_nothing, nullptr);
    ERKStepSetUserData(solver, this);
    ERKStepSetTableNum(solver, table);
    ERKStepSStolerances(solver, rtol, atol);
    ERKStepSetMaxNumSteps(solver, sundials::max_steps_an_interval);
    ERKStepSetInterpolantType(solver, ARK_INTERP_LAGRANGE);  // Hermite's would cost an evaluation a step
    return {};
  }

  StepResult step(const T& t, const T& h, State& x) {
    if (!first_order.holds(x, sundials::data(z))) {
      first_order.pack(x, sundials::data(z));
      ERKStepReset(solver, t, z.get());
    }
    ERKStepSetStopTime(solver, t + h);
    double reached = t;
    const int flag = ERKStepEvolve(solver, t + h, z.get(), &reached, ARK_NORMAL);
    if (flag < 0) return sundials::outcome(flag, first_order.singular());
    first_order.unpack(sundials::data(z), x);
    return {};
  }

  std::span<T> memory() { return {}; }
  Counters counters = {.stages = std::nullopt};

 private:
  static ARKODE_ERKTableID table_named(const Parameters& p) {
    if (p.is("table", "bogacki-shampine")) return ARKODE_BOGACKI_SHAMPINE_4_2_3;
    if (p.is("table", "zonneveld")) return ARKODE_ZONNEVELD_5_3_4;
    return p.is("table", "cash-karp") ? ARKODE_CASH_KARP_6_4_5 : ARKODE_DORMAND_PRINCE_7_4_5;
  }
  static int rates(double t, N_Vector z, N_Vector rate, void* self) {
    return static_cast<ArkodeErkAdaptive*>(self)->first_order.rates(t, sundials::data(z), sundials::data(rate)) ? 0 : 1;
  }

  S& s;
  FirstOrder<S> first_order;
  ARKODE_ERKTableID table;
  double rtol, atol;
  sundials::Context context;
  sundials::Owned<N_Vector> z;
  sundials::Memory<ERKStepFree> solver;
};

}  // namespace plumb
