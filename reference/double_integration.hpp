#pragma once
// The third opinion of a reference: v' = a(t, q, v) integrated in double by CVODE (SUNDIALS), with error control,
// step choice and code that share nothing with the other routes. Good for 8 to 13 digits of a motion of some tens of
// cycles, which is enough to catch an error of modelling or of transcription.
//
// It measures its own error: a second integration with 100 times the tolerances, whose accelerations are off by what
// rounding may make of them (rounding_noise.hpp), goes beside it, and four times the largest difference so far,
// component by component, is the bound.

#include "reference/sampled_motion.hpp"

namespace plumb {

struct DoubleOptions {
  double relative_tolerance = 1e-14;
  double absolute_tolerance = 1e-16;  // SI unit of each component
  bool stiff = false;                 // BDF instead of Adams-Moulton
  long max_steps = 1'000'000;         // of each of the two
  std::vector<quad> breaks = {};      // where CVODE ends and begins anew, ascending
};

/// The motion from `start` at t = 0 at the ascending `times` >= 0 [s], with its uncertainty. Steps do not end at the
/// times: what is found at one does not depend on the others.
SampledMotion integrate_in_double(const Acceleration<double>& acceleration, const Motion& start,
                                  std::span<const quad> times, const DoubleOptions& options = {});

}  // namespace plumb
