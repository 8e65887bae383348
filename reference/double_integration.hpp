#pragma once
// The third route of a reference: CVODE (SUNDIALS) integrates v' = a(t, q, v) in double. Its error control, step
// selection and code are independent of the other routes. It yields 8 to 13 digits of a motion over some tens of
// cycles, enough to detect errors of modelling or transcription.
//
// It measures its own error by a second integration with 100 times the tolerances, and with accelerations perturbed by
// their rounding noise (rounding_noise.hpp). The bound is four times the largest difference so far, by component.

#include "reference/motion_units.hpp"

namespace plumb {

struct DoubleOptions {
  double relative_tolerance = 1e-14;
  double absolute_tolerance = 1e-16;  // absolute tolerance, in the unit of each component
  bool stiff = false;                 // whether BDF replaces Adams-Moulton
  long max_steps = 1'000'000;         // limit of steps of each of the two integrations
  std::vector<quad> breaks = {};      // times at which CVODE restarts, ascending
  MotionUnits units = {};
};

/// Returns the motion from `start` at t = 0 at the ascending `times` >= 0 [s], with its uncertainty. Steps do not end
/// at the times, so the result at one time does not depend on the others.
SampledMotion integrate_in_double(const Acceleration<double>& acceleration, const Motion& start,
                                  std::span<const quad> times, const DoubleOptions& options = {});

}  // namespace plumb
