// Drawings of mechanisms: bodies end at their joints, and output points leave trails.

#include "problems/mechanisms/mechanism_drawing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "problems/double-pendulum/double_pendulum.hpp"
#include "problems/mbs/assembly.hpp"
#include "problems/mbs/testing/mechanisms.hpp"
#include "problems/mechanisms/testing/written_mechanisms.hpp"

namespace plumb {
namespace {

using namespace mbs::testing;
using mbs::number, mbs::triple;

std::vector<Stroke> strokes(const mbs::Mechanism& mechanism, const Vec<double>& q) {
  return mechanism_drawing([&](const Parameters&) { return mechanism; }).strokes({}, "space", 0, q);
}

void expect_near(const DrawnPoint& found, const DrawnPoint& expected) {
  EXPECT_LT((found - expected).norm(), 1e-14) << found.transpose() << " instead of " << expected.transpose();
}

// Bars of 4 m and 2 m are in the plane (y, z). The picture includes the free end of the second bar.
TEST(MechanismDrawing, BarsLieBetweenTheirJoints) {
  const Configuration<double> angles{Vec<double, 2>(0.4, -1.3), Vec<double, 2>(0, 0)};
  const auto q = chain_of_plane_in_space(double_pendulum_data<double>(), angles).q;
  const auto found = strokes(double_pendulum(), q);
  const DrawnPoint elbow(0, 4 * std::cos(0.4), 4 * std::sin(0.4));
  const DrawnPoint end = elbow + 2 * DrawnPoint(0, std::cos(-0.9), std::sin(-0.9));
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].kind, StrokeKind::ground);
  expect_near(found[0].points.at(0), DrawnPoint::Zero());
  EXPECT_EQ(found[1].body, "upper");
  EXPECT_EQ(found[2].body, "lower");
  const auto expect_bar = [](const Stroke& bar, const DrawnPoint& first, const DrawnPoint& second) {
    ASSERT_EQ(bar.points.size(), 2u);
    const bool forward = (bar.points[0] - first).norm() < (bar.points[1] - first).norm();
    expect_near(bar.points[forward ? 0 : 1], first);
    expect_near(bar.points[forward ? 1 : 0], second);
  };
  expect_bar(found[1], DrawnPoint::Zero(), elbow);
  expect_bar(found[2], elbow, end);
  EXPECT_EQ(found[3].kind, StrokeKind::trail);
  expect_near(found[3].points.at(0), (elbow + end) / 2);
}

// The bodies at the ends of a beam must be drawn too. Fails if the crank, which is the first body (index 0), is treated
// as a beam node, which is not drawn.
TEST(MechanismDrawing, WhatABeamHangsOnIsDrawnBesideIt) {
  const auto mechanism = plumb::testing::example_mechanism("flexible-crank");
  std::vector<std::string> drawn;
  for (const auto& stroke : strokes(mechanism, mbs::assemble<double>(mechanism).q)) drawn.push_back(stroke.body);
  EXPECT_THAT(drawn, ::testing::IsSupersetOf({"crank", "rod", "slider"}));
}

