// Tests the closed form of the four-link mechanism: constraints, velocities, and reactions by independent balances of
// forces and moments.

#include "problems/four-link/exact_four_link.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "problems/testing/basic_constraints.hpp"

namespace plumb {
namespace {

using namespace testing;
using C = BasicConstraint;

const std::vector<quad> times = {0, quad("0.3"), quad("0.5"), quad("0.77"), 1, quad("1.6"), quad("7.9")};

// Returns the joints as published: body 1 is the rotor, bodies 2 and 3 are the links.
std::vector<C> constraints(const quad& t) {
  const Vector3 x = vector(1, 0, 0), y = vector(0, 1, 0), z = vector(0, 0, 1), o = vector(0, 0, 0);
  const Vector3 end3(0, quad("-3.7"), 0), pivot3(0, quad("3.7"), 0), end2(0, quad("-6.1"), 0), pin2(0, quad("6.1"), 0);
  const Vector3 pivot(-4, quad("-8.5"), 0), across(0, quad("-0.662"), quad("0.75"));
  std::vector<C> out = {{C::dp1, 1, 0, x, x},
                        {C::dp1, 1, 0, y, x},
                        {C::dp1, 3, 0, z, y},
                        {C::dp1, 3, 0, y, y},
                        {C::dp1, 1, 2, across, z}};
  for (const auto& c : {x, y, z}) {
    out.push_back({C::cd, 1, 0, o, o, c});
    out.push_back({C::cd, 3, 0, pivot3, pivot, c});
    out.push_back({C::cd, 3, 2, end3, end2, c});
    out.push_back({C::cd, 1, 2, vector(-2, 0, 0), pin2, c});
  }
  const quad angle = std::numbers::pi_v<quad> * t;
  out.push_back({C::dp1, 1, 0, -x, y, o, -sin(angle)});
  out.push_back({C::dp1, 1, 0, -x, z, o, cos(angle)});
  return out;
}

TEST(ExactFourLink, KeepsTheConstraints) {
  const auto motion = four_link_motion();
  for (const quad& t : times)
    for (const auto& c : constraints(t)) EXPECT_LT(abs(violation(c, motion(t).q)), quad("1e-30")) << t << " " << c.kind;
}

// Compares with the published initial state, which is rounded, so that it violates the loop condition by about 1e-3.
TEST(ExactFourLink, StartsAsPublished) {
  const auto at = four_link_motion()(0);
  const auto near = [](const auto& found, const Vector3& wanted) {
    EXPECT_LT((Vector3(found) - wanted).cwiseAbs().maxCoeff(), quad("5e-3")) << wanted.transpose();
  };
  near(at.q.segment<3>(7), vector(-3.74555772, -4.25, 4.26236544));
  near(at.v.segment<3>(6), vector(-5.26684752, -3.14159265, -2.81807373));
  near(at.v.segment<3>(9), vector(0.49773763, 1.9303387, -0.98813601));
  near(at.v.segment<3>(15), vector(1.61443, 0, 0));
  const Mat<quad, 3> link2 = so3::matrix<quad>(at.q.segment<4>(10)), link3 = so3::matrix<quad>(at.q.segment<4>(17));
  near(link2.col(2), vector(0.24543106, 0.278056337, 0.928680929));
  near(link3.col(2), vector(0.880458547, 0, 0.474123135));
}

TEST(ExactFourLink, VelocitiesAreDerivatives) {
  const auto motion = four_link_motion();
  for (const quad& t : times)
    EXPECT_LT((rate_by_velocity(motion(t)) - rate_by_differences(motion, t)).cwiseAbs().maxCoeff(), quad("1e-20")) << t;
}

// Only the driver does work: the power of its torque equals dE/dt.
TEST(ExactFourLink, TheDriverSuppliesThePower) {
  const auto motion = four_link_motion();
  const auto energy = [&](const quad& t) { return energy_of(motion(t), four_link_masses(), four_link_moments()); };
  const quad h("2e-6"), speed = std::numbers::pi_v<quad>;
  for (const quad& t : times) {
    const auto difference = [&](int k) { return (energy(t + k * h) - energy(t - k * h)) / (2 * k * h); };
    const quad power = quad(3) / 2 * difference(1) - quad(3) / 5 * difference(2) + difference(3) / 10;
    EXPECT_LT(abs(four_link_reactions(t).driver * speed - power), quad("1e-18") * (1 + abs(power))) << t;
  }
}

// The reactions satisfy the Newton-Euler equations of every body; torques about free axes are 0.
TEST(ExactFourLink, ReactionsMoveTheBodies) {
  const auto masses = four_link_masses();
  const auto moments = four_link_moments();
  const Vector3 g(0, 0, quad("-9.81")), pivot(-4, quad("-8.5"), 0);
  for (const quad& t : times) {
    const auto [rotor, link2, link3] = four_link_at(t);
    const auto on = four_link_reactions(t);
    const Vector3 b = 2 * Vector3(0, -sin(std::numbers::pi_v<quad> * t), cos(std::numbers::pi_v<quad> * t));
    const Vector3 c = 2 * link2.r - b;
    const auto zero = [&](const Vector3& x) { EXPECT_LT(x.cwiseAbs().maxCoeff(), quad("1e-28")) << t; };
    zero(masses[0] * (rotor.acceleration - g) - on.bearing + on.pin);
    zero(masses[1] * (link2.acceleration - g) - on.pin + on.end);
    zero(masses[2] * (link3.acceleration - g) - on.end - on.pivot);
    zero(rotor.torque(moments[0]) - on.bearing_torque - on.driver * vector(1, 0, 0) + b.cross(on.pin) + on.pin_torque);
    zero(link2.torque(moments[1]) - (b - link2.r).cross(on.pin) - on.pin_torque + (c - link2.r).cross(on.end));
    zero(link3.torque(moments[2]) - (c - link3.r).cross(on.end) - (pivot - link3.r).cross(on.pivot) - on.pivot_torque);
    zero({on.bearing_torque[0], on.pivot_torque[1],
          on.pin_torque.dot(link2.turned({0, 0, 1})) +
              on.pin_torque.dot(rotor.turned({0, quad("-0.662"), quad("0.75")}))});
  }
}

}  // namespace
}  // namespace plumb
