// Tests the positions and section axes of beams along a curve.

#include "problems/mbs/beam_line.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/spline.hpp"
#include "problems/mbs/start.hpp"
#include "problems/mbs/testing/beams.hpp"

namespace plumb::mbs {
namespace {

// A beam along a curve in space: no three points are on a line, and the last point is outside the plane of the others.
Beam twisted(int elements) {
  return {.name = "beam",
          .section = testing::soft_section(),
          .curve = {triple("0", "0", "0"), triple("0.4", "0.1", "0"), triple("0.7", "0.5", "0"),
                    triple("0.6", "0.9", "0.3")},
          .orientation = triple("0", "0", "1"),
          .elements = elements,
          .first = "ground"};
}
double in_double(const Digits50& x) { return static_cast<double>(x); }
double length_of(const LongVector& x) { return in_double(length(x)); }

TEST(BeamLine, OfACurveGoesThroughItsPointsWithNoKinkInItsDirectionOrCurvature) {
  std::vector<LongVector> points;
  for (const auto& point : twisted(1).curve) points.push_back(in_long(point));
  const Spline curve(points);
  Digits50 u = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i > 0) u += length<Digits50>(points[i] - points[i - 1]);
    EXPECT_LT(length_of(curve.place(u) - points[i]), 1e-40) << i;
    if (i == 0 || i + 1 == points.size()) continue;
    const Digits50 h("1e-10");
    const auto bend = [&](const Digits50& at) -> LongVector {
      return (curve.slope(at + h) - curve.slope(at - h)) / (2 * h);
    };
    EXPECT_LT(length_of(curve.slope(u + h) - curve.slope(u - h)), 1e-8) << i;
    EXPECT_GT(length_of(bend(u - 2 * h)), 0.1);
    EXPECT_LT(length_of(bend(u + 2 * h) - bend(u - 2 * h)), 1e-8) << i;
  }
}

// Compares the length of the curve with the sum of the chords between the nodes of many elements. Their nodes include
// the nodes of the coarse beam.
TEST(BeamLine, OfACurveHasItsNodesEvenlyAlongIt) {
  const auto coarse = line_of(twisted(4)), fine = line_of(twisted(100));
  EXPECT_LT(abs(coarse.length - fine.length), Digits50("1e-40"));
  Digits50 sum = 0;
  double shortest = 1, longest = 0;
  for (std::size_t k = 0; k < fine.nodes.size(); ++k) {
    if (k % 25 == 0) {
      EXPECT_LT(length_of(fine.nodes[k].point - coarse.nodes[k / 25].point), 1e-15) << k;
    }
    if (k == 0) continue;
    const Digits50 chord = length<Digits50>(fine.nodes[k].point - fine.nodes[k - 1].point);
    shortest = std::min(shortest, in_double(chord));
    longest = std::max(longest, in_double(chord));
    sum += chord;
  }
  EXPECT_NEAR(in_double(sum), in_double(fine.length), 2e-4);
  EXPECT_LT(longest / shortest - 1, 2e-4);
}

// The derivative of the section's y axis has no component along z: the sections do not twist about the curve.
TEST(BeamLine, OfACurveInSpaceDoesNotTurnItsSectionsAboutIt) {
  const auto line = line_of(twisted(100));
  double turned = 0, bent = 0;
  for (std::size_t k = 0; k < line.nodes.size(); ++k) {
    const auto& at = line.nodes[k];
    EXPECT_LT(std::abs(in_double(at.x.dot(at.y))) + std::abs(length_of(at.x) - 1) + std::abs(length_of(at.y) - 1),
              1e-15);
    if (k == 0) continue;
    const auto& before = line.nodes[k - 1];
    const LongVector change = at.y - before.y, z = at.x.cross(at.y) + before.x.cross(before.y);
    turned += std::abs(in_double(change.dot(z))) / 2;
    bent += length_of(at.x - before.x);
  }
  EXPECT_GT(bent, 1);
  EXPECT_LT(turned, 1e-4);
}

TEST(BeamLine, OfTwoPointsIsStraight) {
  auto beam = twisted(2);
  beam.curve = {beam.curve[0], beam.curve[1]};
  const auto curve = line_of(beam);
  beam.to = beam.curve[1];
  beam.curve.clear();
  const auto straight = line_of(beam);
  for (std::size_t k = 0; k < curve.nodes.size(); ++k) {
    EXPECT_LT(length_of(curve.nodes[k].point - straight.nodes[k].point), 1e-40);
    EXPECT_LT(length_of(curve.nodes[k].y - straight.nodes[k].y), 1e-40);
  }
}

/// Returns the position of the beam's end under a load.
Vector<double> loaded_tip(int elements) {
  Mechanism m;
  m.gravity = triple("0", "0", "0");
  m.start = Start::equilibrium;
  NodesByName nodes;
  add_beam(twisted(elements), m, nodes);
  m.loads = {{.name = "load", .body = "beam_last", .vector = triple("0.5", "-0.7", "0.9")}};
  attach_to_nodes(nodes, m);
  const MultibodySystem<double> s(assemble<double>(m), Form::index3);
  const auto q = initial_state(s, m.start).q;
  const auto last = static_cast<Eigen::Index>(m.bodies.size()) - 1;
  const Matrix<double> A = so3::matrix<double>(so3::Quaternion<double>(q.segment<4>(7 * last + 3)));
  return q.segment<3>(7 * last) + A * numbers<double>(nodes.at("beam_last").point);
}

// The order is limited, because the spline's third derivative jumps at the points, which can be inside elements.
TEST(BeamLine, OfACurveBearsLoadsTheBetterTheFinerItIs) {
  const auto best = loaded_tip(64);
  EXPECT_GT((best - numbers<double>(twisted(1).curve.back())).norm(), 0.05);
  const auto error = [&](int elements) { return (loaded_tip(elements) - best).norm(); };
  const double coarse = error(2), fine = error(16);
  EXPECT_GT(std::log2(coarse / fine) / 3, 2) << coarse << " " << fine;
  EXPECT_LT(fine, 1e-4);
}

// Elements that are not created by add_beam() have the same limit.
TEST(BeamLine, RefusesElementsThatTurnByHalfACircle) {
  Mechanism m;
  NodesByName nodes;
  add_beam(twisted(2), m, nodes);
  EXPECT_NO_THROW(assemble<double>(m));
  auto& at = m.beam_elements[1].places[2];
  for (auto* direction : {&at.axis, &at.reference})
    for (auto& x : **direction) x = written(-x.in<Digits50>());
  try {
    assemble<double>(m);
    ADD_FAILURE();
  } catch (const MechanismMistake& e) {
    EXPECT_EQ(e.code, Mistake::out_of_range);
    EXPECT_STREQ(e.what(),
                 "beam 'beam': element 2: its ends are rotated by half a circle or more relative to each other: "
                 "increase 'elements'");
  }
}

}  // namespace
}  // namespace plumb::mbs
