#pragma once
// The third opinion of a reference: CVODE (SUNDIALS) integrates v' = a(t, q, v) in double, with error control, step
// choice and code that share nothing with the other routes. It is good for 8 to 13 digits of a motion of some tens of
// cycles, which is enough to catch an error of modelling or of transcription.
//
// It measures its own error. A second integration goes beside it, with 100 times the tolerances and with accelerations
// that are off by what rounding may make of them (rounding_noise.hpp). The bound is four times the largest difference
// so far, component by component.

#include "reference/motion_units.hpp"

namespace plumb {

struct DoubleOptions {
  double relative_tolerance = 1e-14;
  double absolute_tolerance = 1e-16;  // in the unit of each component
  bool stiff = false;                 // BDF instead of Adams-Moulton
  long max_steps = 1'000'000;         // for each of the two integrations
  std::vector<quad> breaks = {};      // where CVODE ends and begins anew, ascending
  MotionUnits units = {};
};

/// Returns the motion from `start` at t = 0 at the ascending `times` >= 0 [s], with its uncertainty. Steps do not end
/// at the times, so that what is found at one does not depend on the others.
SampledMotion integrate_in_double(const Acceleration<double>& acceleration, const Motion& start,
                                  std::span<const quad> times, const DoubleOptions& options = {});

}  // namespace plumb
