// Tests the closed form of the spatial slider-crank: constraints, velocities, and reactions by independent balances of
// forces and moments.

#include "problems/spatial-slider-crank/exact_spatial_slider_crank.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "problems/testing/basic_constraints.hpp"

namespace plumb {
namespace {

using namespace testing;
using C = BasicConstraint;

const std::vector<quad> times = {0, quad("0.13"), quad("0.25"), quad("0.4"), quad("0.61"), quad("0.87"), quad("7.3")};
const Vector3 axis(0, quad("0.1"), quad("0.12"));
const quad speed = -2 * std::numbers::pi_v<quad>;

// Returns the joints as published: body 1 is the crank, body 2 the rod, body 3 the slider.
std::vector<C> constraints(const quad& t) {
  const Vector3 x = vector(1, 0, 0), y = vector(0, 1, 0), z = vector(0, 0, 1), o = vector(0, 0, 0);
  const Vector3 rod_pin(quad("-0.15"), 0, 0), rod_end(quad("0.15"), 0, 0), crank_pin(0, quad("0.08"), 0),
      on_axis(quad("0.2"), 0, 0);
  std::vector<C> out = {{C::dp1, 0, 1, y, x},
                        {C::dp1, 0, 1, z, x},
                        {C::dp1, 2, 3, y, z},
                        {C::dp2, 2, 3, rod_end, o, y},
                        {C::dp2, 2, 3, rod_end, o, z},
                        {C::dp1, 3, 0, -x, x},
                        {C::dp1, 3, 0, y, x},
                        {C::dp1, 3, 0, -x, y},
                        {C::dp2, 3, 0, o, on_axis, -x},
                        {C::dp2, 3, 0, o, on_axis, y},
                        {C::distance, 2, 3, rod_end, z, o, 1}};
  for (const auto& c : {x, y, z}) {
    out.push_back({C::cd, 0, 1, axis, o, c});
    out.push_back({C::cd, 2, 1, rod_pin, crank_pin, c});
  }
  const quad angle = 2 * std::numbers::pi_v<quad> * t;
  out.push_back({C::dp1, 0, 1, y, y, o, sin(angle)});
  out.push_back({C::dp1, 0, 1, z, y, o, cos(angle)});
  return out;
}

TEST(ExactSpatialSliderCrank, KeepsTheConstraints) {
  const auto motion = spatial_slider_crank_motion();
  for (const quad& t : times)
    for (const auto& c : constraints(t)) EXPECT_LT(abs(violation(c, motion(t).q)), quad("1e-30")) << t << " " << c.kind;
}

// Compares with the published initial state, up to its rounding.
TEST(ExactSpatialSliderCrank, StartsAsPublished) {
  const auto at = spatial_slider_crank_motion()(0);
  const auto near = [](const auto& found, const Vector3& wanted) {
    EXPECT_LT((Vector3(found) - wanted).cwiseAbs().maxCoeff(), quad("1e-5")) << wanted.transpose();
  };
  near(at.q.segment<3>(7), vector(0.1, 0.05, 0.1));
  near(at.v.segment<3>(6), vector(-0.125663706, 0.251327412, 0));
  near(at.v.segment<3>(9), vector(-1.34041287, 1.12397036, -1.49862714));
  near(at.v.segment<3>(12), vector(-0.25132741, 0, 0));
  const Mat<quad, 3> rod = so3::matrix<quad>(at.q.segment<4>(10));
  near(rod.col(0), vector(0.666663941, -0.333335152, -0.66666755));
  near(rod.col(1), vector(5.25423484e-07, 0.894426107, -0.447214375));
}

TEST(ExactSpatialSliderCrank, VelocitiesAreDerivatives) {
  const auto motion = spatial_slider_crank_motion();
  for (const quad& t : times)
    EXPECT_LT((rate_by_velocity(motion(t)) - rate_by_differences(motion, t)).cwiseAbs().maxCoeff(), quad("1e-20")) << t;
}

// Only the driver and the friction do work.
TEST(ExactSpatialSliderCrank, TheDriverSuppliesThePower) {
  const auto motion = spatial_slider_crank_motion();
  const auto energy = [&](const quad& t) {
    return energy_of(motion(t), spatial_slider_crank_masses(), spatial_slider_crank_moments());
  };
  const quad h("2e-6");
  for (const quad& t : times)
    for (const char* mu : {"0", "0.2", "0.4"}) {
      const auto difference = [&](int k) { return (energy(t + k * h) - energy(t - k * h)) / (2 * k * h); };
      const quad power = quad(3) / 2 * difference(1) - quad(3) / 5 * difference(2) + difference(3) / 10;
      const auto on = spatial_slider_crank_reactions(t, quad(mu));
      const quad slip = spatial_slider_crank_at(t)[2].velocity[0];
      EXPECT_LT(abs(on.driver * speed + on.friction * slip - power), quad("1e-18") * (1 + abs(power))) << t << mu;
    }
}

// The reactions satisfy the Newton-Euler equations of every body and Coulomb's law of friction. Forces and torques
// along free directions are 0.
TEST(ExactSpatialSliderCrank, ReactionsMoveTheBodies) {
  const auto masses = spatial_slider_crank_masses();
  const auto moments = spatial_slider_crank_moments();
  const Vector3 g(0, 0, quad("-9.81")), x = vector(1, 0, 0);
  for (const quad& t : times)
    for (const char* mu : {"0", "0.2", "0.4"}) {
      const auto [crank, rod, slider] = spatial_slider_crank_at(t);
      const auto on = spatial_slider_crank_reactions(t, quad(mu));
      const Vector3 pin = 2 * rod.r - slider.r;
      const auto zero = [&](const Vector3& gap) { EXPECT_LT(gap.cwiseAbs().maxCoeff(), quad("1e-28")) << t << mu; };
      zero(masses[0] * (crank.acceleration - g) - on.bearing + on.pin);
      zero(masses[1] * (rod.acceleration - g) - on.pin + on.end);
      zero(masses[2] * (slider.acceleration - g) - on.end - on.guide - on.friction * x);
      zero(crank.torque(moments[0]) - on.bearing_torque - on.driver * x + (pin - axis).cross(on.pin));
      zero(rod.torque(moments[1]) - (pin - rod.r).cross(on.pin) + (slider.r - rod.r).cross(on.end) + on.end_torque);
      zero(slider.torque(moments[2]) - on.end_torque - on.guide_torque);
      zero({on.guide[0], on.bearing_torque[0], on.end_torque.dot(x) + on.end_torque.dot(rod.turned({0, 1, 0}))});
      const quad sign = slider.velocity[0] > 0 ? 1 : -1;
      EXPECT_LT(abs(on.friction + quad(mu) * abs(on.guide[2]) * sign), quad("1e-28")) << t << mu;
    }
}

}  // namespace
}  // namespace plumb
