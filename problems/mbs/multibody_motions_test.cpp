// Compares accelerations of mechanisms with known motions.

#include <gtest/gtest.h>

#include "problems/mbs/start.hpp"
#include "problems/mbs/testing/mechanisms.hpp"
#include "problems/mbs/testing/systems.hpp"

namespace plumb::mbs {
namespace {

using namespace testing;

// The equations of a planar double pendulum. Angles are measured from the downward vertical: y = Σ L sin θ,
// z = −Σ L cos θ. J is the moment of inertia about the centre of each bar.
struct PlanarPendulum {
  using Angles = Vec<quad, 2>;

  static Angles acceleration(const Angles& angle, const Angles& rate) {
    const quad g = quad("9.81"), coupling = 39 * 4, bend = angle[0] - angle[1];
    const quad first = quad("104.01625") + 78 * 4 + 39 * 16, second = quad("13.008125") + 39;
    const quad off = coupling * cos(bend), s = coupling * sin(bend);
    const quad r0 = -s * rate[1] * rate[1] - g * (78 * 2 + 39 * 4) * sin(angle[0]);
    const quad r1 = s * rate[0] * rate[0] - g * 39 * sin(angle[1]);
    const quad determinant = first * second - off * off;
    return {(second * r0 - off * r1) / determinant, (first * r1 - off * r0) / determinant};
  }
  // Moves the initial state of double_pendulum(), where θ = (π/2, 0), to these angles and rates.
  static MultibodySystem<quad>::State state(const MultibodySystem<quad>& s, const Angles& angle, const Angles& rate) {
    auto x = zero_state(s);
    const quad quarter = 2 * atan(quad(1));
    Vec<quad> turn = x.v;
    turn[5] = angle[0] - quarter;  // about the third axis of either bar, which is x of space
    turn[11] = angle[1];
    s.retract(s.assembly().q, turn, x.q);
    Vec<quad, 2> end(0, 0), speed(0, 0);
    for (int k = 0; k < 2; ++k) {
      const quad half = k == 0 ? 2 : 1, sine = sin(angle[k]), cosine = cos(angle[k]);
      const Vec<quad, 2> arm(half * sine, -half * cosine), arm_rate(half * cosine * rate[k], half * sine * rate[k]);
      x.q[7 * k] = 0;
      x.q[7 * k + 1] = end[0] + arm[0];
      x.q[7 * k + 2] = end[1] + arm[1];
      x.v[6 * k + 1] = speed[0] + arm_rate[0];
      x.v[6 * k + 2] = speed[1] + arm_rate[1];
      x.v[6 * k + 5] = rate[k];
      end += 2 * arm;
      speed += 2 * arm_rate;
    }
    return x;
  }
};

TEST(MultibodySystem, DoublePendulumMovesAsInMinimalCoordinates) {
  const auto s = system_of<quad>(double_pendulum(), Form::index1);
  EXPECT_TRUE(s.conservative());
  for (int sample = 0; sample < 20; ++sample) {
    const PlanarPendulum::Angles angle(quad(sample * 7 % 13 - 6) / 3, quad(sample * 5 % 11 - 5) / 2);
    const PlanarPendulum::Angles rate(quad(sample * 3 % 7 - 3), quad(sample % 9 - 4));
    auto x = PlanarPendulum::state(s, angle, rate);
    Vec<quad> gap(10);
    s.constraint(0, x.q, gap);
    EXPECT_LT(gap.cwiseAbs().maxCoeff(), 1e-31);
    s.constraint_rate(0, x.q, x.v, gap);
    EXPECT_LT(gap.cwiseAbs().maxCoeff(), 1e-30);
    ASSERT_TRUE(s.acceleration(0, x.q, x.v, x.a, x.lambda));
    const auto expected = PlanarPendulum::acceleration(angle, rate);
    EXPECT_LT(static_cast<double>(abs(x.a[5] - expected[0]) + abs(x.a[11] - expected[1])), 1e-29) << sample;
    // The force of the elbow joint on the lower bar is m (r'' − g), in the joint's frame on the upper bar, whose third
    // axis is x.
    Vec<quad> out(2);
    s.outputs(0, x, out);
    EXPECT_EQ(out[0], x.q[9]);
    const Matrix<quad> frame =
        so3::matrix<quad>(so3::Quaternion<quad>(x.q.segment<4>(3))) * s.assembly().joints[1].on_first.axes;
    const Vector<quad> pull = 39 * (Vector<quad>(x.a.segment<3>(6)) + Vector<quad>(0, 0, quad("9.81")));
    EXPECT_LT(static_cast<double>(abs(out[1] - frame.col(0).dot(pull))), 1e-27);
  }
}

// Returns dE/dt along the velocities and accelerations of a state, by difference quotients.
quad energy_rate(const MultibodySystem<quad>& s, const quad& t, const MultibodySystem<quad>::State& x) {
  const quad e = quad(1) / (1 << 18);
  const auto energy = [&](const quad& time) {
    auto q = x.q;
    Vec<quad> turn = time * x.v;
    s.retract(x.q, turn, q);
    return s.energy(t + time, q, x.v + time * x.a);
  };
  return (45 * (energy(e) - energy(-e)) - 9 * (energy(2 * e) - energy(-2 * e)) + energy(3 * e) - energy(-3 * e)) /
         (60 * e);
}

// Position, velocity and acceleration of the slider have a closed form, and the motor's torque yields its power.
TEST(MultibodySystem, SliderCrankFollowsItsDriver) {
  const auto m = slider_crank();
  const auto s = system_of<quad>(m, Form::index3);
  EXPECT_FALSE(s.conservative());
  auto x = zero_state(s);
  const auto start = initial_state(s, m.start);
  x.q = start.q;
  x.v = start.v;
  EXPECT_LT(static_cast<double>(start.position_gap), 1e-9);
  EXPECT_GT(static_cast<double>(start.velocity_gap), 1e-3);  // in the description, rod and slider are at rest
  ASSERT_TRUE(s.acceleration(0, x.q, x.v, x.a, x.lambda));
  const quad rate = 8 * atan(quad(1)), r = quad("0.08");
  const quad y = quad("0.1"), z = quad("0.2"), y1 = r * rate, z2 = -r * rate * rate;  // of B, at t = 0
  const quad at = sqrt(quad("0.09") - y * y - z * z), v = -y * y1 / at;
  const quad a = -(v * v + y1 * y1 + z * z2) / at;
  EXPECT_LT(static_cast<double>(abs(x.q[14] - at)), 1e-31);
  EXPECT_LT(static_cast<double>(abs(x.v[12] - v)), 1e-30);
  EXPECT_LT(static_cast<double>(abs(x.a[12] - a)), 1e-28);
  Vec<quad> out(3);
  s.outputs(0, x, out);
  EXPECT_LT(static_cast<double>(abs(s.power(0, x.q, x.v, x.lambda) + out[2] * rate)), 1e-28);  // ω = −2π
  EXPECT_LT(static_cast<double>(abs(energy_rate(s, 0, x) - s.power(0, x.q, x.v, x.lambda))), 1e-18);
}

// Fails if the force of gravity lacks its factor, or if the power lacks the term with the factor's rate.
TEST(MultibodySystem, GravityThatChangesHasAPower) {
  auto m = tree();
  m.start = Start::correct;
  ASSERT_FALSE(m.gravity_factor.sines.empty());
  const auto s = system_of<quad>(m, Form::index1);
  auto x = zero_state(s);
  const auto start = initial_state(s, m.start);
  x.q = start.q;
  x.v = start.v;
  ASSERT_TRUE(s.acceleration(0, x.q, x.v, x.a, x.lambda));
  const quad power = s.power(0, x.q, x.v, x.lambda);
  EXPECT_LT(static_cast<double>(abs(energy_rate(s, 0, x) - power)), 1e-15 * static_cast<double>(1 + abs(power)));
  m.drivers.clear();
  m.loads.clear();
  m.springs.clear();
  m.rotational_springs.clear();
  m.translational_springs.clear();
  m.outputs.clear();
  EXPECT_FALSE(system_of<quad>(m, Form::index1).conservative());
  m.gravity_factor = {{number("2")}};
  EXPECT_TRUE(system_of<quad>(m, Form::index1).conservative());
}

}  // namespace
}  // namespace plumb::mbs
