#pragma once
// The forced, damped linear oscillator, exact: x'' + 2 xi w x' + w^2 x = A sin(wf t).
//
// Let a, b be the roots of s^2 + 2 xi w s + w^2, and let E[a, b, ..] be the divided difference of z -> exp(z t) at the
// nodes a, b, .. Then
//
//   x(t) = g v0 + (g' + 2 xi w g) x0 + A Im E[a, b, i wf]      g = E[a, b],   g' = E[a] + b E[a, b]
//   d/dt E[a, b, c] = E[a, b] + c E[a, b, c]
//
// since E[a, b, c] solves (D - a)(D - b) y = exp(c t) from rest, where D = d/dt. This formula covers underdamped,
// critically damped and overdamped motion and resonance, where nodes coincide: divided differences are evaluated
// without cancellation (de Boor, Divided differences, Surveys in Approximation Theory 1, 2005).
//
// The steady motion is x = A Im exp(i wf t) / (w^2 - wf^2 + 2 i xi w wf).

#include "contract/parameters.hpp"
#include "problems/motion.hpp"

namespace plumb {

/// The parameters are omega [rad/s], damping [-], amplitude [m/s^2], frequency [rad/s], start (steady|given), position
/// [m], velocity [m/s]. Throws std::invalid_argument for start=steady in undamped resonance, where no steady motion
/// exists.
ExactMotion oscillator_motion(const Parameters& parameters);

}  // namespace plumb
