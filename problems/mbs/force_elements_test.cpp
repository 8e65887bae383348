// Compares tangents of forces between two bodies, and energies of springs, with automatic differentiation.

#include "problems/mbs/force_elements.hpp"

#include <gtest/gtest.h>

#include "problems/mbs/testing/random_pairs.hpp"

namespace plumb::mbs {
namespace {

using namespace random_pairs;

template <class X, class Make>
PairVector<X> force_of(Make make, const Places& places, const PairVector<X>& delta, const PairVector<X>& faster) {
  const auto law = make.template operator()<X>();
  return places.at<X>(delta, zeros<PairVector<X>>(), faster, [&](const Pair<X>& p) {
    auto f = zeros<PairVector<X>>();
    law.add_force(p, X(instant), f);
    return f;
  });
}

template <class Make>
void expect_tangents(Make make, const std::string& title) {
  std::mt19937 engine(11);
  for (int sample = 0; sample < 5; ++sample) {
    const Places places(engine);
    const auto law = make.template operator()<double>();
    auto stiffness = zeros<PairMatrix<double>>(), damping = stiffness;
    const auto none = zeros<PairVector<double>>();
    places.at<double>(none, none, none, [&](const Pair<double>& p) {
      law.add_tangents(p, instant, stiffness, damping);
      return 0;
    });
    const auto still = zeros<PairVector<Once>>();
    for (int k = 0; k < pair_columns; ++k) {
      const auto moved_force = force_of<Once>(make, places, times(one_e, unit(k)), still);
      const auto faster_force = force_of<Once>(make, places, still, times(one_e, unit(k)));
      for (int i = 0; i < pair_columns; ++i) {
        EXPECT_NEAR(stiffness(i, k), first(moved_force[i]), agreement * 10) << title << " " << i << " " << k;
        EXPECT_NEAR(damping(i, k), first(faster_force[i]), agreement) << title << " " << i << " " << k;
        EXPECT_TRUE(law.couples(i, k) || (stiffness(i, k) == 0 && damping(i, k) == 0)) << title;
      }
    }
  }
}

TEST(ForceElements, TangentsAreDerivativesOfTheForce) {
  for (const bool torque : {false, true})
    for (const bool in_body : {false, true})
      expect_tangents(
          [=]<class X>() {
            return AppliedForce<X>{torque, in_body, vector<X>(0.7, -1.2, 0.4), vector<X>(0.2, 0.5, -0.3), signal<X>()};
          },
          "applied force");
  expect_tangents(
      []<class X>() {
        return SpringForce<X>{
            {vector<X>(0.3, -0.8, 0.5), vector<X>(-0.6, 0.2, 0.9)}, X(2.5), X(0.7), X(0.4), signal<X>(), signal<X>()};
      },
      "spring");
  expect_tangents(
      []<class X>() {
        Matrix<X> axes;
        axes << X(0.36), X(-0.8), X(0.48), X(0.48), X(0.6), X(0.64), X(-0.8), X(0), X(0.6);
        return RotationalSpringForce<X>{axes, vector<X>(0.6, 0, 0.8), X(1.5), X(0.7), X(0.4), signal<X>(), signal<X>()};
      },
      "rotational spring");
  expect_tangents(
      []<class X>() {
        const DotTwo<X> s{{false, vector<X>(0.48, 0.64, 0.6)}, {vector<X>(0.3, -0.8, 0.5), vector<X>(-0.6, 0.2, 0.9)}};
        return TranslationalSpringForce<X>{s, X(1.5), X(0.7), X(0.4), signal<X>(), signal<X>()};
      },
      "translational spring");
  expect_tangents(
      []<class X>() {
        Matrix<X> axes, turned;
        axes << X(0.36), X(-0.8), X(0.48), X(0.48), X(0.6), X(0.64), X(-0.8), X(0), X(0.6);
        turned << X(0.6), X(0), X(0.8), X(0), X(1), X(0), X(-0.8), X(0), X(0.6);
        return TurningSpringForce<X>{axes, turned, X(1.5), X(0.7)};
      },
      "turning spring");
}

// The force of a spring without damping is f = −∂E/∂q.
TEST(ForceElements, SpringsPullDownTheirEnergy) {
  std::mt19937 engine(3);
  const Places places(engine);
  const auto expect_gradient = [&](auto make, const char* title) {
    const auto none = zeros<PairVector<double>>();
    const auto force = force_of<double>(make, places, none, none);
    for (int k = 0; k < pair_columns; ++k) {
      const auto still = zeros<PairVector<Once>>();
      const Once energy = places.at<Once>(times(one_e, unit(k)), still, still, [&](const Pair<Once>& p) {
        return make.template operator()<Once>().energy(p, Once(instant));
      });
      EXPECT_NEAR(force[k], -first(energy), agreement) << title << " " << k;
    }
  };
  expect_gradient(
      []<class X>() {
        return SpringForce<X>{{vector<X>(0.3, -0.8, 0.5), vector<X>(-0.6, 0.2, 0.9)}, X(2.5), X(0), X(0.4), {}};
      },
      "spring");
  expect_gradient(
      []<class X>() {
        const DotTwo<X> s{{false, vector<X>(0.48, 0.64, 0.6)}, {vector<X>(0.3, -0.8, 0.5), vector<X>(-0.6, 0.2, 0.9)}};
        return TranslationalSpringForce<X>{s, X(2.5), X(0), X(0.4), {}};
      },
      "translational spring");
  expect_gradient(
      []<class X>() {
        Matrix<X> axes, turned;
        axes << X(0.36), X(-0.8), X(0.48), X(0.48), X(0.6), X(0.64), X(-0.8), X(0), X(0.6);
        turned << X(0.6), X(0), X(0.8), X(0), X(1), X(0), X(-0.8), X(0), X(0.6);
        return TurningSpringForce<X>{axes, turned, X(1.5), X(0)};
      },
      "turning spring");
}

}  // namespace
}  // namespace plumb::mbs
