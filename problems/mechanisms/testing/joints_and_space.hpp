#pragma once
// Compares the equations of a mechanism in joint coordinates with the equations in absolute coordinates ("space"). The
// two implementations share only the data and the force laws.

#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/start.hpp"
#include "problems/mechanisms/fit_for_joints.hpp"
#include "problems/mechanisms/joint_tree.hpp"
#include "reference/quad_integration.hpp"

namespace plumb::testing {

/// Precondition: the mechanism has joint coordinates.
struct JointsAndSpace {
  mbs::Mechanism mechanism;
  mbs::MultibodySystem<quad> space;
  mbs::JointTree<quad> joints;
  Motion start;  // initial state in joint coordinates

  explicit JointsAndSpace(mbs::Mechanism of)
      : mechanism(std::move(of)),
        space(mbs::assemble<quad>(mechanism), Form::index1),
        joints(mechanism, space.assembly()) {
    const auto state = mbs::initial_state(space, mechanism.start);
    start = joints.in_joints({state.q, state.v});
  }

  Vec<quad> acceleration_of_joints(const Motion& x, const quad& t = 0) const {
    Vec<quad> a(joints.velocities());
    joints.acceleration(t, x.q, x.v, a);
    return a;
  }
  /// at() returns the state at time t, integrated in joint coordinates; space_at() integrates in absolute coordinates
  /// from the same initial state.
  Motion at(const quad& t) const {
    const Acceleration<quad> acceleration = [&](const quad& now, const auto& q, const auto& v, auto& a) {
      joints.acceleration(now, q, v, a);
    };
    const bool is_vector_space = joints.coordinates() == joints.velocities();
    return integrated(acceleration, start, t, is_vector_space ? std::optional<Charts>() : charts(joints));
  }
  Motion space_at(const quad& t) const {
    Vec<quad> lambda(space.sizes().lambda);
    const Acceleration<quad> acceleration = [&](const quad& now, const auto& q, const auto& v, auto& a) {
      EXPECT_TRUE(space.acceleration(now, q, v, a, lambda));
    };
    return integrated(acceleration, joints.in_space(start), t, charts(space));
  }
  /// Returns the largest difference of the velocities of both motions.
  quad apart_at(const quad& t) const { return (joints.in_space(at(t)).v - space_at(t).v).cwiseAbs().maxCoeff(); }

  /// Returns the state (q ⊞ theta, v + change).
  Motion moved(const Motion& x, const Vec<quad>& theta, const Vec<quad>& change) const {
    Motion out = x;
    joints.retract(x.q, theta, out.q);
    out.v += change;
    return out;
  }

 private:
  template <class System>
  static std::optional<Charts> charts(const System& system) {
    return Charts{
        [&](const auto& q, const auto& theta, auto& out) { system.retract(q, theta, out); },
        [&](const auto& q, const auto& theta, const auto& v, auto& out) { system.chart_rate(q, theta, v, out); }};
  }
  static Motion integrated(const Acceleration<quad>& acceleration, const Motion& from, const quad& t,
                           const std::optional<Charts>& charts) {
    const auto motion =
        integrate_in_quad(acceleration, from, std::array{t}, {.tolerance = quad("1e-26"), .charts = charts});
    EXPECT_EQ(motion.status, Status::ok) << motion.detail;
    return motion.at.at(0);
  }
};

/// Compares the accelerations in absolute coordinates with the second derivative of the absolute coordinates along the
/// curve q ⊞ (h q' + h²/2 q'') in joint coordinates, at h = 0.
inline void expect_one_acceleration(const JointsAndSpace& both, const quad& t, const Motion& x) {
  const auto there = both.joints.in_space(x);
  Vec<quad> a(both.space.sizes().v), lambda(both.space.sizes().lambda);
  ASSERT_TRUE(both.space.acceleration(t, there.q, there.v, a, lambda));
  const auto of_joints = both.acceleration_of_joints(x, t);
  const quad h("1e-9");
  const auto at = [&](const quad& by) {
    return both.joints.in_space(both.moved(x, by * x.v + by * by / 2 * of_joints, by * of_joints)).v;
  };
  const Vec<quad> change = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
  EXPECT_LT((change - a).cwiseAbs().maxCoeff(), quad("1e-20") * (1 + a.cwiseAbs().maxCoeff()));
  EXPECT_LT(abs(both.joints.power(t, x.q, x.v) - both.space.power(t, there.q, there.v, lambda)), quad("1e-20"));
  EXPECT_EQ(both.joints.conservative(), both.space.conservative());
}

/// Expects equal initial states in both coordinates, equal accelerations initially and at time t, and closed loops at
/// t.
inline void expect_one_motion(const mbs::Mechanism& mechanism, const char* t_text) {
  ASSERT_TRUE(mbs::has_joint_coordinates(mechanism));
  const JointsAndSpace of(mechanism);
  const auto written = mbs::initial_state(of.space, mechanism.start);
  const auto again = of.joints.in_space(of.start);
  EXPECT_LT((again.q - written.q).cwiseAbs().maxCoeff(), quad("1e-31")) << "with the signs of the quaternions";
  EXPECT_LT((again.v - written.v).cwiseAbs().maxCoeff(), quad("1e-30"));
  expect_one_acceleration(of, 0, of.start);
  const quad t(t_text);
  const auto x = of.at(t);
  const auto there = of.joints.in_space(x);
  EXPECT_GT((there.q - written.q).cwiseAbs().maxCoeff(), 0.001) << "it has moved";
  Vec<quad> gap(of.space.sizes().lambda);
  of.space.constraint(t, there.q, gap);
  EXPECT_LT(gap.cwiseAbs().maxCoeff(), quad("1e-23")) << "the loops stay closed";
  expect_one_acceleration(of, t, x);
}

/// Compares stiffness and damping in joint coordinates with difference quotients of the acceleration.
inline void expect_derivatives_of_joints(const JointsAndSpace& both, const Motion& x) {
  const auto n = both.joints.velocities();
  Mat<quad> k(n, n), d(n, n);
  both.joints.stiffness(0, x.q, x.v, k);
  both.joints.damping(0, x.q, x.v, d);
  const quad h("1e-11"), size = 1 + k.cwiseAbs().maxCoeff();
  const auto at = [&](const Vec<quad>& theta, const Vec<quad>& change) {
    return both.acceleration_of_joints(both.moved(x, theta, change));
  };
  for (int j = 0; j < n; ++j) {
    const Vec<quad> shift = Vec<quad>::Unit(n, j) * h, none = Vec<quad>::Zero(n);
    EXPECT_LT(((at(shift, none) - at(-shift, none)) / (2 * h) - k.col(j)).cwiseAbs().maxCoeff(), size * quad("1e-16"))
        << "of position " << j;
    EXPECT_LT(((at(none, shift) - at(none, -shift)) / (2 * h) - d.col(j)).cwiseAbs().maxCoeff(), size * quad("1e-16"))
        << "of velocity " << j;
  }
}

}  // namespace plumb::testing
