// Compares every hand-written derivative of nonholonomic rows with automatic differentiation of only their rate
// r(t, q, v) = G v + ∂Φ/∂t.

#include <gtest/gtest.h>

#include "problems/mbs/basic_constraints.hpp"
#include "problems/mbs/testing/random_pairs.hpp"

namespace plumb::mbs {
namespace {

using namespace random_pairs;

template <class X, class Make>
X rate_of(Make make, const Places& places, const X& t, const PairVector<X>& delta, const PairVector<X>& epsilon,
          const PairVector<X>& faster) {
  const auto law = make.template operator()<X>();
  return places.at<X>(delta, epsilon, faster, [&](const Pair<X>& p) {
    PairVector<X> v;
    v << p.first.v, p.first.w, p.second.v, p.second.w;
    Vec<X, 1> moved, offset;
    law.product(p, t, v, moved);
    law.offset(p, t, offset);
    return X(moved[0] + offset[0]);
  });
}

template <class Make>
void expect_derivatives_of_rate(Make make, const std::string& title) {
  std::mt19937 engine(23);
  for (int sample = 0; sample < 5; ++sample) {
    const Places places(engine);
    const auto law = make.template operator()<double>();
    const PairVector<double> v = places.velocities();
    const double lambda = 0.7;
    const auto none = zeros<PairVector<double>>();
    places.at<double>(none, none, none, [&](const Pair<double>& p) {
      Vec<double, 1> phi, bias;
      PairRows<double, 1> g, along_v, moving, by_q, by_v;
      auto curvature = zeros<PairMatrix<double>>();
      law.value(p, instant, phi);
      EXPECT_EQ(phi[0], 0) << title;
      law.bias(p, instant, bias);
      law.jacobian(p, instant, g);
      law.product_tangent(p, instant, v, along_v);
      law.offset_tangent(p, instant, moving);
      law.bias_by_q(p, instant, by_q);
      law.bias_by_v(p, instant, by_v);
      law.add_curvature(p, instant, Vec<double, 1>(lambda), curvature);
      const auto still = zeros<PairVector<Once>>();
      const auto along = rate_of<Once>(make, places, instant + one_e, still, times(one_e, v), still);
      EXPECT_NEAR(bias[0], first(along), agreement) << title;
      for (int k = 0; k < pair_columns; ++k) {
        const auto of_v = rate_of<Once>(make, places, Once(instant), still, still, times(one_e, unit(k)));
        const auto of_q = rate_of<Once>(make, places, Once(instant), times(one_e, unit(k)), still, still);
        EXPECT_NEAR(g(0, k), first(of_v), agreement) << title << k;
        EXPECT_NEAR(along_v(0, k) + moving(0, k), first(of_q), agreement) << title << k;
        EXPECT_TRUE(law.has(0, k) || g(0, k) == 0) << title;
        const auto nothing = zeros<PairVector<Twice>>();
        const Twice e = e_of_two(), t = instant + e;
        const auto moved = rate_of<Twice>(make, places, t, times(eta_of_two(), unit(k)), times(e, v), nothing);
        EXPECT_NEAR(by_q(0, k), second(moved), 10 * agreement) << title << k;
        PairVector<Twice> faster = nothing, further = times(e, v);
        faster[k] = eta_of_two();
        further[k] += e * eta_of_two();
        EXPECT_NEAR(by_v(0, k), second(rate_of<Twice>(make, places, t, nothing, further, faster)), 10 * agreement)
            << title << k;
        for (int i = 0; i < pair_columns; ++i) {
          const auto turned = places.at<Once>(times(one_e, unit(k)), still, still, [&](const Pair<Once>& q) {
            PairRows<Once, 1> row;
            make.template operator()<Once>().jacobian(q, Once(instant), row);
            return Once(row(0, i));
          });
          EXPECT_NEAR(curvature(i, k), lambda * first(turned), agreement) << title << i << k;
          EXPECT_TRUE(law.curves(i, k) || curvature(i, k) == 0) << title;
        }
      }
      return 0;
    });
  }
}

TEST(BasicConstraints, Spin) {
  expect_derivatives_of_rate([]<class X>() { return Spin<X>{vector<X>(0.48, -0.64, 0.6), signal<X>()}; }, "spin");
}
TEST(BasicConstraints, RateOfDotTwo) {
  expect_derivatives_of_rate(
      []<class X>() {
        const Separation<X> d{vector<X>(-0.6, 0.2, 0.9), vector<X>(0.4, 0.7, -0.2)};
        return DotTwoRate<X>({true, vector<X>(0.3, -0.8, 0.5)}, d, signal<X>());
      },
      "rate of dot-2");
}

TEST(BasicConstraints, KnifeEdge) {
  expect_derivatives_of_rate(
      []<class X>() {
        return Glides<X>{{vector<X>(-0.6, 0.2, 0.9), vector<X>(0.6, 0.48, -0.64)}};
      },
      "knife edge");
}
TEST(BasicConstraints, RollingDiskAndBall) {
  for (const auto& axis : {Vector<double>(0.6, 0.48, -0.64), Vector<double>(0, 0, 0)})
    expect_derivatives_of_rate([=]<class X>() { return Rolls<X>{wheel_in<X>(axis, {0.8, 0.6, 0})}; }, "rolling");
}

}  // namespace
}  // namespace plumb::mbs
