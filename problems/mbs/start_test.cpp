// Tests initial values of mechanisms: correction onto the constraints, refusal, and redundant constraints.

#include "problems/mbs/start.hpp"

#include <gtest/gtest.h>

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mbs/testing/mechanisms.hpp"
#include "problems/mbs/testing/systems.hpp"

namespace plumb::mbs {
namespace {

using namespace testing;

TEST(MultibodySystem, InitialValuesAreMovedOntoTheConstraintsByTheLeastChange) {
  for (auto m : {tree(), loop()}) {
    m.joints[6].length = number("1.2");  // m; violated by the given positions
    const auto s = system_of<double>(m, Form::index1);
    const auto at = initial_state(s, Start::correct);
    EXPECT_GT(at.position_gap, 1e-3);
    EXPECT_GT(at.velocity_gap, 1e-3);
    Vec<double> gap(s.sizes().lambda);
    s.constraint(0, at.q, gap);
    EXPECT_LT(gap.cwiseAbs().maxCoeff(), 1e-13);
    s.constraint_rate(0, at.q, at.v, gap);
    EXPECT_LT(gap.cwiseAbs().maxCoeff(), 1e-13);
    // M (v − v_0) is a reaction: its power is 0 for velocities that satisfy the constraints.
    Vec<double> change = at.v - s.assembly().v, impulse = change, w = at.v, e = gap;
    s.momentum(at.q, change, impulse);
    auto factors = s.factors<double>();
    auto x = zero_state(s);
    x.q = at.q;
    ASSERT_TRUE(s.factor(factors, {0, x}, Blend<double>{.mass = 1}));
    w = impulse;
    e.setZero();
    s.solve(factors, w, e);  // the part of the impulse that changes admissible velocities
    EXPECT_LT(w.cwiseAbs().maxCoeff(), 1e-12);
  }
}

std::string refusal(const Mechanism& m) {
  try {
    const auto s = system_of<double>(m, Form::index1);
    initial_state(s, m.start);
  } catch (const MechanismMistake& e) {
    EXPECT_EQ(e.code, Mistake::contradiction) << e.what();
    return e.what();
  }
  return "accepted";
}

TEST(MultibodySystem, ViolatedConstraintsAreRefusedByNameAndSize) {
  auto m = double_pendulum();
  EXPECT_EQ(refusal(m), "accepted");
  m.joints[1].on_second = in_body(triple("-1.25", "0", "0"), triple("0", "0", "1"));
  EXPECT_EQ(refusal(m),
            "joint 'elbow': inconsistent initial values: position level (the points coincide) violated by 0.25");
  m = double_pendulum();
  m.bodies[1].velocity = triple("0", "0.5", "0");
  EXPECT_EQ(refusal(m),
            "joint 'elbow': inconsistent initial values: velocity level (the points coincide) violated by 0.5");
  m = slider_crank();
  m.drivers[0].value.polynomial[0] = number("0.5");  // a jump at the start
  m.start = Start::refuse;
  EXPECT_EQ(refusal(m), "driver 'motor': inconsistent initial values: position level (the angle) violated by 0.479");
  m.drivers[0].value.polynomial = {number("0"), number("1")};  // the given velocities are 0
  EXPECT_EQ(refusal(m), "driver 'motor': inconsistent initial values: velocity level (the angle) violated by 7.28");
}

// The driver's constraint sin(θ − f) = 0 also holds half a turn away, and Newton's iteration converges to this angle if
// it starts more than a quarter turn from f.
TEST(MultibodySystem, DriversThatBeginHalfATurnAwayAreRefused) {
  auto m = slider_crank();
  for (const auto start : {Start::refuse, Start::correct}) {
    m.start = start;
    m.drivers[0].value.polynomial[0] = number("pi");
    EXPECT_EQ(refusal(m),
              "driver 'motor': inconsistent initial values: the angle is 0 rad, and the driver begins at 3.14 rad; "
              "only differences below pi/2 are corrected");
  }
  m.drivers[0].value.polynomial[0] = number("-2");
  EXPECT_EQ(refusal(m).substr(0, 96),
            "driver 'motor': inconsistent initial values: the angle is 0 rad, and the driver begins at -2 rad");
  for (const char* angle : {"2*pi", "0.1", "-4*pi-0.1"}) {
    m.drivers[0].value.polynomial[0] = number(angle);
    EXPECT_EQ(refusal(m), "accepted") << angle;
  }
}

// A planar four-bar linkage of four revolute joints about x has three redundant constraints.
Mechanism four_bar() {
  Mechanism m;
  const auto x = triple("1", "0", "0"), rest = triple("0", "0", "0");
  const auto bar = [&](const char* name, Triple at) {
    m.bodies.push_back({name, number("1"), moments("0.1", "0.1", "0.1"), std::move(at)});
  };
  bar("left", triple("0", "0", "0.5"));
  bar("coupler", triple("0", "1", "1.25"));
  bar("right", triple("0", "2", "0.75"));
  m.joints = {joint("A", JointKind::revolute, "ground", "left", in_space(rest, x)),
              joint("B", JointKind::revolute, "left", "coupler", in_space(triple("0", "0", "1"), x)),
              joint("C", JointKind::revolute, "coupler", "right", in_space(triple("0", "2", "1.5"), x)),
              joint("D", JointKind::revolute, "right", "ground", in_space(triple("0", "2", "0"), x))};
  return m;
}

TEST(MultibodySystem, RedundantConstraintsAreReportedWithTheirReason) {
  auto m = four_bar();
  const auto reported = refusal(m);
  EXPECT_NE(reported.find("redundant constraint"), std::string::npos) << reported;
  EXPECT_NE(reported.find("3 of 20 constraints are redundant"), std::string::npos) << reported;
  EXPECT_NE(reported.find("joint 'A', the other constraints of joint 'B', joint 'C', joint 'D'"), std::string::npos)
      << reported;
  m = double_pendulum();  // in a tree
  m.joints.push_back(joint("twin", JointKind::revolute, "lower", "upper", m.joints[1].on_first));
  EXPECT_NE(refusal(m).find("5 of 15 constraints are redundant"), std::string::npos) << refusal(m);
}

// If every row were a separate constraint, evaluations would be slower, for a standing quadruped by a factor of 1.2.
TEST(MultibodySystem, RowsOfAJointStayTogetherWhereNoneIsRedundant) {
  auto m = double_pendulum();
  const auto together = assemble<double>(m).ties.size();
  m.redundant = Redundant::remove;
  EXPECT_EQ(assemble<double>(m).ties.size(), together);
  m = four_bar();
  m.redundant = Redundant::remove;
  EXPECT_EQ(assemble<double>(m).ties.size(), 17u);
}

TEST(MultibodySystem, RemovedConstraintsLeaveTheMotion) {
  auto m = four_bar();
  m.redundant = Redundant::remove;
  m.bodies[0].angular_velocity = triple("1", "0", "0");
  m.start = Start::correct;
  const auto s = system_of<double>(m, Form::index1);
  EXPECT_EQ(s.sizes().lambda, 17);
  auto planar = four_bar();  // the same mechanism with 17 constraints
  planar.joints[2].kind = JointKind::spherical;
  planar.joints[2].on_first.axis = planar.joints[2].on_second.axis = {};
  planar.bodies[0].angular_velocity = m.bodies[0].angular_velocity;
  planar.joints[3].kind = JointKind::in_plane;
  planar.joints[3].on_first.axis = planar.joints[3].on_second.axis = triple("0", "1", "0");
  planar.joints.push_back(planar.joints[3]);
  planar.joints.back().name = "D2";
  planar.joints.back().on_first.axis = planar.joints.back().on_second.axis = triple("0", "0", "1");
  planar.joints.push_back(joint("E", JointKind::perpendicular, "right", "ground", {}));
  planar.joints.back().on_first = in_space({}, triple("1", "0", "0"));
  planar.joints.back().on_second = in_space({}, triple("0", "1", "0"));
  planar.joints.push_back(planar.joints.back());
  planar.joints.back().name = "E2";
  planar.joints.back().on_second = in_space({}, triple("0", "0", "1"));
  planar.start = Start::correct;
  const auto exact = system_of<double>(planar, Form::index1);
  ASSERT_EQ(exact.sizes().lambda, 17);
  auto x = zero_state(s), y = zero_state(exact);
  const auto at = initial_state(s, Start::correct), there = initial_state(exact, Start::correct);
  EXPECT_LT((at.v - there.v).cwiseAbs().maxCoeff(), 1e-12);
  ASSERT_TRUE(s.acceleration(0, at.q, at.v, x.a, x.lambda));
  ASSERT_TRUE(exact.acceleration(0, there.q, there.v, y.a, y.lambda));
  EXPECT_LT((x.a - y.a).cwiseAbs().maxCoeff(), 1e-11);
}

}  // namespace
}  // namespace plumb::mbs
