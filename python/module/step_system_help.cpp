// Help of the functions of the class StepSystem.

#include "python/module/help.hpp"

namespace plumb::python {
namespace {

constexpr const char* ended_or_wrong =
    "UsageError\n    The step that received this system has ended.\n"
    "TypeError\n    The entries are not real numbers.";
constexpr const char* fails =
    "StepFailed\n    The function fails at this state. If the exception leaves the step, the run ends with this "
    "status.\n"
    "UsageError\n    The step that received this system has ended.";
constexpr const char* weights =
    "**weights : float\n"
    "    mass, damping, stiffness, identity: weights of B = mass M - damping df/dv - stiffness K + identity, with\n"
    "    K = d(f - G^T lam - M a)/dq. jacobian, position, rate, by_v, by_q: weights of the constraint rows\n"
    "    R = jacobian G + position G + rate d(Phi')/dq + by_v d(Phi'')/dv + by_q d(Phi'')/dq. Default of each: 0.";

std::vector<Help> equations_help() {
  return {
      {"StepSystem", "acceleration", "Returns the accelerations and multipliers of the index-1 equations.",
       "tuple\n    v', shape (nv,) [m/s^2, rad/s^2], and lam, shape (nl,) [SI].", fails},
      {"StepSystem", "force", "Returns the force vector f of M v' = f - G^T lam.",
       "array, shape (nv,)\n    f [N, N m].", fails},
      {"StepSystem", "momentum", "Returns the momentum M v.", "array, shape (nv,)\n    M v [kg m/s, kg m^2/s].", fails},
      {"StepSystem", "reaction", "Returns the reaction forces G^T lam.", "array, shape (nv,)\n    G^T lam [N, N m].",
       fails},
      {"StepSystem", "mass_solve", "Solves the linear system [M G^T; G 0] (x, y) = (w, e).",
       "tuple\n    x, shape (nv,), and y, shape (nl,) [SI].", fails},
      {"StepSystem", "constraint", "Returns the constraint function Phi.", "array, shape (nl,)\n    Phi [SI].", fails},
      {"StepSystem", "constraint_rate", "Returns the time derivative Phi' of the constraints.",
       "array, shape (nl,)\n    Phi' [SI].", fails},
      {"StepSystem", "constraint_acceleration", "Returns the second time derivative Phi'' of the constraints.",
       "array, shape (nl,)\n    Phi'' [SI].", fails},
      {"StepSystem", "constraint_bias", "Returns Phi'' - G v', the part of Phi'' without accelerations.",
       "array, shape (nl,)\n    Phi'' - G v' [SI].", fails},
  };
}

std::vector<Help> iteration_help() {
  return {
      {"StepSystem", "factor",
       "Factorises the matrix [B G^T; R 0] at a state and stores the factorisation in a slot. a and lam occur in K;\n"
       "None means 0.",
       "", fails, "", weights},
      {"StepSystem", "solve", "Solves [B G^T; R 0] (x, y) = (w, e) with the factorisation in a slot.",
       "tuple\n    x, shape (nv,), and y, shape (nl,) [SI].", fails},
      {"StepSystem", "retract", "Returns q [+] theta, the configuration q after the increment theta.",
       "array, shape (nq,)\n    q + theta on vector spaces [m, rad].", fails},
      {"StepSystem", "local", "Returns the increment theta with q [+] theta = q1; the inverse of `retract`.",
       "array, shape (nv,)\n    q1 - q on vector spaces [m, rad].", fails},
      {"StepSystem", "chart_rate",
       "Returns the rate theta' in the chart around q, if the velocity at q [+] theta is v.",
       "array, shape (nv,)\n    v on vector spaces [m/s, rad/s].", fails},
      {"StepSystem", "chart_tangent", "Returns the velocity T(theta) u at q [+] theta, if theta' = u.",
       "array, shape (nv,)\n    u on vector spaces [m/s, rad/s].", fails},
      {"StepSystem", "begin_iteration", "Begins a Newton iteration. Call it once before the calls of `judge`.", "",
       fails},
      {"StepSystem", "judge",
       "Tests the convergence of a Newton iteration, with the tolerance and the limit on iterations of the run. Call "
       "it\n"
       "after each increment, or before each increment if `tests_residual` is True.",
       "bool\n    True if the iteration has converged.",
       "StepFailed\n    The iteration diverges, or exceeds the limit on iterations.\n"
       "UsageError\n    The step that received this system has ended."},
      {"StepSystem", "norm", "Returns the norm of the run of the vector (x, y).", "float", ended_or_wrong},
      {"StepSystem", "count", "Adds a number to a counter of the run.", "",
       "UsageError\n    The counter does not exist, or the step that received this system has ended."},
  };
}

}  // namespace

const std::vector<Help>& step_system_help() {
  static const std::vector<Help> all = [] {
    auto out = equations_help();
    const auto more = iteration_help();
    out.insert(out.end(), more.begin(), more.end());
    return out;
  }();
  return all;
}

}  // namespace plumb::python
