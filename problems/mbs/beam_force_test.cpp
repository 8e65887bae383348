// Tests the force of a single beam element: in rigid motions, in states of constant strain, and its power.

#include "problems/mbs/beam_force.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace plumb::mbs {
namespace {

using Six = Vec<double, 6>;
using Nodes = std::array<BodyState<double>, 3>;

Matrix<double> turn(const Vector<double>& theta) { return so3::matrix(so3::Chart<double>().rotation(theta)); }
Group<double, 3> group(const Nodes& x) { return {x[0], x[1], x[2]}; }

Six stiffness() { return {70, 40, 30, 1.1, 2, 3}; }

/// An element of length 3 along x, whose frames in the nodes' bodies differ from the section's frame.
struct Element {
  BeamNodes<double> frames;
  Nodes initial;
  BeamForce<double> law;

  explicit Element(BeamBalance balance = BeamBalance::finite_volume, double damping = 0)
      : frames(frames_in_bodies()),
        initial(placed()),
        law(BeamForce<double>::of(frames, group(initial), stiffness(), damping)) {
    law.balance = balance;
  }

  static BeamNodes<double> frames_in_bodies() {
    BeamNodes<double> out;
    out[0] = {{0.1, -0.2, 0.3}, turn({0.3, -0.4, 1.9})};
    out[2] = {{-0.2, 0, 0.1}, turn({1.3, 0.4, 0.2})};
    return out;
  }
  /// Returns the bodies whose node frames have these positions and axes.
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

/// Tests with both balances as the parameter.
class BeamForces : public ::testing::TestWithParam<BeamBalance> {};
INSTANTIATE_TEST_SUITE_P(All, BeamForces, ::testing::Values(BeamBalance::finite_volume, BeamBalance::energy));

TEST_P(BeamForces, OfRigidMotionsOfAnySizeAreNone) {
  const Element element(GetParam());
  for (const double angle : {0.1, 1., 3., 3.14159, 4., 6.2}) {
    const auto x = moved(element.initial, turn(angle * Vector<double>(2, -1, 2) / 3), {1, -20, 3});
    EXPECT_LT(element.force(x).cwiseAbs().maxCoeff(), 1e-11) << angle;
    EXPECT_LT(element.law.energy(group(x), 0), 1e-24) << angle;
  }
}

// The sections are rotated about the axis by twist · x, and the element is stretched, so ν and κ are constant along it.
TEST_P(BeamForces, HoldTwistAndStretchOfAnySizeByTheEndsAlone) {
  const Element element(GetParam());
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

/// Returns the nodes in a bent shape, with velocities.
Nodes bent(const Nodes& initial) {
  auto x = initial;
  for (std::size_t a = 0; a < 3; ++a) {
    const auto k = static_cast<double>(a);
    x[a].A = turn({0.3 * k, 0.5 - 0.4 * k, -0.2 * k * k}) * x[a].A;
    x[a].r += Vector<double>(0.1 * k, -0.2 * k * k, 0.3 - 0.1 * k);
    x[a].v = {0.3, -0.1 * k, 0.2 * k};
    x[a].w = {0.1 * k, -0.4, 0.2 * k * k};
  }
  return x;
}

TEST_P(BeamForces, OfAnElementBalance) {
  const Element element(GetParam());
  const auto x = bent(element.initial);
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

/// The power of the forces on the nodes (`work`) and the rate of the strain energy (`change`) for these velocities.
struct Powers {
  double work = 0, change;

  Powers(const Element& element, const Nodes& x) {
    constexpr double h = 1e-5;
    const auto at = [&](double t) {
      Nodes out = x;
      for (auto& node : out) {
        node.r += t * node.v;
        node.A = node.A * turn(t * node.w);
      }
      return element.law.energy(group(out), 0);
    };
    change = (at(h) - at(-h)) / (2 * h);
    const auto f = element.force(x);
    for (std::size_t a = 0; a < 3; ++a) {
      const auto r = 6 * static_cast<Eigen::Index>(a);
      work += f.segment<3>(r).dot(x[a].v) + f.segment<3>(r + 3).dot(x[a].w);
    }
  }
};

// At any state, power() is the power of the forces plus the rate of the energy.
TEST_P(BeamForces, HaveThePowerThatEnergyDoesNotTell) {
  for (const double damping : {0., 0.1}) {
    const Element element(GetParam(), damping);
    const auto x = bent(element.initial);
    const Powers of(element, x);
    EXPECT_GT(std::abs(of.change), 0.1);
    EXPECT_NEAR(element.law.power(group(x), 0), of.work + of.change, 1e-7);
  }
}

// The tangents are derivatives with respect to q (rotations in the body, fixed velocities) and to velocities.
TEST_P(BeamForces, HaveTheTangentsOfTheirForce) {
  const Element element(GetParam(), 0.1);
  const auto x = bent(element.initial);
  auto k = zeros<GroupMatrix<double, 3>>(), d = k;
  element.law.add_tangents(group(x), 0, k, d);
  constexpr double h = 1e-5;
  for (Eigen::Index j = 0; j < 18; ++j) {
    const auto a = static_cast<std::size_t>(j / 6);
    Vector<double> along = zeros<Vector<double>>();
    along[j % 3] = 1;
    const auto stepped = [&](double by, bool by_velocity) {
      auto out = x;
      const bool turns = j % 6 >= 3;
      if (by_velocity)
        (turns ? out[a].w : out[a].v) += by * along;
      else if (turns)
        out[a].A = out[a].A * turn(by * along);
      else
        out[a].r += by * along;
      return element.force(out);
    };
    const GroupVector<double, 3> by_q = (stepped(h, false) - stepped(-h, false)) / (2 * h);
    const GroupVector<double, 3> by_v = (stepped(h, true) - stepped(-h, true)) / (2 * h);
    EXPECT_LT((k.col(j) - by_q).norm(), 1e-6) << j;
    EXPECT_LT((d.col(j) - by_v).norm(), 1e-6) << j;
  }
}

TEST(BeamGradient, DoesNothingBesideItsEnergyAndItsDamping) {
  const Element elastic(BeamBalance::energy), damped(BeamBalance::energy, 0.1), volumes;
  const auto x = bent(elastic.initial);
  EXPECT_EQ(elastic.law.power(group(x), 0), 0);
  EXPECT_LT(damped.law.power(group(x), 0), -0.01);
  EXPECT_GT(std::abs(volumes.law.power(group(x), 0)), 0.01);
}

TEST(BeamGradient, HasASymmetricTangentAtRestWhichThatWithoutTurningIs) {
  const auto tangent = [](const Element& element) {
    auto k = zeros<GroupMatrix<double, 3>>(), d = k;
    element.law.add_tangents(group(element.initial), 0, k, d);
    return k;
  };
  Element element(BeamBalance::energy);
  const auto k = tangent(element);
  EXPECT_GT(k.norm(), 1);
  EXPECT_LT((k - k.transpose()).norm(), 1e-12 * k.norm());
  const auto of_volumes = tangent(Element());
  EXPECT_GT((of_volumes - of_volumes.transpose()).norm(), 1e-2 * k.norm());
  element.law.exact_tangent = false;
  EXPECT_LT((tangent(element) - k).norm(), 1e-12 * k.norm());
}

/// An element of the buckling beam of zhang2022, with the node frames at the centres of mass.
class BucklingElement {
 public:
  explicit BucklingElement(BeamBalance balance) : straight(arc(0, 0)), law(of_beam(straight)) { law.balance = balance; }

  /// Returns nodes on an arc about z with the total angle `bend`, whose sections are twisted about the arc by `twist`.
  static Nodes arc(double bend, double twist) {
    const double length = 0.2;
    Nodes out;
    for (std::size_t a = 0; a < 3; ++a) {
      const double share = static_cast<double>(a) / 2, angle = share * bend;
      out[a].A = turn({0, 0, angle}) * turn({share * twist, 0, 0});
      out[a].r = {share * length, 0, 0};
      if (bend != 0) out[a].r = length / bend * Vector<double>(std::sin(angle), 1 - std::cos(angle), 0);
    }
    return out;
  }
  GroupMatrix<double, 3> tangent() const {
    auto k = zeros<GroupMatrix<double, 3>>(), d = k;
    law.add_tangents(group(straight), 0, k, d);
    return k;
  }

  /// A cycle in which the rotation vector of the last node goes once around a circle of 0.01 rad in the plane of its x
  /// and z axes: the work of the forces, and the variation of the strain energy in the cycle [J].
  struct Cycle {
    double work = 0, stored = 0;
  };
  Cycle around(const Nodes& x) const {
    constexpr int parts = 2000;
    const auto at = [&](double part) {
      const double angle = 2 * std::numbers::pi * part / parts;
      auto out = x;
      out[2].A = x[2].A * turn({0.01 * std::cos(angle), 0, 0.01 * std::sin(angle)});
      return out;
    };
    double work = 0, least = law.energy(group(at(0)), 0), most = least;
    for (int n = 0; n < parts; ++n) {
      const auto middle = at(n);
      const Matrix<double> turned = at(n - 0.5)[2].A.transpose() * at(n + 0.5)[2].A;
      auto f = zeros<GroupVector<double, 3>>();
      law.add_force(group(middle), 0, f);
      work += f.segment<3>(15).dot(so3::Chart<double>().coordinates(quaternion_of<double>(turned)));
      const double energy = law.energy(group(middle), 0);
      least = std::min(least, energy);
      most = std::max(most, energy);
    }
    return {work, most - least};
  }

  static constexpr double shear = 5.025e6;  // GA_y, N

 private:
  static BeamForce<double> of_beam(const Nodes& straight) {
    return BeamForce<double>::of({}, group(straight), {73e6, shear, 23.40e6, 877.2, 60830, 608.3}, 0);
  }
  Nodes straight;
  BeamForce<double> law;
};

// With finite volumes, the derivative of the force on the middle node by the rotation of the last node differs from the
// derivative of the moment on the last node by the displacement of the middle node. With BeamBalance::energy both are
// 2/3 GA.
TEST(BeamForce, OfAStraightElementWithoutLoadHasNoSymmetricTangent) {
  const auto volumes = BucklingElement(BeamBalance::finite_volume).tangent();
  const auto gradient = BucklingElement(BeamBalance::energy).tangent();
  constexpr Eigen::Index middle_y = 7, last_turn_z = 17;
  const double root = std::sqrt(3), GA = BucklingElement::shear;
  EXPECT_NEAR(std::abs(volumes(middle_y, last_turn_z)) / GA, 1 / root, 1e-12);           // 0.577
  EXPECT_NEAR(std::abs(volumes(last_turn_z, middle_y)) / GA, 2 / root - 2. / 3, 1e-12);  // 0.488
  EXPECT_NEAR(std::abs(gradient(middle_y, last_turn_z)) / GA, 2. / 3, 1e-12);
  EXPECT_NEAR(std::abs(gradient(last_turn_z, middle_y)) / GA, 2. / 3, 1e-12);
}

// After a closed cycle the energy has its initial value, but the forces of finite volumes have done work.
TEST(BeamForce, OfABentElementDoesWorkOverACycle) {
  const BucklingElement volumes(BeamBalance::finite_volume), gradient(BeamBalance::energy);
  const auto bent = BucklingElement::arc(0.2, 0.3), straight = BucklingElement::arc(0, 0);
  const auto of_bent = volumes.around(bent);
  EXPECT_NEAR(of_bent.work, 0.4978, 1e-3);
  EXPECT_NEAR(of_bent.stored, 38.73, 1e-1);
  EXPECT_LT(std::abs(volumes.around(straight).work), 1e-8);
  EXPECT_LT(std::abs(gradient.around(bent).work), 1e-4);
}

// The angle between the ends is the sum of their angles to the middle node, because the ends alone do not show full
// turns.
TEST(BeamForce, RefusesElementsThatAreTurnedByHalfACircle) {
  const auto element = [](double middle, double last) {
    const BeamNodes<double> frames;
    Nodes x;
    for (std::size_t a = 0; a < 3; ++a) x[a].r = {static_cast<double>(a), 0, 0};
    x[1].A = turn({middle, 0, 0});
    x[2].A = turn({last, 0, 0});
    return BeamForce<double>::of(frames, group(x), stiffness(), 0);
  };
  EXPECT_NO_THROW(element(1.5, 3));
  EXPECT_THROW(element(1.6, 3.2), std::invalid_argument);
  EXPECT_THROW(element(3, 6), std::invalid_argument);
}

}  // namespace
}  // namespace plumb::mbs
