// The force of a beam's element by itself: rigid motions, states of constant strain, and what its power is.

#include "problems/mbs/beam_force.hpp"

#include <gtest/gtest.h>

namespace plumb::mbs {
namespace {

using Six = Vec<double, 6>;
using Nodes = std::array<BodyState<double>, 3>;

Matrix<double> turn(const Vector<double>& theta) { return so3::matrix(so3::Chart<double>().rotation(theta)); }
Group<double, 3> group(const Nodes& x) { return {x[0], x[1], x[2]}; }

Mat<double, 6> stiffness() { return Six(70, 40, 30, 1.1, 2, 3).asDiagonal(); }

/// Of length 3 along x, with frames in the nodes' bodies that are not those of the section.
struct Element {
  BeamNodes<double> frames;
  Nodes initial;
  BeamForce<double> law;

  Element()
      : frames(frames_in_bodies()),
        initial(placed()),
        law(BeamForce<double>::of(frames, group(initial), stiffness(), 0)) {}

  static BeamNodes<double> frames_in_bodies() {
    BeamNodes<double> out;
    out[0] = {{0.1, -0.2, 0.3}, turn({0.3, -0.4, 1.9})};
    out[2] = {{-0.2, 0, 0.1}, turn({1.3, 0.4, 0.2})};
    return out;
  }
  /// Bodies whose frames stand at these places with these axes.
  Nodes bodies(const std::array<Vector<double>, 3>& places, const std::array<Matrix<double>, 3>& axes) const {
    Nodes out;
    for (std::size_t a = 0; a < 3; ++a) {
      out[a].A = axes[a] * frames[a].axes.transpose();
      out[a].r = places[a] - out[a].A * frames[a].point;
    }
    return out;
  }
  Nodes placed() const {
    const Matrix<double> one = identity<Matrix<double>>();
    return bodies({Vector<double>(0, 0, 0), Vector<double>(1.5, 0, 0), Vector<double>(3, 0, 0)}, {one, one, one});
  }
  GroupVector<double, 3> force(const Nodes& x) const {
    auto out = zeros<GroupVector<double, 3>>();
    law.add_force(group(x), 0, out);
    return out;
  }
};

Nodes moved(const Nodes& x, const Matrix<double>& by, const Vector<double>& shift) {
  Nodes out = x;
  for (auto& node : out) {
    node.r = by * node.r + shift;
    node.A = by * node.A;
  }
  return out;
}

TEST(BeamForce, RigidMotionsOfAnySizeMakeNoForce) {
  const Element element;
  for (const double angle : {0.1, 1., 3., 3.14159, 4., 6.2}) {
    const auto x = moved(element.initial, turn(angle * Vector<double>(2, -1, 2) / 3), {1, -20, 3});
    EXPECT_LT(element.force(x).cwiseAbs().maxCoeff(), 1e-11) << angle;
    EXPECT_LT(element.law.energy(group(x), 0), 1e-24) << angle;
  }
}

// Turned about the axis by the twist times x, and stretched: ν and κ are the same everywhere.
TEST(BeamForce, TwistAndStretchOfAnySizeAreHeldByTheEndsAlone) {
  const Element element;
  for (const double twist : {0.1, 1., 1.5}) {
    std::array<Vector<double>, 3> places;
    std::array<Matrix<double>, 3> axes;
    for (int a = 0; a < 3; ++a) {
      places[static_cast<std::size_t>(a)] = {1.5 * 1.25 * a, 0, 0};
      axes[static_cast<std::size_t>(a)] = turn({1.5 * twist * a, 0, 0});
    }
    const Matrix<double> any = turn({0.4, 2, -0.3});
    const auto x = moved(element.bodies(places, axes), any, {1, 2, 3});
    const auto f = element.force(x);
    EXPECT_LT(f.segment<6>(6).cwiseAbs().maxCoeff(), 1e-12);
    const Vector<double> pull = any * Vector<double>(70 * 0.25, 0, 0), moment = any * Vector<double>(1.1 * twist, 0, 0);
    EXPECT_LT((f.head<3>() - pull).norm(), 1e-12);
    const Vector<double> lever = x[0].A * element.frames[0].point, at_node = x[0].A * f.segment<3>(3);
    EXPECT_LT((at_node - lever.cross(pull) - moment).norm(), 1e-12);
    for (const double xi : {-1., 0.3, 1.}) {
      const Six inside = element.law.section_force(group(x), xi);
      EXPECT_LT((inside - Six(70 * 0.25, 0, 0, 1.1 * twist, 0, 0)).norm(), 1e-12);
    }
  }
}

TEST(BeamForce, ForcesAndMomentsOfAnElementBalance) {
  const Element element;
  auto x = element.initial;
  for (std::size_t a = 0; a < 3; ++a) {
    const auto k = static_cast<double>(a);
    x[a].A = turn({0.3 * k, 0.5 - 0.4 * k, -0.2 * k * k}) * x[a].A;
    x[a].r += Vector<double>(0.1 * k, -0.2 * k * k, 0.3 - 0.1 * k);
  }
  const auto f = element.force(x);
  auto force = zeros<Vector<double>>(), moment = force;
  for (std::size_t a = 0; a < 3; ++a) {
    const auto r = 6 * static_cast<Eigen::Index>(a);
    force += f.segment<3>(r);
    moment += x[a].r.cross(f.segment<3>(r)) + x[a].A * f.segment<3>(r + 3);
  }
  EXPECT_GT(f.cwiseAbs().maxCoeff(), 1.);
  EXPECT_LT(force.norm(), 1e-12);
  EXPECT_LT(moment.norm(), 1e-12);
}

// The same motion of both ends, whichever the state, has the power of what it does to the energy.
TEST(BeamForce, PowerIsWhatEnergyDoesNotTell) {
  const Element element;
  auto x = element.initial;
  for (std::size_t a = 0; a < 3; ++a) {
    const auto k = static_cast<double>(a);
    x[a].A = turn({0.1 * k, 0.2 * k, -0.1 * k * k}) * x[a].A;
    x[a].v = {0.3, -0.1 * k, 0.2 * k};
    x[a].w = {0.1 * k, -0.4, 0.2 * k * k};
  }
  const auto at = [&](double h) {
    Nodes out = x;
    for (auto& node : out) {
      node.r += h * node.v;
      node.A = node.A * turn(h * node.w);
    }
    return element.law.energy(group(out), 0);
  };
  constexpr double h = 1e-5;
  double work = 0;
  const auto f = element.force(x);
  for (std::size_t a = 0; a < 3; ++a) {
    const auto r = 6 * static_cast<Eigen::Index>(a);
    work += f.segment<3>(r).dot(x[a].v) + f.segment<3>(r + 3).dot(x[a].w);
  }
  const double change = (at(h) - at(-h)) / (2 * h);
  EXPECT_GT(std::abs(change), 0.1);
  EXPECT_NEAR(element.law.power(group(x), 0), work + change, 1e-8);
}

}  // namespace
}  // namespace plumb::mbs
