// Frequencies of beams about their initial shape, out of the blocks of their equations, against those of thin beams.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/testing/beams.hpp"

namespace plumb::mbs {
namespace {

/// Angular frequencies in ascending order of a straight beam of length 1: thin, with m = 1, EJ_y = 1, EJ_z = 4,
/// GJ = 8e-7, J_1 = 2e-8 and EA = 1e4, so that what bends is far below what stretches and shears.
std::vector<double> frequencies(int elements, bool is_clamped) {
  Section thin{.name = "thin",
               .mass = number("1"),
               .inertia = {number("2e-8"), number("1e-8"), number("1e-8")},
               .stiffness = {number("1e4"), number("1e7"), number("1e7"), number("8e-7"), number("1"), number("4")}};
  Mechanism m;
  m.gravity = triple("0", "0", "0");
  NodesByName nodes;
  Beam beam{.name = "beam",
            .section = thin,
            .from = triple("0", "0", "0"),
            .to = triple("1", "0", "0"),
            .orientation = triple("0", "1", "0"),
            .elements = elements};
  if (is_clamped) beam.first = "ground";
  add_beam(beam, m, nodes);
  const MultibodySystem<double> s(assemble<double>(m), Form::index3);
  auto x = zero_state(s);
  x.q = s.assembly().q;
  BlocksOf<MultibodySystem<double>> b(s.sizes().v, s.sizes().lambda);
  s.blocks(0, x, b);
  const auto n = s.sizes().v - (is_clamped ? 6 : 0);  // its first node does not move
  const Mat<double> M = b.mass.bottomRightCorner(n, n), K = -b.stiffness.bottomRightCorner(n, n);
  const Vec<double> squares = Eigen::EigenSolver<Mat<double>>(M.inverse() * K, false).eigenvalues().real();
  std::vector<double> out;
  for (const double w2 : squares)
    if (w2 > 1e-3) out.push_back(std::sqrt(w2));
  std::ranges::sort(out);
  return out;
}

double nearest(const std::vector<double>& all, double wanted) {
  return *std::ranges::min_element(all, {}, [&](double w) { return std::abs(w - wanted); });
}

// The mass stands at the nodes: frequencies converge with the square of the elements.
void expect_second_order(bool is_clamped, double known, const char* what) {
  std::vector<double> errors;
  for (const int n : {4, 8, 16}) errors.push_back(std::abs(nearest(frequencies(n, is_clamped), known) / known - 1));
  EXPECT_NEAR(std::log2(errors[1] / errors[2]), 2, 0.2) << what << " " << errors[0] << " " << errors[1];
  EXPECT_LT(errors.back(), 4e-3) << what;
}

TEST(BeamVibration, OfAClampedBeamHasItsFrequencies) {
  constexpr double first = 1.8751040687119611, second = 4.6940911329741746;  // cos β cosh β = −1
  expect_second_order(true, first * first, "first bending about y");
  expect_second_order(true, 2 * first * first, "first bending about z");
  expect_second_order(true, second * second, "second bending about y");
  expect_second_order(true, std::numbers::pi / 2 * std::sqrt(8e-7 / 2e-8), "torsion");
  expect_second_order(true, std::numbers::pi / 2 * 100, "along the axis");
}

TEST(BeamVibration, OfAFreeBeamHasItsFrequenciesAndSixRigidMotions) {
  constexpr double first = 4.7300407448627040;  // cos β cosh β = 1
  expect_second_order(false, first * first, "first bending about y");
  EXPECT_EQ(frequencies(4, false).size(), 9u * 6u - 6u);
}

}  // namespace
}  // namespace plumb::mbs
