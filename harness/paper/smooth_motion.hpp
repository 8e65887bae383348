#pragma once
// Times at which a figure samples the certified motion, dense enough that straight lines between them look smooth.

#include <string>
#include <vector>

#include "harness/paper/view.hpp"

namespace plumb {

/// The motion at ascending times. States are missing from the time on at which the reference is too inaccurate.
struct CertifiedMotion {
  std::vector<quad> t = {};  // s
  std::vector<std::optional<Sample<quad>>> states = {};
};

/// Returns the motion at all of `times`. Points are added where an output would deviate from the line through its
/// neighbours by more than 1/5000 of its range and by more than the rounding of the coordinates to doubles. With fewer
/// than 400 times, points between them are always checked, so that no oscillation between two times is missed.
CertifiedMotion smooth_motion(SampleView& view, const std::vector<std::string>& outputs,
                              const std::vector<quad>& times);

}  // namespace plumb
