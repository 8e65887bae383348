#pragma once
// The certified motion of a figure at so many times that straight lines between them look like the curve.

#include <string>
#include <vector>

#include "harness/paper/view.hpp"

namespace plumb {

/// The motion at ascending times, of which the first of its digits' end on are none.
struct CertifiedMotion {
  std::vector<quad> t = {};  // s
  std::vector<std::optional<Sample<quad>>> states = {};
};

/// At all of `times`, and between them where an output would be farther than 1/5000 of its range from the line through
/// its neighbours. A motion with fewer than 400 times is looked at between them in any case, so that no oscillation
/// lies between two of them.
CertifiedMotion smooth_motion(SampleView& view, const std::vector<std::string>& outputs,
                              const std::vector<quad>& times);

}  // namespace plumb
