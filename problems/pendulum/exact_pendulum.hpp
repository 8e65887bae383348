#pragma once
// The mathematical pendulum, exact: theta'' = -(g/L) cos theta, with theta from the horizontal.
//
// With alpha = theta + pi/2 from the hanging position, w^2 = g/L and k^2 = sin^2(alpha0/2) + (alpha0'/2w)^2
// (Whittaker, Analytical Dynamics, section 44; Landau & Lifshitz, Mechanics, section 11; DLMF 22.19.2-3):
//
//   k < 1, swinging:  sin(alpha/2) = k sn(wt + u0, k)    alpha' = 2 k w cn(wt + u0, k)
//   k = 1:            the same, with sn = tanh, cn = dn = sech
//   k > 1, turning:   alpha/2 = am(kwt + u0, 1/k)        alpha' = 2 k w dn(kwt + u0, 1/k)

#include "contract/parameters.hpp"
#include "problems/motion.hpp"

namespace plumb {

/// The parameters are length [m], gravity [m/s^2], angle [rad], rate [rad/s]. q = theta, not reduced to one turn. If
/// the initial rate is 0 and the angle is within two units in the last place of an equilibrium, the motion is this
/// equilibrium, because pi/2 has no exact representation. Throws std::invalid_argument unless length > 0 and gravity >=
/// 0.
ExactMotion pendulum_motion(const Parameters& parameters);

}  // namespace plumb
