// Compares beams in equilibrium with known solutions, and tests the order of convergence in the number of elements.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mbs/start.hpp"
#include "problems/mbs/testing/beams.hpp"

namespace plumb::mbs {
namespace {

using namespace testing;

ExactNumber number_of(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return number(text);
}
Triple triple_of(const Vector<double>& x) { return {number_of(x[0]), number_of(x[1]), number_of(x[2])}; }

Section section(const std::array<double, 6>& stiffness) {
  Section out = soft_section();
  for (std::size_t i = 0; i < 6; ++i) out.stiffness[i] = number_of(stiffness[i]);
  return out;
}

/// A beam of length 1 along x, clamped at its beginning, with a load at its end.
struct Cantilever {
  Mechanism m;
  NodesByName nodes;

  Cantilever(int elements, const Section& s, const std::optional<Arc>& arc = {},
             BeamBalance balance = BeamBalance::finite_volume) {
    m.gravity = triple("0", "0", "0");
    m.start = Start::equilibrium;
    Beam beam{.name = "beam",
              .section = s,
              .from = triple("0", "0", "0"),
              .arc = arc,
              .orientation = triple("0", "1", "0"),
              .elements = elements,
              .balance = balance,
              .first = "ground"};
    if (arc)
      beam.orientation = arc->axis;
    else
      beam.to = triple("1", "0", "0");
    add_beam(beam, m, nodes);
  }
  Cantilever& load(const Vector<double>& vector, bool is_torque = false, Frame frame = Frame::space) {
    Load out{.name = "load" + std::to_string(m.loads.size()),
             .body = "beam_last",
             .torque = is_torque,
             .frame = frame,
             .vector = triple_of(vector)};
    m.loads.push_back(out);
    return *this;
  }
  Vector<double> tip(Matrix<double>* axes = nullptr) {
    attach_to_nodes(nodes, m);
    const MultibodySystem<double> s(assemble<double>(m), Form::index3);
    const auto state = initial_state(s, m.start);
    const auto body = static_cast<Eigen::Index>(m.bodies.size()) - 1;
    const auto node = nodes.at("beam_last").point;
    const Matrix<double> A = so3::matrix<double>(so3::Quaternion<double>(state.q.segment<4>(7 * body + 3)));
    if (axes) *axes = A;
    return state.q.segment<3>(7 * body) + A * numbers<double>(node);
  }
};

// An end moment M bends a beam into an arc of the angle M L/EJ. The angle is exact for any number of elements. Chords
// are the sums of the directions at the two Gauss points. A full circle closes exactly.
TEST(BeamStatics, EndMomentRollsUpACircle) {
  const auto s = section({700, 400, 300, 11, 2, 3});
  std::vector<double> errors;
  for (const int n : {2, 4, 8}) {
    Matrix<double> axes;
    auto tip = Cantilever(n, s).load({0, -2 * std::numbers::pi * 2, 0}, true).tip(&axes);
    EXPECT_LT((axes - identity<Matrix<double>>()).norm() + tip.norm(), 1e-12) << n;
    tip = Cantilever(n, s).load({0, -std::numbers::pi * 2, 0}, true).tip(&axes);
    EXPECT_LT((axes.col(0) + Vector<double>::UnitX()).norm(), 1e-12) << n;
    errors.push_back((tip - Vector<double>(0, 0, 2 / std::numbers::pi)).norm());
  }
  EXPECT_NEAR(order(errors), 4, 0.1);
  EXPECT_LT(errors.back(), 1e-5);
}

/// Returns the position of the tip, along and perpendicular to the initial direction, of an inextensible beam of length
/// 1 with EJ = 1 under a perpendicular force P. Source: Bisshopp & Drucker 1945, Quart. Appl. Math. 3, 272, by elliptic
/// integrals.
std::pair<double, double> elastica(double P) {
  const auto length = [&](double p) {
    return std::comp_ellint_1(p) - std::ellint_1(p, std::asin(1 / (p * std::numbers::sqrt2)));
  };
  double low = 1 / std::numbers::sqrt2 + 1e-15, high = 1 - 1e-15;
  for (int i = 0; i < 200; ++i) {
    const double p = (low + high) / 2;
    (length(p) < std::sqrt(P) ? low : high) = p;
  }
  const double p = low, sine = 2 * p * p - 1;
  const double arc = std::comp_ellint_2(p) - std::ellint_2(p, std::asin(1 / (p * std::numbers::sqrt2)));
  return {std::sqrt(2 * sine / P), 1 - 2 * arc / std::sqrt(P)};
}

TEST(BeamStatics, TipForceBendsAnElastica) {
  const auto [known_x, known_z] = elastica(10);
  EXPECT_NEAR(known_z, 0.81061, 1e-5);  // Mattiasson 1981, Int. J. Numer. Methods Eng. 17, 145
  EXPECT_NEAR(1 - known_x, 0.55500, 1e-5);
  const auto s = section({1e8, 1e8, 1e8, 1, 1, 1});
  for (const auto balance : {BeamBalance::finite_volume, BeamBalance::energy})
    for (const double P : {1., 10.}) {
      const auto [x, z] = elastica(P);
      std::vector<double> errors;
      for (const int n : P > 5 ? std::array{4, 8, 16} : std::array{2, 4, 8})
        errors.push_back((Cantilever(n, s, {}, balance).load({0, 0, P}).tip() - Vector<double>(x, 0, z)).norm());
      EXPECT_NEAR(order(errors), 4, 0.1) << P;
      EXPECT_LT(errors.back(), 1e-4);
    }
}

// An eighth of a circle of radius 100 with a force perpendicular to its plane. Sources: Bathe & Bolourchi 1979, Int. J.
// Numer. Methods Eng. 14, 961; Simo & Vu-Quoc 1986, CMAME 58, 79, whose result (15.79, 47.23, 53.37) is less accurate,
// because it uses eight straight elements with two nodes.
TEST(BeamStatics, ForceOutOfItsPlaneBendsAnArc) {
  const auto s = section({1e7, 0.5e7, 0.5e7, 0.5e7 / 6, 1e7 / 12, 1e7 / 12});
  const Arc arc{triple("100", "0", "0"), triple("0", "0", "-1"), number("pi/4")};
  std::vector<Vector<double>> tips;
  for (const int n : {4, 8, 16}) tips.push_back(Cantilever(n, s, arc).load({0, 0, 600}).tip());
  EXPECT_NEAR(order({(tips[1] - tips[0]).norm(), (tips[2] - tips[1]).norm()}), 4, 0.1);
  EXPECT_LT((tips.back() - Vector<double>(15.79, 47.23, 53.37)).norm(), 0.2);
}

/// Returns the smallest load between `low` and `high` at which the stiffness matrix of the equilibrium is singular.
template <class Loaded>
double buckling_load(Loaded loaded, double low, double high) {
  const auto sign = [&](double P) {
    Cantilever c = loaded(P);
    attach_to_nodes(c.nodes, c.m);
    const MultibodySystem<double> s(assemble<double>(c.m), Form::index3);
    auto x = zero_state(s);
    x.q = initial_state(s, c.m.start).q;
    BlocksOf<MultibodySystem<double>> b(s.sizes().v, s.sizes().lambda);
    s.blocks(0, x, b);
    // The first node is clamped and does not move.
    const auto n = s.sizes().v - 6;
    return b.stiffness.bottomRightCorner(n, n).determinant() > 0;  // the sign is that of -K too, because n is even
  };
  const bool before = sign(low);
  EXPECT_NE(before, sign(high));
  for (int i = 0; i < 20; ++i) {  // to 1e-6: within some 1e-8 of it Newton's matrix is singular to rounding
    const double P = (low + high) / 2;
    (sign(P) == before ? low : high) = P;
  }
  return low;
}

// Euler's columns, clamped at one end and free at the other, buckle at π²/4 EJ/L².
TEST(BeamStatics, ColumnsBuckleAtEulersLoad) {
  const auto s = section({1e7, 1e7, 1e7, 1, 1, 3});
  std::vector<double> errors;
  for (const int n : {1, 2, 4}) {
    const double P = buckling_load([&](double p) { return std::move(Cantilever(n, s).load({-p, 0, 0})); }, 1, 5);
    errors.push_back(std::abs(P / (std::numbers::pi * std::numbers::pi / 4) - 1));
  }
  EXPECT_NEAR(order(errors), 4, 0.1);
  EXPECT_LT(errors.back(), 1e-4);
}

// A narrow strip under a force at its end, in its plane, buckles laterally at 4.0126 sqrt(EJ_z GJ)/L² (Timoshenko &
// Gere, Theory of Elastic Stability, section 6.3), if it is nearly rigid in this plane.
TEST(BeamStatics, StripsBuckleLaterally) {
  const auto s = section({1e8, 1e8, 1e8, 0.5, 1e4, 2});
  std::vector<double> errors;
  for (const int n : {2, 4, 8}) {
    const double P = buckling_load([&](double p) { return std::move(Cantilever(n, s).load({0, 0, p})); }, 2, 6);
    errors.push_back(std::abs(P / 4.0126 - 1));
  }
  EXPECT_NEAR(order({errors[0] - errors[1], errors[1] - errors[2]}), 4, 0.3);  // the limit is the in-plane bending
  EXPECT_LT(errors.back(), 3e-4);
}

}  // namespace
}  // namespace plumb::mbs