// Four springs hold a square plate of 2 m at its corners, listed in crossing order.
TEST(MechanismDrawing, OutlinesDoNotCrossThemselves) {
  mbs::Mechanism m;
  m.bodies = {{"plate", number("1"), moments("1", "1", "2"), triple("0", "0", "0")}};
  int k = 0;
  for (const auto& corner :
       {triple("1", "1", "0"), triple("-1", "-1", "0"), triple("1", "-1", "0"), triple("-1", "1", "0")})
    m.springs.push_back({"spring" + std::to_string(++k), "ground", "plate", in_space(triple("0", "0", "3")),
                         in_body(corner), number("1"), number("0"), number("1")});
  Vec<double> q(7);
  q << 0, 0, 0, 1, 0, 0, 0;
  for (const auto& stroke : strokes(m, q)) {
    if (stroke.body != "plate") continue;
    ASSERT_EQ(stroke.points.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR((stroke.points[i] - stroke.points[(i + 1) % 4]).norm(), 2, 1e-12);
  }
}

TEST(MechanismDrawing, UpIsAgainstGravityAlongAnAxisUnlessTheFileSaysSo) {
  auto m = double_pendulum();
  const auto q = mbs::assemble<double>(m).q;
  const auto up = [&](const mbs::Mechanism& of) {
    for (const auto& stroke : strokes(of, q))
      if (stroke.kind == StrokeKind::upwards) return DrawnPoint(stroke.points.at(1) - stroke.points.at(0));
    return DrawnPoint(0, 0, 1);
  };
  expect_near(up(m), DrawnPoint::UnitZ());
  m.gravity = triple("0", "-9.81", "0");
  expect_near(up(m), DrawnPoint::UnitY());
  m.gravity = triple("1.6", "0", "0");
  expect_near(up(m), -DrawnPoint::UnitX());
  m.gravity = triple("3", "0", "-9");
  expect_near(up(m), DrawnPoint::UnitZ());
  m.gravity = triple("0", "0", "0");
  expect_near(up(m), DrawnPoint::UnitZ());
  m.up = triple("3", "4", "0");
  expect_near(up(m), {3, 4, 0});
}

// A block of 1 x 2 x 3 m slides along z on the ground, and a spring pulls it.
TEST(MechanismDrawing, ABodyWithoutPointsIsABoxOfItsInertia) {
  mbs::Mechanism m;
  m.bodies = {{"block", number("12"), moments("13", "10", "5"), triple("0", "0", "5")}};
  m.joints = {joint("guide", mbs::JointKind::translational, "ground", "block",
                    in_space(triple("0", "0", "5"), triple("0", "0", "1")))};
  m.springs = {{"spring", "ground", "block", in_space(triple("0", "0", "0")), in_body(triple("0", "0", "0")),
                number("7"), number("0"), number("4")}};
  Vec<double> q(7);
  q << 0, 0, 6, 1, 0, 0, 0;
  const auto found = strokes(m, q);
  DrawnPoint least = DrawnPoint::Constant(1e9), most = -least;
  int guides = 0, springs = 0;
  for (const auto& stroke : found) {
    guides += stroke.kind == StrokeKind::ground && stroke.points.size() == 2;
    springs += stroke.body == "spring" && stroke.kind == StrokeKind::spring;
    if (stroke.body == "spring") expect_near(stroke.points.at(1), {0, 0, 6});
    if (stroke.body != "block") continue;
    for (const auto& point : stroke.points) {
      least = least.cwiseMin(point);
      most = most.cwiseMax(point);
    }
  }
  EXPECT_EQ(guides, 1);
  EXPECT_EQ(springs, 1);
  expect_near(least, {-0.5, -1, 4.5});
  expect_near(most, {0.5, 1, 7.5});
}

// Fails if the picture omits a distance joint because no body connects its points.
TEST(MechanismDrawing, DistanceJointsAreLinks) {
  mbs::Mechanism m;
  m.bodies = {{"ball", number("1"), moments("1", "1", "1"), triple("0", "0", "2")}};
  m.joints = {{"rope", mbs::JointKind::distance, "ground", "ball", in_space(triple("0", "0", "5")),
               in_body(triple("0", "0", "0.5"))}};
  Vec<double> q(7);
  q << 1, 0, 2, 1, 0, 0, 0;
  int links = 0;
  for (const auto& stroke : strokes(m, q)) {
    if (stroke.kind != StrokeKind::link) continue;
    ++links;
    EXPECT_EQ(stroke.body, "rope");
    expect_near(stroke.points.at(0), {0, 0, 5});
    expect_near(stroke.points.at(1), {1, 0, 2.5});
  }
  EXPECT_EQ(links, 1);
}

// An arm with a wrist in a joint; the inertia of the wrist corresponds to a box of some metres.
TEST(MechanismDrawing, ShapesAndEndsOfRobotsAreDrawnAndNothingIsLargerThanThem) {
  mbs::Mechanism m;
  m.bodies = {{"arm", number("1"), moments("1", "1", "1"), triple("0.5", "0", "0")},
              {"wrist", number("1"), moments("9", "9", "9"), triple("1", "0", "0")}};
  const auto hinge = [](const char* name, const char* first, const char* second, const char* x) {
    return mbs::Joint{name,   mbs::JointKind::revolute,      first,
                      second, in_space(triple(x, "0", "0")), in_space(triple(x, "0", "0"))};
  };
  m.joints = {hinge("shoulder", "ground", "arm", "0"), hinge("elbow", "arm", "wrist", "1")};
  for (auto& joint : m.joints) joint.on_first.axis = joint.on_second.axis = triple("0", "1", "0");
  Vec<double> q(14);
  q << 0.5, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0;
  const auto extent_of = [&](const std::string& body) {
    DrawnPoint least = DrawnPoint::Constant(1e9), most = -least;
    for (const auto& stroke : strokes(m, q))
      for (const auto& point : stroke.points)
        if (stroke.body == body) {
          least = least.cwiseMin(point);
          most = most.cwiseMax(point);
        }
    return DrawnPoint(most - least);
  };
  EXPECT_LE(extent_of("wrist").maxCoeff(), 0.045);
  const auto place = [](const char* x, const char* z) {
    return mbs::Place{mbs::Frame::body, triple(x, "0", z), triple("0", "0", "1"), triple("1", "0", "0")};
  };
  m.shapes = {{"wrist", mbs::ShapeKind::point, place("0.3", "0")}};
  expect_near(extent_of("wrist"), {0.3, 0, 0});  // a line from the joint
  m.shapes = {{"wrist", mbs::ShapeKind::box, place("0", "0"), triple("0.2", "0.4", "0.6")}};
  expect_near(extent_of("wrist"), {0.2, 0.4, 0.6});
  m.shapes = {{"wrist", mbs::ShapeKind::cylinder, place("0", "0"), triple("0.1", "0.5", "0")},
              {"wrist", mbs::ShapeKind::sphere, place("0", "0.25"), triple("0.1", "0", "0")}};
  expect_near(extent_of("wrist"), {0.2, 0.2, 0.6});
  for (const auto& stroke : strokes(m, q)) EXPECT_TRUE(stroke.closed || stroke.body != "wrist") << "no thick bars";
}

// The picture of a trunk with three hips is its shape, or, without a shape, the outline through its hips.
TEST(MechanismDrawing, ShapesStandInThePlaceOfOutlines) {
  mbs::Mechanism m;
  m.bodies = {{"trunk", number("1"), moments("1", "1", "1"), triple("0", "0", "0")}};
  constexpr std::array<std::array<const char*, 3>, 3> hips = {{{"a", "1", "0"}, {"b", "0", "1"}, {"c", "-1", "0"}}};
  for (const auto& [name, x, y] : hips) {
    m.bodies.push_back({name, number("1"), moments("1", "1", "1"), triple(x, y, "0")});
    mbs::Joint hip{name, mbs::JointKind::revolute,    "trunk",
                   name, in_space(triple(x, y, "0")), in_space(triple(x, y, "0"))};
    hip.on_first.axis = hip.on_second.axis = triple("0", "1", "0");
    m.joints.push_back(hip);
  }
  Vec<double> q(28);
  q << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0;
  const auto of_trunk = [&] {
    return std::ranges::count_if(strokes(m, q), [](const Stroke& stroke) { return stroke.body == "trunk"; });
  };
  EXPECT_EQ(of_trunk(), 1);
  const auto box_at = [](const char* z, const char* edge) {
    return mbs::Shape{"trunk",
                      mbs::ShapeKind::box,
                      {mbs::Frame::body, triple("0", "0", z), triple("0", "0", "1"), triple("1", "0", "0")},
                      triple(edge, edge, "0.6")};
  };
  m.shapes = {box_at("0", "1.6")};
  EXPECT_EQ(of_trunk(), 4);
  m.shapes = {box_at("0.3", "0.1")};  // small, like a sensor
  EXPECT_EQ(of_trunk(), 5);
}

// A head with one joint has a camera as its only shape, so the picture has a line from the joint to the camera. A shape
// at the joint needs no line.
TEST(MechanismDrawing, ALineLeadsToShapesThatStandApart) {
  const auto strokes_with = [](const char* z) {
    auto m = double_pendulum();
    m.outputs.clear();
    m.shapes = {{"lower",
                 mbs::ShapeKind::box,
                 {mbs::Frame::body, triple("0", "0", z), triple("0", "0", "1"), triple("1", "0", "0")},
                 triple("0.2", "0.2", "0.2")}};
    return m;
  };
  const auto lines_of = [](const mbs::Mechanism& m, const std::string& name) {
    std::vector<Stroke> out;
    for (const auto& stroke : strokes(m, mbs::assemble<double>(m).q))
      if (stroke.body == name && !stroke.closed) out.push_back(stroke);
    return out;
  };
  const auto apart = lines_of(strokes_with("3"), "lower");
  ASSERT_EQ(apart.size(), 1u);
  EXPECT_NEAR((apart[0].points.at(0) - apart[0].points.at(1)).norm(), std::hypot(1, 3), 1e-12);
  auto at_joint = strokes_with("0");
  at_joint.shapes[0].size = triple("2.5", "2.5", "2.5");
  EXPECT_TRUE(lines_of(at_joint, "lower").empty());
}

// If two joints hold a link at the same point, 1 m from its centre of mass, the link ends at its centre of mass. With a
// single joint, its other end is the mirror image of the joint at the centre of mass.
TEST(MechanismDrawing, ALinkBetweenJointsInOnePointEndsAtItsCentreOfMass) {
  for (const bool goes_on : {true, false}) {
    mbs::Mechanism m;
    m.bodies = {{"link", number("1"), moments("1", "1", "1"), triple("1", "0", "0")},
                {"next", number("1"), moments("1", "1", "1"), triple("0", "0", "2")}};
    m.joints = {joint("first", mbs::JointKind::spherical, "ground", "link", in_space(triple("0", "0", "0")))};
    if (goes_on)
      m.joints.push_back(joint("second", mbs::JointKind::spherical, "link", "next", in_space(triple("0", "0", "0"))));
    for (const auto& stroke : strokes(m, mbs::assemble<double>(m).q)) {
      if (stroke.body != "link") continue;
      ASSERT_EQ(stroke.points.size(), 2u);
      EXPECT_NEAR((stroke.points[0] - stroke.points[1]).norm(), goes_on ? 1 : 2, 1e-12);
    }
  }
}

}  // namespace
}  // namespace plumb
