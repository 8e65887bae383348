#pragma once
// The places of a beam's nodes in its written shape, evenly along a straight line, an arc, or a smooth curve through
// points (spline.hpp), and the axes of its sections.
//
// The section's y axis is moved along the beam without rotation about it: in a plane curve, its angle to the plane is
// constant. On a curve in space it is reflected twice from node to node: Wang, Jüttler, Zheng & Liu 2008, ACM
// Trans. Graph. 27, 2.

#include "problems/mbs/beam.hpp"
#include "problems/mbs/long_vectors.hpp"

namespace plumb::mbs {

/// A section's place and its axes x and y, in space.
struct SectionPlace {
  LongVector point, x, y;
};

struct BeamLine {
  Digits50 length;  // length along the line [m]
  std::vector<SectionPlace> nodes;
};

/// The places of the 2 n + 1 nodes of n elements. Throws MechanismMistake.
BeamLine line_of(const Beam& beam);

}  // namespace plumb::mbs
