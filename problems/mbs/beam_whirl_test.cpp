// The whirling frequencies of a shaft that spins at the rate Ω between two bearings. They are computed from the blocks
// of the equations, linearised about the straight shape, and compared with the closed form of a Timoshenko beam with
// rotary inertia. With w = y + i z and the slope s of its sections,
//
//   m w'' = GA (w_xx − s_x),   J_2 s'' − i J_1 Ω s' = EJ s_xx + GA (w_x − s)
//
// where w = W sin kx e^(iωt), s = S cos kx e^(iωt), k = n π/L:
//
//   (GA k² − m ω²)(EJ k² + GA − J_2 ω² + J_1 Ω ω) = GA² k²
//
// and in the limit of rigid shear (m + J_2 k²) ω² − J_1 Ω k² ω = EJ k⁴. If ω > 0, the shaft whirls in the direction of
// its spin (forward whirl), with a frequency that increases with Ω.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/testing/beams.hpp"

namespace plumb::mbs {
namespace {

using testing::in_space;
using testing::joint;
using testing::order;

/// A shaft of length 1 with m = EJ = 1.
struct Shaft {
  int elements;
  BeamInertia inertia = BeamInertia::simpson;
  BeamBalance balance = BeamBalance::energy;
  const char* polar = "0.02";  // J_1
};
constexpr double polar = 0.02, diametral = 0.01, shear = 1000;  // J_1, J_2, GA

Mechanism in_bearings(const Shaft& of) {
  Mechanism m;
  m.gravity = triple("0", "0", "0");
  NodesByName nodes;
  add_beam(
      {.name = "shaft",
       .section = {.name = "round",
                   .mass = number("1"),
                   .inertia = {number(of.polar), number("0.01"), number("0.01")},
                   .stiffness = {number("1e4"), number("1000"), number("1000"), number("5"), number("1"), number("1")}},
       .from = triple("0", "0", "0"),
       .to = triple("1", "0", "0"),
       .orientation = triple("0", "1", "0"),
       .elements = of.elements,
       .inertia = of.inertia,
       .balance = of.balance},
      m, nodes);
  const auto end = triple("1", "0", "0");
  m.joints = {joint("left", JointKind::spherical, "ground", "shaft_first", in_space(triple("0", "0", "0"))),
              joint("right_y", JointKind::in_plane, "ground", "shaft_last", in_space(end, triple("0", "1", "0"))),
              joint("right_z", JointKind::in_plane, "ground", "shaft_last", in_space(end, triple("0", "0", "1")))};
  attach_to_nodes(nodes, m);
  return m;
}

/// The linearised equations M x'' = K x + D x' for the motions that the bearings allow, with rotations in space.
struct ShaftMotions {
  Mat<double> M, K, D, motions;

