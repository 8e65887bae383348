// Compares the motion of the free body by elliptic functions with its Taylor series in 50 digits, and with elementary
// solutions of special cases.

#include "problems/free-body/exact_free_body.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "reference/testing/taylor_rotation.hpp"

namespace plumb {
namespace {

using wide = testing::TaylorRotation::wide;
using Vector = Vec<quad, 3>;
using Attitude = Vec<quad, 4>;
const Attitude unturned(1, 0, 0, 0);

struct Example {
  std::string name;
  Vector moments, velocity;
};

// Returns examples on both sides of the separatrix, with every order of the moments and every sign, with symmetric
// bodies, and with slow and fast motions.
std::vector<Example> examples() {
  std::vector<Example> list;
  const int orders[][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {1, 0, 2}, {0, 2, 1}, {2, 1, 0}};
  const quad moment[] = {quad("0.7"), quad("1.1"), quad("1.6")};
  for (const auto& order : orders)
    for (int signs = 0; signs < 8; signs += order[0] == 0 ? 1 : 7) {
      const auto sign = [&](int i) { return (signs >> i & 1) != 0 ? -1 : 1; };
      Example about_low{"about the smallest", Vector(), Vector()}, about_high{"about the largest", Vector(), Vector()};
      for (int i = 0; i < 3; ++i) {
        about_low.moments[order[i]] = about_high.moments[order[i]] = moment[i];
        about_low.velocity[order[i]] = sign(i) * quad(i == 0 ? "2.5" : "0.8");
        about_high.velocity[order[i]] = sign(i) * quad(i == 2 ? "2.5" : "0.8");
      }
      list.push_back(about_low);
      list.push_back(about_high);
    }
  list.push_back({"flips about the middle axis", {1, 2, 3}, {quad("0.01"), 5, 0}});
  list.push_back({"flips, other side", {1, 2, 3}, {0, 5, quad("0.01")}});
  list.push_back({"next to the separatrix", {1, 2, 3}, {quad("1e-9"), 2, quad("1e-12")}});
  list.push_back({"nearly steady about the largest", {1, 2, 3}, {quad("1e-15"), quad("-1e-14"), 3}});
  list.push_back({"nearly steady about the smallest", {1, 2, 3}, {-3, quad("1e-15"), 0}});
  list.push_back({"oblate", {2, 2, 3}, {1, quad("0.5"), -2}});
  list.push_back({"prolate", {2, quad("0.5"), 2}, {1, quad("0.5"), -2}});
  list.push_back({"nearly symmetric", {2, 2 + quad("1e-25"), 3}, {1, quad("0.5"), -2}});
  list.push_back({"oblate, in its equator", {2, 2, 3}, {1, quad("0.5"), 0}});
  list.push_back({"sphere", {2, 2, 2}, {1, quad("0.5"), -2}});
  list.push_back({"at rest", {1, 2, 3}, {0, 0, 0}});
  return list;
}

TEST(FreeBody, IsTheIntegralOfItsEquations) {
  const Attitude start = Attitude(1, -2, 3, quad("0.5")).normalized();
  for (const auto& [name, moments, velocity] : examples()) {
    const auto exact = free_body_motion(moments, start, velocity);
    const testing::TaylorRotation series(moments, start, velocity);
    for (const quad& t : {quad("0.7"), quad("-1.3")}) {
      SCOPED_TRACE(name + ", moments " + moments[0].str(3) + " " + moments[1].str(3) + ", t = " + t.str(3));
      const auto found = exact(t);
      const auto x = series.at(t, velocity.norm());
      for (int i = 0; i < 4; ++i) EXPECT_LT(abs(wide(found.q[i]) - x.q[i]), wide("1e-30"));
      for (int i = 0; i < 3; ++i) EXPECT_LT(abs(wide(found.v[i]) - x.w[i]), wide("1e-30") * wide(1 + velocity.norm()));
    }
  }
}

TEST(FreeBody, StartsWhereItIsPut) {
  const Attitude start = Attitude(1, -2, 3, quad("0.5")).normalized();
  for (const auto& [name, moments, velocity] : examples()) {
    const auto begin = free_body_motion(moments, start, velocity)(0);
    EXPECT_LT((begin.q - start).norm(), quad("1e-33")) << name;
    EXPECT_LT((begin.v - velocity).norm(), quad("1e-33") * (1 + velocity.norm())) << name;
  }
}

// The momentum in space, the energy and the length of the quaternion must be conserved over thousands of turns.
TEST(FreeBody, KeepsItsMomentumForLongTimes) {
  for (const auto& [name, moments, velocity] : examples()) {
    const auto exact = free_body_motion(moments, unturned, velocity);
    const Vector momentum = moments.cwiseProduct(velocity);
    for (const quad& t : {quad("123.4"), quad("9876.5"), quad("-4321")}) {
      const auto now = exact(t);
      const Vector w = now.v, body = moments.cwiseProduct(w);
      EXPECT_LT((so3::matrix<quad>(Attitude(now.q)) * body - momentum).norm(), quad("1e-29")) << name;
      EXPECT_LT(abs(body.dot(w) - momentum.dot(velocity)), quad("1e-29")) << name;
      EXPECT_LT(abs(now.q.norm() - 1), quad("1e-33")) << name;
    }
  }
}

// In a symmetric body with the axis c, ω turns about c at the rate (J_c − J_a)/J_a ω_c, while the axis turns about the
// angular momentum L at the rate |L|/J_a in space.
TEST(FreeBody, SymmetricBodiesPrecessUniformly) {
  const Vector moments(2, 2, 3), velocity(1, 0, -2);
  const auto exact = free_body_motion(moments, unturned, velocity);
  const Vector momentum = moments.cwiseProduct(velocity);
  const so3::Chart<quad> chart;
  for (const quad& t : {quad("0.4"), quad(100)}) {
    const quad spin = velocity[2] * (moments[2] - moments[0]) / moments[0];
    const auto now = exact(t);
    EXPECT_LT(abs(now.v[0] - cos(spin * t)), quad("1e-31"));
    EXPECT_LT(abs(now.v[1] - sin(spin * t)), quad("1e-31"));
    const Attitude wanted =
        so3::product(chart.rotation(momentum * t / moments[0]), chart.rotation(Vector(0, 0, -spin * t)));
    EXPECT_LT(so3::angle<quad>(Attitude(now.q), wanted), quad("1e-30"));
  }
}

// A perturbed rotation about the axis with the middle moment of inertia must turn over.
TEST(FreeBody, FlipsAboutTheMiddleAxis) {
  const auto exact = free_body_motion({1, 2, 3}, unturned, {quad("0.01"), 5, 0});
  quad lowest = 5;
  for (int i = 0; i <= 100; ++i) lowest = std::min(lowest, exact(quad(i) / 10).v[1]);
  EXPECT_LT(lowest, quad("-4.99"));
}

TEST(FreeBody, RefusesWithTheReason) {
  EXPECT_THROW(free_body_motion({1, -2, 3}, unturned, {1, 2, 3}), std::invalid_argument);
  EXPECT_THROW(free_body_motion({0, 2, 3}, unturned, {1, 2, 3}), std::invalid_argument);
  // J_3 (J_3 − J_2) ω_3² = J_1 (J_2 − J_1) ω_1², which is L² = 2T J_2
  EXPECT_THROW(free_body_motion({1, 2, quad("2.25")}, unturned, {3, 1, 4}), std::invalid_argument);
}

}  // namespace
}  // namespace plumb
