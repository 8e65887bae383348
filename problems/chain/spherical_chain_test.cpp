// Compares the chain of bars with Newton's and Euler's equations, in which joint forces are unknowns, and with
// difference quotients. Tests its invariants.

#include "problems/chain/spherical_chain.hpp"

#include <gtest/gtest.h>

#include <random>

#include "contract/erasure.hpp"
#include "numerics/lu.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/chain/chain_data.hpp"
#include "reference/quad_integration.hpp"

namespace plumb {
namespace {

using Vector = so3::Vector<quad>;
using Chain = SphericalChain<quad>;

// The three moments of inertia differ, so that confused axes are detected.
SphericalChainData<quad> general_data(int bars) {
  auto data = hanging_chain_data<quad>(bars);
  data.half = quad("0.7");
  data.moments = Vector(quad("0.6"), quad("7.1"), quad("9.3"));
  return data;
}

Configuration<quad> general_state(int bars) {
  std::minstd_rand random;
  const auto number = [&] { return quad(random() % 2001) / 1000 - 1; };
  Configuration<quad> out{Vec<quad>(4 * bars), Vec<quad>(3 * bars)};
  for (int k = 0; k < bars; ++k) {
    for (int i = 0; i < 4; ++i) out.q[4 * k + i] = number();
    const quad norm = out.q.segment<4>(4 * k).norm();
    out.q.segment<4>(4 * k) /= norm;
    for (int i = 0; i < 3; ++i) out.v[3 * k + i] = 3 * number();
  }
  return out;
}

Vec<quad> acceleration(const Chain& chain, const Configuration<quad>& x) {
  Vec<quad> out(x.v.size());
  chain.acceleration(0, x.q, x.v, out);
  return out;
}

// The unknowns are r''_k, α_k (in the bar) and F_k of every bar.
Vec<quad> acceleration_with_forces(const SphericalChainData<quad>& d, const Configuration<quad>& x) {
  const Eigen::Index n = d.bars;
  Lu<quad> lu(9 * n);
  clear(lu.matrix);
  Vec<quad> z = Vec<quad>::Zero(9 * n);
  const Mat<quad, 3> one = Mat<quad, 3>::Identity(), arm = so3::skew<quad>(Vector(d.half, 0, 0));
  for (Eigen::Index k = 0; k < n; ++k) {
    const Mat<quad, 3> r = so3::matrix<quad>(x.q.segment<4>(4 * k));
    const Vector w = x.v.segment<3>(3 * k), centripetal = w.cross(w.cross(Vector(d.half, 0, 0)));
    const Mat<quad, 3> lever = arm * r.transpose();  // a e × Rᵀ F
    lu.matrix.block<3, 3>(9 * k, 9 * k) = d.mass * one;
    lu.matrix.block<3, 3>(9 * k, 9 * k + 6) = -one;
    z.segment<3>(9 * k) = d.mass * d.gravity;
    lu.matrix.block<3, 3>(9 * k + 3, 9 * k + 3) = Mat<quad, 3>(d.moments.asDiagonal());
    lu.matrix.block<3, 3>(9 * k + 3, 9 * k + 6) = lever;
    z.segment<3>(9 * k + 3) = -w.cross(Vector(d.moments.cwiseProduct(w)));
    // Both bars at hinge k have the same acceleration there: r'' − R (α × a e + ω × (ω × a e)) of this bar, and with +
    // of the previous bar.
    lu.matrix.block<3, 3>(9 * k + 6, 9 * k) = one;
    lu.matrix.block<3, 3>(9 * k + 6, 9 * k + 3) = r * arm;
    z.segment<3>(9 * k + 6) += r * centripetal;
    if (k + 1 == n) continue;
    lu.matrix.block<3, 3>(9 * k, 9 * k + 15) = one;
    lu.matrix.block<3, 3>(9 * k + 3, 9 * k + 15) = lever;
    lu.matrix.block<3, 3>(9 * k + 15, 9 * k) = -one;
    lu.matrix.block<3, 3>(9 * k + 15, 9 * k + 3) = r * arm;
    z.segment<3>(9 * k + 15) += r * centripetal;
  }
  EXPECT_TRUE(lu.factor());
  lu.solve(z);
  Vec<quad> out(3 * n);
  for (Eigen::Index k = 0; k < n; ++k) out.segment<3>(3 * k) = z.segment<3>(9 * k + 3);
  return out;
}

TEST(SphericalChain, IsNewtonAndEulerWithForcesInTheJoints) {
  for (int n = 1; n <= 4; ++n) {
    const auto data = general_data(n);
    const auto x = general_state(n);
    const auto found = acceleration(Chain(data), x), wanted = acceleration_with_forces(data, x);
    EXPECT_LT((found - wanted).cwiseAbs().maxCoeff(), quad("1e-28") * wanted.cwiseAbs().maxCoeff()) << n;
  }
}

TEST(SphericalChain, DerivativesAreThoseOfDifferences) {
  const Chain chain(general_data(3));
  const auto x = general_state(3);
  Mat<quad> by_q(9, 9), by_v(9, 9);
  chain.stiffness(0, x.q, x.v, by_q);
  chain.damping(0, x.q, x.v, by_v);
  const quad h("1e-10");
  for (int j = 0; j < 9; ++j) {
    const auto moved = [&](const quad& by, bool in_q) {
      auto out = x;
      if (in_q)
        chain.retract(x.q, by * Vec<quad>::Unit(9, j), out.q);
      else
        out.v[j] += by;
      return acceleration(chain, out);
    };
    const Vec<quad> wanted_q = (moved(h, true) - moved(-h, true)) / (2 * h);
    const Vec<quad> wanted_v = (moved(h, false) - moved(-h, false)) / (2 * h);
    EXPECT_LT((by_q.col(j) - wanted_q).cwiseAbs().maxCoeff(), quad("1e-15")) << j;
    EXPECT_LT((by_v.col(j) - wanted_v).cwiseAbs().maxCoeff(), quad("1e-15")) << j;
  }
}

// Returns the angular momentum about the line through the origin in the direction of gravity.
quad moment_about_gravity(const SphericalChainData<quad>& d, const Configuration<quad>& x) {
  const auto space = chain_in_space(d, x);
  Vector out = Vector::Zero();
  for (Eigen::Index k = 0; k < d.bars; ++k) {
    const Vector r = space.q.segment<3>(7 * k), v = space.v.segment<3>(6 * k), w = space.v.segment<3>(6 * k + 3);
    out += d.mass * r.cross(v) + so3::matrix<quad>(space.q.segment<4>(7 * k + 3)) * d.moments.cwiseProduct(w);
  }
  return out.dot(d.gravity) / d.gravity.norm();
}

TEST(SphericalChain, ConservesEnergyMomentumAndSpins) {
  const auto data = hanging_chain_data<quad>(4);
  const auto system = std::make_shared<AnySystem<quad>>(Minimal(Chain(data)));
  const auto start = hanging_chain_start<quad>(Vec<quad, 4>(-9, quad("-0.6"), quad("6.8"), quad("-8.8")));
  const quad end[] = {quad("0.5")};
  const auto found =
      integrate_in_quad(acceleration_of(system), start, end, {.tolerance = quad("1e-26"), .charts = charts_of(system)});
  ASSERT_EQ(found.at.size(), 1u);
  const auto& x = found.at.front();
  const auto energy = [&](const Motion& m) { return system->energy(0, m.q, m.v); };
  EXPECT_GT((x.v - start.v).cwiseAbs().maxCoeff(), quad("0.1"));
  EXPECT_LT(abs(energy(x) - energy(start)), quad("1e-22") * abs(energy(start)));
  EXPECT_LT(abs(moment_about_gravity(data, x) - moment_about_gravity(data, start)), quad("1e-21"));
  for (int k = 0; k < 4; ++k) EXPECT_LT(abs(x.v[3 * k] - start.v[3 * k]), quad("1e-30")) << k;
}

// In the embedded state, v is the rate of q.
TEST(SphericalChain, EmbedsPositionsAndTheirRates) {
  const auto data = general_data(3);
  const Chain chain(data);
  const auto x = general_state(3);
  const quad h("1e-10");
  Vec<quad> later = x.q, before = x.q;
  chain.retract(x.q, h * x.v, later);
  chain.retract(x.q, -h * x.v, before);
  const auto at = chain_in_space(data, x), after = chain_in_space(data, {later, x.v}),
             ago = chain_in_space(data, {before, x.v});
  for (int k = 0; k < 3; ++k) {
    const Vector rate = (after.q.segment<3>(7 * k) - ago.q.segment<3>(7 * k)) / (2 * h);
    EXPECT_LT((rate - at.v.segment<3>(6 * k)).cwiseAbs().maxCoeff(), quad("1e-17")) << k;
  }
}

}  // namespace
}  // namespace plumb