  // The body frames rotate: v' in space is v' in the body plus Ω × v. The shaft's axis is x in both.
  ShaftMotions(const Mechanism& m, double spin) {
    const MultibodySystem<double> s(assemble<double>(m), Form::index3);
    const auto n = s.sizes().v;
    auto x = zero_state(s);
    x.q = s.assembly().q;
    Mat<double> turning = Mat<double>::Zero(n, n);
    for (Eigen::Index k = 3; k < n; k += 6) {
      x.v[k] = spin;
      turning.block<3, 3>(k, k) = so3::skew<double>({spin, 0, 0});
    }
    BlocksOf<MultibodySystem<double>> b(n, s.sizes().lambda);
    s.blocks(0, x, b);
    motions = Eigen::FullPivLU<Mat<double>>(b.jacobian).kernel();
    M = motions.transpose() * b.mass * motions;
    K = motions.transpose() * b.stiffness * motions;
    D = motions.transpose() * (b.damping + b.mass * turning) * motions;
  }
};

/// Returns the angular frequencies of whirling, negative for backward whirl. Modes without whirling are omitted.
std::vector<double> whirls(const ShaftMotions& of) {
  const auto n = of.M.rows();
  Mat<double> first_order = Mat<double>::Zero(2 * n, 2 * n);
  const Eigen::PartialPivLU<Mat<double>> mass(of.M);
  first_order.topRightCorner(n, n).setIdentity();
  first_order.bottomLeftCorner(n, n) = mass.solve(of.K);
  first_order.bottomRightCorner(n, n) = mass.solve(of.D);
  const Eigen::EigenSolver<Mat<double>> modes(first_order);
  std::vector<double> out;
  for (Eigen::Index i = 0; i < 2 * n; ++i) {
    const double w = modes.eigenvalues()[i].imag();
    if (!(w > 0)) continue;
    const Vec<std::complex<double>> shape =
        of.motions.cast<std::complex<double>>() * modes.eigenvectors().col(i).head(n);
    double across = 0, turned = 0;  // both are the same for a circle
    for (Eigen::Index k = 0; k < shape.size(); k += 6) {
      across += std::norm(shape[k + 1]) + std::norm(shape[k + 2]);
      turned += 2 * (shape[k + 1] * std::conj(shape[k + 2])).imag();
    }
    if (std::abs(turned) > 0.5 * across) out.push_back(turned > 0 ? w : -w);
  }
  return out;
}
std::vector<double> whirls(const Shaft& shaft, double spin) { return whirls(ShaftMotions(in_bearings(shaft), spin)); }

/// Returns the root of the equation above near the root for rigid shear, by Newton's iteration.
double known_whirl(int mode, double spin, bool is_forward) {
  const double k2 = std::pow(mode * std::numbers::pi, 2), m = 1 + diametral * k2, g = polar * spin * k2;
  double w = (g + (is_forward ? 1 : -1) * std::sqrt(g * g + 4 * m * k2 * k2)) / (2 * m);
  for (int i = 0; i < 50; ++i) {
    const double of_w = shear * k2 - w * w, of_s = k2 + shear - diametral * w * w + polar * spin * w;
    const double slope = -2 * w * of_s + of_w * (polar * spin - 2 * diametral * w);
    w -= (of_w * of_s - shear * shear * k2) / slope;
  }
  return w;
}
double error_of_whirl(const std::vector<double>& all, double known) {
  const double found = *std::ranges::min_element(all, {}, [&](double w) { return std::abs(w - known); });
  return std::abs(found / known - 1);
}

constexpr double fast = 50;  // rad/s

void expect_whirls(Shaft shaft, int modes, double expected, double finest) {
  std::vector<std::vector<double>> all;
  for (const int n : {2, 4, 8}) {
    shaft.elements = n;
    all.push_back(whirls(shaft, fast));
  }
  for (int mode = 1; mode <= modes; ++mode)
    for (const bool is_forward : {true, false}) {
      const double known = known_whirl(mode, fast, is_forward);
      std::vector<double> errors;
      for (const auto& found : all) errors.push_back(error_of_whirl(found, known));
      EXPECT_NEAR(order(errors), expected, 0.3) << known << ": " << errors[0] << " " << errors[1] << " " << errors[2];
      EXPECT_LT(errors.back(), finest) << known;
    }
}

TEST(BeamWhirl, OfASpinningShaftHasItsFrequencies) {
  EXPECT_NEAR(known_whirl(1, fast, true), 14.6, 1);
  EXPECT_NEAR(known_whirl(1, 0, true), -known_whirl(1, 0, false), 1e-12);
  expect_whirls({.elements = 0}, 2, 4, 5e-4);
  expect_whirls({.elements = 0, .inertia = BeamInertia::lumped, .balance = BeamBalance::finite_volume}, 1, 2, 2e-3);
}

// At the critical speed, the frequency of forward whirl equals the spin, so that an eccentric mass would excite it.
TEST(BeamWhirl, CriticalSpeedIsThatOfASynchronousWhirl) {
  const auto critical = [](auto whirl) {
    double before = 9, after = 11;
    double miss = whirl(before) - before;
    for (int i = 0; i < 8; ++i) {
      const double now = whirl(after) - after;
      if (now == miss) break;
      const double next = after - now * (after - before) / (now - miss);
      before = after;
      miss = now;
      after = next;
    }
    return after;
  };
  const double known = critical([](double w) { return known_whirl(1, w, true); });
  const double pi2 = std::numbers::pi * std::numbers::pi;
  EXPECT_NEAR(known, pi2 / std::sqrt(1 + (diametral - polar) * pi2), 0.1);  // closed form for rigid shear
  std::vector<double> errors;
  for (const int n : {2, 4, 8}) {
    const double found = critical([&](double w) {
      const auto all = whirls({.elements = n}, w);
      return *std::ranges::min_element(all, {}, [&](double x) { return std::abs(x - known); });
    });
    errors.push_back(std::abs(found / known - 1));
  }
  EXPECT_NEAR(order(errors), 4, 0.3) << errors[0] << " " << errors[1] << " " << errors[2];
  EXPECT_LT(errors.back(), 5e-5);
}

// The frequencies depend on the polar inertia, on the gyroscopic moments, and on the direction in which these act.
TEST(BeamWhirl, TellsAWrongInertiaAndMissingGyroscopicMoments) {
  const double forward = known_whirl(1, fast, true), backward = known_whirl(1, fast, false);
  const auto worst = [&](const std::vector<double>& all) {
    return std::max(error_of_whirl(all, forward), error_of_whirl(all, backward));
  };
  EXPECT_LT(worst(whirls({.elements = 8}, fast)), 1e-4);
  EXPECT_GT(worst(whirls({.elements = 8, .polar = "0.019"}, fast)), 1e-2);
  EXPECT_GT(worst(whirls({.elements = 8}, -fast)), 1e-2);
  ShaftMotions without(in_bearings({.elements = 8}), fast);
  without.D.setZero();
  EXPECT_GT(worst(whirls(without)), 1e-2);
}

}  // namespace
}  // namespace plumb::mbs
