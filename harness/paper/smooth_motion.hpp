#pragma once
// Times at which a figure samples the certified motion, dense enough that straight lines between them look smooth.

#include <string>
#include <vector>

#include "harness/paper/view.hpp"

namespace plumb {

/// The motion at ascending times. From the end of its digits on there are no states.
struct CertifiedMotion {
  std::vector<quad> t = {};  // s
  std::vector<std::optional<Sample<quad>>> states = {};
};

/// Returns the motion at all of `times`, and between them where an output would be farther than 1/5000 of its range
/// from the line through its neighbours, if that can be seen once coordinates are rounded to doubles. With fewer than
/// 400 times, it looks between them in any case, so that no oscillation is missed between two of them.
CertifiedMotion smooth_motion(SampleView& view, const std::vector<std::string>& outputs,
                              const std::vector<quad>& times);

}  // namespace plumb
