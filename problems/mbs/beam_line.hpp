#pragma once
// The positions of a beam's nodes in its initial shape, at equal distances along a straight line, an arc, or a smooth
// curve through points (spline.hpp), and the axes of its sections.
//
// The section axes do not twist about the beam (parallel transport): on a plane curve, the angle of the y axis to the
// plane is constant. On a curve in space, the axes of the next node are computed by double reflection: Wang, Jüttler,
// Zheng & Liu 2008, ACM Trans. Graph. 27, 2.

#include "problems/mbs/beam.hpp"
#include "problems/mbs/long_vectors.hpp"

namespace plumb::mbs {

/// The position of a section and its axes x and y, in space.
struct SectionPlace {
  LongVector point, x, y;
};

struct BeamLine {
  Digits50 length;  // length along the line [m]
  std::vector<SectionPlace> nodes;
};

/// Returns the sections at the 2 n + 1 nodes of n elements. Throws MechanismMistake.
BeamLine line_of(const Beam& beam);

}  // namespace plumb::mbs
