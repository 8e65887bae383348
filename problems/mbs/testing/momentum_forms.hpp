#pragma once
// Equations in momenta and in velocities of one mechanism, and the comparison of matrices in momenta with difference
// quotients of the equations.

#include <vector>

#include "problems/mbs/momentum_system.hpp"
#include "problems/testing/blends.hpp"
#include "problems/testing/difference_quotients.hpp"

namespace plumb::mbs::testing {

using InMomenta = MomentumSystem<quad>;

/// Returns an origin for every body that differs from its centre of mass, or with elsewhere = false an empty list.
inline std::vector<Vector<quad>> origins_of(const Mechanism& mechanism, bool elsewhere) {
  if (!elsewhere) return {};
  return std::vector<Vector<quad>>(mechanism.bodies.size(), Vector<quad>(quad("0.25"), quad("-0.5"), quad("0.125")));
}

struct BothForms {
  MultibodySystem<quad> velocities;
  InMomenta momenta;

  BothForms(const Mechanism& mechanism, Form form, so3::Retraction retraction = so3::Retraction::exponential,
            Algebra algebra = Algebra::automatic, bool elsewhere = false)
      : velocities(assemble<quad>(mechanism), form, {retraction}, algebra),
        momenta(velocities, {retraction}, origins_of(mechanism, elsewhere)) {}

  // Returns a state near the initial state that violates the constraints and the equations of motion.
  InMomenta::State state() {
    auto x = zero_state(momenta);
    Vec<quad> turn = x.v;
    for (Eigen::Index i = 0; i < x.v.size(); ++i) {
      turn[i] = quad(i % 7 - 3) / 16;
      x.v[i] = quad(2 * (i % 5) - 3) / 4;
      x.a[i] = quad(3 - i % 8) / 2;
    }
    momenta.retract(velocities.assembly().q, turn, x.q);
    const Vec<quad> moderate = x.v;
    momenta.momenta(x.q, moderate, x.v);
    for (Eigen::Index i = 0; i < x.lambda.size(); ++i) x.lambda[i] = quad(5 - 3 * (i % 4)) / 4;
    return x;
  }

  /// Returns the blocks of the equations in momenta at a point, by difference quotients. `of_rows` and `of_positions`
  /// are G as the rows of velocities and of positions contain it.
  BlocksOf<InMomenta> blocks_at(const PointOf<InMomenta>& at, Mat<quad>& of_rows, Mat<quad>& of_positions) {
    auto out = plumb::testing::blocks_by_differences(momenta, at.x, at.t);
    const Mat<quad> n = plumb::testing::moves_of(momenta, at);
    const Mat<quad> here = plumb::testing::moves_of(momenta, PointOf<InMomenta>{at.t, at.x});
    const Mat<quad> jacobian = out.jacobian;
    of_rows = jacobian * here;
    of_positions = jacobian * n;
    out.stiffness = (out.stiffness * n).eval();
    out.rate_by_q = (out.rate_by_q * n).eval();
    out.acceleration_by_q = (out.acceleration_by_q * n).eval();
    // Only the G of holonomic rows must be converted: nonholonomic rows are already derivatives with respect to p.
    const auto last = momenta.sizes().nonholonomic;
    of_rows.bottomRows(last) = jacobian.bottomRows(last);
    out.jacobian.bottomRows(last) = jacobian.bottomRows(last) * here.inverse();
    return out;
  }
};

/// Expects that solutions with the matrices of `s` at `at` equal solutions with the difference quotients of `equations`
/// at `expected`.
inline void expect_matrices(const InMomenta& s, const PointOf<InMomenta>& at, BothForms& equations,
                            const PointOf<InMomenta>& expected) {
  Mat<quad> of_rows, of_positions;
  const auto blocks = equations.blocks_at(expected, of_rows, of_positions);
  const auto sizes = s.sizes();
  auto factors = s.factors<quad>();
  for (const auto& b : plumb::testing::blends<quad>(s.form())) {
    DenseFactors<quad, Eigen::Dynamic, Eigen::Dynamic> dense(sizes.v, sizes.lambda, false, sizes.nonholonomic);
    ASSERT_TRUE(dense.factor(blocks, of_rows, of_positions, b));
    ASSERT_TRUE(s.factor(factors, at, b));
    auto w = plumb::testing::right_side<quad>(sizes.v, 1);
    w.tail(sizes.v - 6 * equations.velocities.assembly().count()).setZero();  // sections have no velocities
    auto e = plumb::testing::right_side<quad>(sizes.lambda, 2), w1 = w, e1 = e;
    dense.solve(w1, e1);
    s.solve(factors, w, e);
    EXPECT_LT(plumb::testing::gap(w, w1), 1e-15) << name(s.form()) << s.linear_algebra();
    EXPECT_LT(plumb::testing::gap(e, e1), 1e-15) << name(s.form()) << s.linear_algebra();
  }
}

}  // namespace plumb::mbs::testing
