#pragma once
// The symmetric top about a fixed point (Lagrange), exact, in ZXZ Euler angles (phi, theta, psi), with theta from the
// upward vertical.
//
// With u = cos theta, beta = 2 m g l/I, b = p_psi/I and a = p_phi/I (Whittaker, Analytical Dynamics, sections 71-72;
// Landau & Lifshitz, Mechanics, section 35),
//
//   u'^2 = (h - beta u)(1 - u^2) - (a - b u)^2 = beta (u - u1)(u - u2)(u - u3),   u1 <= u <= u2 <= 1 <= u3
//   u = u1 + (u2 - u1) sn^2(w t + phase, k)       w^2 = beta (u3 - u1)/4,   k^2 = (u2 - u1)/(u3 - u1)
//   phi' = (a - b u)/(1 - u^2)                    psi' = p_psi/I3 - u phi'
//
// phi and psi are computed by quadrature over the last, incomplete period of u, plus whole periods.

#include "contract/parameters.hpp"
#include "problems/motion.hpp"

namespace plumb {

/// The parameters are moment_transverse, moment_axial [kg m^2], mass [kg], length [m], gravity [m/s^2], tilt [rad],
/// precession, nutation, spin [rad/s]; phi(0) = psi(0) = 0. q = (phi, theta, psi), not reduced to one turn. Throws
/// std::invalid_argument if theta reaches 0 or pi (the Euler angles are singular there), or unless the moments are
/// positive and mass * gravity * length >= 0.
ExactMotion spinning_top_motion(const Parameters& parameters);

}  // namespace plumb
