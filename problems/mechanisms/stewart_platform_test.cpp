// The Stewart platform of the examples at rest, compared with independent mechanics: massless legs exert six forces on
// the platform (Newton, Euler), and legs with mass in a vertical motion have one coordinate, the height (Lagrange).

#include <gtest/gtest.h>

#include <array>
#include <numbers>

#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/pair.hpp"
#include "problems/mechanisms/testing/written_mechanisms.hpp"

namespace plumb {
namespace {

using testing::DataOverrides;
using testing::example_mechanism;
using Arrow = mbs::Vector<quad>;

/// The geometry of Gough and Stewart with the data of the example: six feet in pairs on a circle, and six balls in
/// pairs on another circle, where the pairs are shifted by a third of a turn.
struct SixLegs {
  quad base = quad("0.5"), top = quad("0.3"), height, spread = std::numbers::pi_v<quad> / 12;
  quad mass = 20, leg = 1;
  quad rod = quad("0.6"), width = quad("0.03");  // length of each half relative to the leg's length; m

  static quad side(int i) { return i % 2 == 0 ? -1 : 1; }
  static Arrow on_circle(const quad& radius, const quad& angle, const quad& z) {
    return {radius * cos(angle), radius * sin(angle), z};
  }
  static quad third(int i) { return 2 * std::numbers::pi_v<quad> * (i / 2) / 3; }
  Arrow foot(int i) const { return on_circle(base, third(i) + side(i) * spread, 0); }
  Arrow ball(int i) const {
    return on_circle(top, third(i) + side(i) * (std::numbers::pi_v<quad> / 3 - spread), height);
  }
};

/// The forces of the six motors, different or equal [N].
using Pushes = std::array<const char*, 6>;
constexpr Pushes uneven = {"45", "71", "-33", "18", "62", "27"}, even = {"45", "45", "45", "45", "45", "45"};

/// Returns the acceleration of the platform's centre and its angular acceleration, at rest.
Vec<quad, 6> start_of_platform(const DataOverrides& overrides, const Pushes& pushes) {
  auto mechanism = example_mechanism("stewart-platform", overrides);
  for (std::size_t i = 0; i < pushes.size(); ++i)
    mechanism.translational_springs.at(i).actuator = {{mbs::number(pushes[i])}};
  mbs::MultibodySystem<quad> system(mbs::assemble<quad>(mechanism), Form::index1);
  auto x = zero_state(system);
  x.q = system.assembly().q;
  x.v = system.assembly().v;
  EXPECT_TRUE(system.acceleration(0, x.q, x.v, x.a, x.lambda));
  return x.a.head<6>();
}

// m c'' = m g + Σ F_i u_i,  J ω' = Σ r_i × F_i u_i, with six different forces. Legs of mass zero are not possible, but
// their effect is linear in the mass, so the test extrapolates to zero.
TEST(StewartPlatform, MovesAsSixForcesOnABodySay) {
  const auto at = [](const char* leg) { return start_of_platform({{"leg", leg}, {"height", "0.45"}}, uneven); };
  const Vec<quad, 6> found = 2 * at("1e-6") - at("2e-6");
  SixLegs of;
  of.height = quad("0.45");
  Arrow force(0, 0, -of.mass * quad("9.81")), moment = Arrow::Zero();
  for (int i = 0; i < 6; ++i) {
    const Arrow along = (of.ball(i) - of.foot(i)).normalized(), arm = of.ball(i) - Arrow(0, 0, of.height);
    const Arrow push = quad(uneven[static_cast<std::size_t>(i)]) * along;
    force += push;
    moment += arm.cross(push);
  }
  const quad across = of.mass * (of.top * of.top / 4 + quad("0.0004") / 12), axial = of.mass * of.top * of.top / 2;
  const Arrow turning(moment[0] / across, moment[1] / across, moment[2] / axial);
  EXPECT_LT((found.head<3>() - force / of.mass).norm(), quad("1e-10"));
  EXPECT_LT((found.tail<3>() - turning).norm(), quad("1e-10"));
  EXPECT_GT(moment.cwiseAbs().minCoeff(), quad("1e-3")) << "it turns about every axis";
}

// If all forces are equal, T = (m + Σ μ) z'²/2, and each half of a leg has μ z'² = J |u'|² + J_a σ² + m |c'|². The
// centre c of the lower half keeps its distance s from the foot, the centre of the upper half its distance from the
// ball. u' = (e_z − u u_z) z'/l for the leg's direction u, and its spin σ follows from the universal joint, whose axis
// a is fixed in the ground:
//
//   ω = α a + β a × u,   u' = ω × u:   σ = ω·u = α a·u,   α = u'·(a × u)/|a × u|²
//
// By virtual work, (m + Σ μ) z'' is the generalised force of the motors, with l' = u_z z', and of all weights.
TEST(StewartPlatform, RisesAsOneCoordinateSays) {
  for (const char* height : {"0.45", "0.6"}) {
    SixLegs of;
    of.height = quad(height);
    quad inertia = of.mass, force = -of.mass * quad("9.81");
    for (int i = 0; i < 6; ++i) {
      const Arrow reach = of.ball(i) - of.foot(i), up(0, 0, 1);
      const quad l = reach.norm(), half = of.rod * l, w2 = of.width * of.width;
      const Arrow u = reach / l, rate = (up - u * u[2]) / l;  // rate: u' per z'
      const Arrow level = SixLegs::on_circle(1, SixLegs::third(i) + SixLegs::side(i) * of.spread, 0);
      const Arrow a(-level[1], level[0], 0), across = a.cross(u);
      const quad spin = a.dot(u) * rate.dot(across) / across.squaredNorm();
      const quad J = of.leg * (half * half + w2) / 12, axial = of.leg * w2 / 6, s = half / 2;
      const Arrow lower = s * rate, upper = up - s * rate;  // velocities of the halves' centres per z'
      inertia +=
          2 * J * rate.squaredNorm() + 2 * axial * spin * spin + of.leg * (lower.squaredNorm() + upper.squaredNorm());
      force += quad(even[0]) * u[2] - of.leg * quad("9.81") * (lower[2] + upper[2]);
    }
    const auto found = start_of_platform({{"height", height}}, even);
    EXPECT_LT(abs(found[2] - force / inertia), quad("1e-28")) << height;
    EXPECT_GT(abs(found[2]), quad("0.1"));
    EXPECT_LT(found.head<2>().norm() + found.tail<3>().norm(), quad("1e-28")) << height;
  }
}

}  // namespace
}  // namespace plumb
