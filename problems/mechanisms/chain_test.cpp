// Tests the initial velocities v of chain(n) with transverse spins. Of all velocities that satisfy the joints, they are
// nearest, in the metric of the masses, to the written velocities w: rotations about the third axes, centres at rest.
//
//   G v = 0,   Xᵀ M (v − w) = 0      columns of X: velocities that satisfy the joints, by recursion along the chain
//
// For one bar of the length 2a, J_3 ω = (J_3 + m a²) ω', with the angular velocities ω of w and ω' of v.

#include <gtest/gtest.h>

#include "numerics/partial_lu.hpp"
#include "problems/catalogue.hpp"
#include "problems/chain/chain_data.hpp"
#include "problems/mechanisms/chain_spins.hpp"

namespace plumb {
namespace {

struct Start {
  SphericalChainData<quad> data;
  Vec<quad> written;  // (r', ω) of every bar
  Configuration<quad> at;
  Vec<quad> masses;  // of every velocity
  Mat<quad> allowed;
  quad gap;  // of the constraints' rates
};

Configuration<quad> attitudes(const Configuration<quad>& space, int bars) {
  Configuration<quad> out{Vec<quad>(4 * bars), Vec<quad>(3 * bars)};
  for (int k = 0; k < bars; ++k) {
    out.q.segment<4>(4 * k) = space.q.segment<4>(7 * k + 3);
    out.v.segment<3>(3 * k) = space.v.segment<3>(6 * k + 3);
  }
  return out;
}

Start start(int bars) {
  const auto& problem = catalogued_problem("chain");
  const auto& formulation = *problem.formulation("index1");
  const Parameters p(problem.parameters, {{"n", std::to_string(bars)}, {"spin", "transverse"}});
  Start out{.data = hanging_chain_data<quad>(bars),
            .written = Vec<quad>::Zero(6 * bars),
            .at = problem.in_quad.initial(p, formulation),
            .masses = Vec<quad>(6 * bars),
            .allowed = Mat<quad>(6 * bars, 3 * bars),
            .gap = 0};
  const auto spins = chain_spins(bars, "paper");
  for (int k = 0; k < bars; ++k) {
    out.written[6 * k + 5] = spins[static_cast<std::size_t>(k)].in<quad>();
    out.masses.segment<3>(6 * k).setConstant(out.data.mass);
    out.masses.segment<3>(6 * k + 3) = out.data.moments;
  }
  const auto minimal = attitudes(out.at, bars);
  for (int j = 0; j < 3 * bars; ++j)
    out.allowed.col(j) = chain_in_space(out.data, {minimal.q, Vec<quad>::Unit(3 * bars, j)}).v;
  auto system = problem.in_quad.system(p, formulation);
  Vec<quad> rate(system.sizes().lambda);
  system.constraint_rate(0, out.at.q, out.at.v, rate);
  out.gap = rate.cwiseAbs().maxCoeff();
  return out;
}

/// Returns the largest component of Xᵀ M (v − w), relative to the momenta of w.
quad distance_from_nearest(const Start& s, const Vec<quad>& v) {
  const Vec<quad> along = s.allowed.transpose() * s.masses.cwiseProduct(v - s.written);
  return along.cwiseAbs().maxCoeff() / s.masses.cwiseProduct(s.written).cwiseAbs().maxCoeff();
}

TEST(ChainWithTransverseSpins, KeepsTheJoints) {
  for (const int bars : {1, 2, 4, 8}) EXPECT_LT(start(bars).gap, quad("1e-30")) << bars;
}

TEST(ChainWithTransverseSpins, HasTheNearestVelocitiesInTheMetricOfMasses) {
  for (const int bars : {1, 2, 4, 8}) EXPECT_LT(distance_from_nearest(start(bars), start(bars).at.v), quad("1e-29"));
}

// The velocities nearest in the Euclidean metric must fail the test above.
TEST(ChainWithTransverseSpins, AreNotTheNearestInAnotherMetric) {
  const auto s = start(4);
  LargePartialLu<quad> normal_equations(static_cast<int>(s.allowed.cols()));
  normal_equations.matrix = s.allowed.transpose() * s.allowed;
  ASSERT_TRUE(normal_equations.factor());
  Vec<quad> minimal(s.allowed.cols());
  normal_equations.solve(s.allowed.transpose() * s.written, minimal);
  const Vec<quad> nearest_unweighted = s.allowed * minimal;
  EXPECT_GT((nearest_unweighted - s.at.v).cwiseAbs().maxCoeff(), 0.1);
  EXPECT_GT(distance_from_nearest(s, nearest_unweighted), 0.01);
}

TEST(ChainWithTransverseSpins, OfOneBarIsThatOfABarAboutItsEnd) {
  const auto s = start(1);
  const quad about_centre = s.data.moments[2], about_end = about_centre + s.data.mass * s.data.half * s.data.half;
  EXPECT_LT(abs(s.at.v[5] - s.written[5] * about_centre / about_end), quad("1e-31"));
}

}  // namespace
}  // namespace plumb
