#pragma once
// The free rigid body (Euler-Poinsot), exact: J ω' = Jω × ω with J = diag(moments), for any order of the moments.
//
// The length and the direction in space of the angular momentum L = Jω are constant. Let b be the axis of the middle
// moment. Of the other two axes, let c be the axis about which L circulates in the body, and a the last. With A_a, A_b,
// A_c > 0 and signs σ_b, σ_c = ±1 (Landau & Lifshitz, Mechanics, section 37; DLMF 22.19.iii has an equivalent form),
//
//   ω_a = A_a cn(νt + u0, k),   ω_b = σ_b A_b sn(νt + u0, k),   ω_c = σ_c A_c dn(νt + u0, k)
//
// The attitude is the shortest rotation S(n) that brings n = L/|L|, in body components, to the axis e = σ_c e_c,
// followed by a rotation χ about it: q(t) = q(0) S(n(0))⁻¹ (cos χ/2, e sin χ/2) S(n(t)). Since both are unit vectors
// with n·e > 0 at all times,
//
//   χ' = (n·ω + e·ω)/(1 + n·e)
//
// has no singularity. χ(t) is computed by quadrature over the last, incomplete period of dn, plus whole periods.

#include "problems/motion.hpp"

namespace plumb {

/// q = (scalar, vector) is the unit quaternion from body to space, v = ω in the body [rad/s]. The arguments are the
/// moments [kg m^2] about the principal axes, the axes of the body, and attitude and angular velocity at t = 0. Throws
/// std::invalid_argument unless the moments are positive, and on the separatrix, where the motion has no period.
ExactMotion free_body_motion(const Vec<quad, 3>& moments, const Vec<quad, 4>& attitude, const Vec<quad, 3>& velocity);

}  // namespace plumb
