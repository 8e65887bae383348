// Computes natural frequencies of beams about their initial shape from the blocks of their equations, and compares them
// with the frequencies of thin beams.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>
#include <numbers>

#include "problems/mbs/long_vectors.hpp"
#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/testing/beams.hpp"

namespace plumb::mbs {
namespace {

struct Variant {
  BeamInertia inertia = BeamInertia::lumped;
  BeamBalance balance = BeamBalance::finite_volume;

  std::string name() const {
    return std::string(beam_inertia_names[static_cast<std::size_t>(inertia)]) + ", " +
           std::string(beam_balance_names[static_cast<std::size_t>(balance)]);
  }
};
constexpr Variant exact_to_cubics{BeamInertia::simpson, BeamBalance::energy};

/// A straight thin beam of length 1 along x with m = 1, EJ_y = 1, EJ_z = 4, GJ = 8e-7, J_1 = 2e-8 and EA = 1e4. Its
/// bending frequencies are far below the frequencies of stretching and shearing.
Mechanism thin_beam(int elements, bool is_clamped, const Variant& variant) {
  Section thin{.name = "thin",
               .mass = number("1"),
               .inertia = {number("2e-8"), number("1e-8"), number("1e-8")},
               .stiffness = {number("1e4"), number("1e8"), number("1e8"), number("8e-7"), number("1"), number("4")}};
  Mechanism m;
  m.gravity = triple("0", "0", "0");
  NodesByName nodes;
  Beam beam{.name = "beam",
            .section = thin,
            .from = triple("0", "0", "0"),
            .to = triple("1", "0", "0"),
            .orientation = triple("0", "1", "0"),
            .elements = elements,
            .inertia = variant.inertia,
            .balance = variant.balance};
  if (is_clamped) beam.first = "ground";
  add_beam(beam, m, nodes);
  return m;
}

/// Returns the angular frequencies, which are 0 for rigid motions. They are computed from (K + M)⁻¹ M, where high
/// frequencies do not disturb low frequencies.
std::vector<double> frequencies(const Mechanism& m, bool is_clamped) {
  const MultibodySystem<double> s(assemble<double>(m), Form::index3);
  auto x = zero_state(s);
  x.q = s.assembly().q;
  BlocksOf<MultibodySystem<double>> b(s.sizes().v, s.sizes().lambda);
  s.blocks(0, x, b);
  const auto n = s.sizes().v - (is_clamped ? 6 : 0);  // the first node of a clamped beam does not move
  const Mat<double> M = b.mass.bottomRightCorner(n, n), K = -b.stiffness.bottomRightCorner(n, n);
  const Mat<double> inverse = Mat<double>(K + M).partialPivLu().solve(M);
  const Vec<double> found = Eigen::EigenSolver<Mat<double>>(inverse, false).eigenvalues().real();
  std::vector<double> out;
  for (const double share : found)  // 1/(1 + ω²)
    out.push_back(share > 1e-12 ? std::sqrt(std::max(1 / share - 1, 0.)) : std::numeric_limits<double>::infinity());
  return out;
}
std::vector<double> frequencies(int elements, bool is_clamped, const Variant& variant) {
  return frequencies(thin_beam(elements, is_clamped, variant), is_clamped);
}

double nearest(const std::vector<double>& all, double expected) {
  return *std::ranges::min_element(all, {}, [&](double w) { return std::abs(w - expected); });
}

/// The frequencies of one end condition with several numbers of elements, and their relative errors.
class Errors {
 public:
  Errors(bool is_clamped, const Variant& of, int coarsest) : variant(of) {
    for (const int n : {coarsest, 2 * coarsest, 4 * coarsest}) all.push_back(frequencies(n, is_clamped, variant));
  }
  void expect(double order, double finest, double known, const char* label) const {
    std::vector<double> errors;
    for (const auto& found : all) errors.push_back(std::abs(nearest(found, known) / known - 1));
    EXPECT_NEAR(std::log2(errors[1] / errors[2]), order, 0.2)
        << label << ", " << variant.name() << ": " << errors[0] << " " << errors[1] << " " << errors[2];
    EXPECT_LT(errors.back(), finest) << label << ", " << variant.name();
  }

 private:
  Variant variant;
  std::vector<std::vector<double>> all;
};

constexpr double clamped_first = 1.8751040687119611, clamped_second = 4.6940911329741746;  // cos β cosh β = −1
constexpr double free_first = 4.7300407448627040;                                          // cos β cosh β = 1
constexpr double axial = std::numbers::pi / 2 * 100, torsional = std::numbers::pi / 2 * 6.324555320336759;

void expect_order(const Variant& variant, double order, int coarsest, double finest) {
  const Errors clamped(true, variant, coarsest), loose(false, variant, coarsest);
  clamped.expect(order, finest, clamped_first * clamped_first, "first bending about y");
  clamped.expect(order, finest, 2 * clamped_first * clamped_first, "first bending about z");
  clamped.expect(order, finest, clamped_second * clamped_second, "second bending about y");
  clamped.expect(order, finest, torsional, "torsion");
  clamped.expect(order, finest, axial, "along the axis");
  loose.expect(order, finest, free_first * free_first, "first bending about y, free");
  loose.expect(order, finest, 2 * torsional, "torsion, free");
  loose.expect(order, finest, 2 * axial, "along the axis, free");
}

// With lumped masses or the balance of finite volumes, frequencies are of second order.
TEST(BeamVibration, OfFiniteVolumesOrLumpedMassesIsOfSecondOrder) {
  expect_order({BeamInertia::lumped, BeamBalance::finite_volume}, 2, 4, 4e-3);
  expect_order({BeamInertia::simpson, BeamBalance::finite_volume}, 2, 4, 4e-3);
  expect_order({BeamInertia::lumped, BeamBalance::energy}, 2, 4, 4e-3);
}

TEST(BeamVibration, OfTheGradientWithSimpsonsWeightsIsOfFourthOrder) { expect_order(exact_to_cubics, 4, 2, 2e-4); }

// The fourth order requires Simpson's weights: it is lost if a tenth of the mass of every middle node is moved to the
// end nodes of the element.
TEST(BeamVibration, IsOfFourthOrderWithSimpsonsWeightsAlone) {
  std::vector<double> errors;
  for (const int n : {8, 16}) {
    auto m = thin_beam(n, true, exact_to_cubics);
    for (std::size_t k = 0; k < m.bodies.size(); ++k) {
      const Digits50 mass = m.bodies[k].mass.in<Digits50>(), moved = Digits50("0.4") / 6 / n;
      const bool is_end = k == 0 || k + 1 == m.bodies.size();
      m.bodies[k].mass = written(k % 2 != 0 ? mass - moved : mass + (is_end ? moved / 2 : moved));
    }
    errors.push_back(nearest(frequencies(m, true), axial) / axial - 1);
  }
  EXPECT_LT(std::log2(std::abs(errors[0] / errors[1])), 3) << errors[0] << " " << errors[1];
}

TEST(BeamVibration, OfAFreeBeamHasSixRigidMotions) {
  for (const auto& variant : {Variant(), exact_to_cubics})
    EXPECT_EQ(std::ranges::count_if(frequencies(4, false, variant), [](double w) { return w < 0.03; }), 6)
        << variant.name();
}

}  // namespace
}  // namespace plumb::mbs
