// Help of the functions of the class Problem.

#include "python/module/help.hpp"

namespace plumb::python {
namespace {

constexpr const char* of_rhs = "array, shape (nq + nv,)";
constexpr const char* of_residual = "array, shape (ny,)";
constexpr const char* singular_rhs =
    "SingularEquations\n    The equations are singular at this state.\n"
    "UsageError\n    The formulation has no explicit form: `has_rhs` is False.";
constexpr const char* singular = "SingularEquations\n    The equations are singular at this state.";

}  // namespace

const std::vector<Help>& problem_help() {
  static const std::vector<Help> all = {
      {"Problem", "start", "Returns the consistent initial state at t_begin.",
       "dict\n    \"q\", shape (nq,) [m, rad]; \"v\" and \"a\", shape (nv,); \"lam\", shape (nl,)."},
      {"Problem", "first_order_start", "Returns a consistent initial value of F(t, y, y') = 0 at t_begin.",
       "tuple\n    y and y', each of shape (ny,) [SI]."},
      {"Problem", "rhs", "Returns the right-hand side of the explicit form y' = rhs(t, y) with y = (q, v).",
       "array, shape (nq + nv,)\n    y' [m/s, rad/s, m/s^2, rad/s^2].", singular_rhs, of_rhs},
      {"Problem", "rhs_jacobian", "Returns the Jacobian of `rhs` with respect to y, exact to rounding.",
       "array, shape (nq + nv, nq + nv)\n    Entry (i, j) is d rhs_i / dy_j [SI].", singular_rhs, of_rhs},
      {"Problem", "residual", "Returns the residual F(t, y, y') with y = (q, v, lam), or (q, v, lam, mu) for \"ggl\".",
       "array, shape (ny,)\n    F [SI].", "", of_residual},
      {"Problem", "jacobian", "Returns dF/dy + shift dF/dy', exact to rounding.",
       "array, shape (ny, ny)\n    Entry (i, j) is the derivative of F_i with respect to y_j [SI].", "", of_residual},
      {"Problem", "sparse_parts",
       "Returns dF/dy + shift dF/dy' as compressed sparse columns; `sparse_jacobian` returns a matrix of scipy.",
       "tuple\n    Entries [SI], row of each entry, first entry of each column, and ny.", "", of_residual},
      {"Problem", "mass_matrix", "Returns the mass matrix M.", "array, shape (nv, nv)\n    M [kg, kg m, kg m^2]."},
      {"Problem", "force", "Returns the force vector f of M v' = f - G^T lam.", "array, shape (nv,)\n    f [N, N m]."},
      {"Problem", "constraint", "Returns the constraint function Phi.", "array, shape (nl,)\n    Phi [SI]."},
      {"Problem", "constraint_rate", "Returns the time derivative Phi' of the constraints.",
       "array, shape (nl,)\n    Phi' [SI]."},
      {"Problem", "constraint_bias", "Returns Phi'' - G v', the part of Phi'' without accelerations.",
       "array, shape (nl,)\n    Phi'' - G v' [SI]."},
      {"Problem", "constraint_jacobian", "Returns the Jacobian G of the constraints, with Phi' = G v + dPhi/dt.",
       "array, shape (nl, nv)\n    G [SI]."},
      {"Problem", "reaction", "Returns the reaction forces G^T lam.", "array, shape (nv,)\n    G^T lam [N, N m]."},
      {"Problem", "acceleration", "Returns the accelerations and multipliers of the index-1 equations.",
       "tuple\n    v', shape (nv,) [m/s^2, rad/s^2], and lam, shape (nl,) [SI].", singular},
      {"Problem", "outputs",
       "Returns the outputs in the order of `output_list`. Outputs that depend on a or lam are NaN if these are None.",
       "array, shape (len(output_list),)\n    The units are in `output_list`."},
      {"Problem", "invariants", "Returns the invariants in the order of `invariant_list`; the energy [J] is the first.",
       "array, shape (len(invariant_list),)\n    The units are in `invariant_list`."},
      {"Problem", "retract", "Returns q [+] theta, the configuration q after the increment theta.",
       "array, shape (nq,)\n    q + theta on vector spaces [m, rad]."},
      {"Problem", "local", "Returns the increment theta with q [+] theta = q1; the inverse of `retract`.",
       "array, shape (nv,)\n    q1 - q on vector spaces [m, rad]."},
  };
  return all;
}

}  // namespace plumb::python
