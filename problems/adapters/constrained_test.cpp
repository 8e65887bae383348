// The adapter of constrained models: models that eliminate by hand and those that leave it to the adapter agree.

#include "problems/adapters/constrained.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "problems/pendulum/pendulum.hpp"

namespace plumb {
namespace {

double magnitude(const Vec<quad>& x) { return static_cast<double>(x.cwiseAbs().maxCoeff()); }

// The same model without its elimination by hand, so that the adapter factorises the whole matrix.
struct Plain {
  using Scalar = quad;
  static constexpr int coordinates = 3, constraints = 2, invariant_count = 0;
  using Q = Vec<quad, 3>;
  using L2 = Vec<quad, 2>;
  PendulumCartesian<quad> full;
  bool conservative() const { return true; }
  void mass(const Q& q, Mat<quad, 3>& m) const { full.mass(q, m); }
  void force(const quad& t, const Q& q, const Q& v, Q& f) const { full.force(t, q, v, f); }
  void constraint(const quad& t, const Q& q, L2& g) const { full.constraint(t, q, g); }
  void jacobian(const quad& t, const Q& q, Mat<quad, 2, 3>& g) const { full.jacobian(t, q, g); }
  void bias(const quad& t, const Q& q, const Q& v, L2& gamma) const { full.bias(t, q, v, gamma); }
  void tangents(const quad& t, const Q& q, const Q& v, const Q& a, const L2& l, Mat<quad, 3>& k,
                Mat<quad, 3>& d) const {
    full.tangents(t, q, v, a, l, k, d);
  }
  void jacobian_tangent(const quad& t, const Q& q, const Q& w, Mat<quad, 2, 3>& k) const {
    full.jacobian_tangent(t, q, w, k);
  }
  void bias_tangents(const quad& t, const Q& q, const Q& v, Mat<quad, 2, 3>& by_q, Mat<quad, 2, 3>& by_v) const {
    full.bias_tangents(t, q, v, by_q, by_v);
  }
  quad energy(const quad& t, const Q& q, const Q& v) const { return full.energy(t, q, v); }
  void outputs(const quad& t, const Q& q, const Q& v, Vec<quad>& out) const { full.outputs(t, q, v, out); }
  void invariants(const quad&, const Q&, const Q&, Vec<quad>&) const {}
};

TEST(Constrained, EliminationByHandEqualsFactorisationOfTheWholeMatrix) {
  const PendulumCartesian<quad> model{{quad("1.3"), quad("0.7"), quad("9.81")}};
  Constrained by_hand(model, Form::index3);
  Constrained whole(Plain{model}, Form::index3);
  auto x = zero_state(by_hand);
  x.q << quad("0.2"), quad("-1.1"), quad("0.3");
  x.v << 1, 2, 3;
  x.lambda << 4, -5;
  const Vec<quad, 3> rows(quad("0.3"), -1, quad("0.5"));
  const Blend<quad> blends[] = {{.mass = 1}, {.mass = 2, .damping = 1, .stiffness = 3}, {.identity = 1}};
  for (const auto& b : blends) {
    auto first = by_hand.factors<quad>();
    auto second = whole.factors<quad>();
    const quad t = 0;
    const decltype(whole)::State same{x.q, x.v, x.a, x.lambda};
    ASSERT_TRUE(by_hand.factor(first, {t, x, &t, &rows}, b));
    ASSERT_TRUE(whole.factor(second, {t, same, &t, &rows}, b));
    Vec<quad, 3> w1(1, 2, -3), w2 = w1, p1, p2;
    Vec<quad, 2> e1(quad("0.5"), -1), e2 = e1;
    by_hand.solve(first, w1, e1);
    whole.solve(second, w2, e2);
    EXPECT_LT(magnitude(w1 - w2), 1e-30);
    EXPECT_LT(magnitude(e1 - e2), 1e-30);
    by_hand.momentum(x.q, x.v, p1);
    whole.momentum(x.q, x.v, p2);
    EXPECT_EQ(p1, p2);
  }
  BorderedLu<quad, 3, 2> singular;
  EXPECT_FALSE(singular.factor(Mat<quad, 3>::Identity(), Mat<quad, 2, 3>::Zero(), Mat<quad, 2, 3>::Ones()));
}

// Fails when a triangle is solved in the wrong order, or a matrix that it cannot bear is taken.
TEST(Constrained, AccelerationsByTheMassFirstAreThoseOfTheWholeMatrix) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> entry(-1, 1);
  for (int trial = 0; trial < 100; ++trial) {
    const Mat<double, 5> root = Mat<double, 5>::NullaryExpr([&] { return entry(random); });
    const Mat<double, 5> mass = root * root.transpose() + 0.1 * Mat<double, 5>::Identity();
    const Mat<double, 3, 5> g = Mat<double, 3, 5>::NullaryExpr([&] { return entry(random); });
    Vec<double, 5> w1 = Vec<double, 5>::NullaryExpr([&] { return entry(random); }), w2 = w1;
    Vec<double, 3> e1 = Vec<double, 3>::NullaryExpr([&] { return entry(random); }), e2 = e1;
    MassFirst<double, 5, 3> first;
    BorderedLu<double, 5, 3> whole;
    ASSERT_TRUE(whole.factor(mass, g, g));
    if (!first.factor(mass, g)) continue;  // next to dependent rows
    first.solve(w1, e1);
    whole.solve(w2, e2);
    EXPECT_LT((w1 - w2).norm(), 1e-9 * (w2.norm() + e2.norm())) << trial;
    EXPECT_LT((e1 - e2).norm(), 1e-9 * (w2.norm() + e2.norm())) << trial;
  }
  const Mat<double, 5> one = Mat<double, 5>::Identity();
  Mat<double, 5> singular = one;
  singular(4, 4) = 0;
  Mat<double, 3, 5> dependent = Mat<double, 3, 5>::Random();
  dependent.row(2) = dependent.row(0) - dependent.row(1);
  MassFirst<double, 5, 3> refusing;
  EXPECT_FALSE(refusing.factor(singular, Mat<double, 3, 5>::Identity()));
  EXPECT_FALSE(refusing.factor(one, dependent));
  EXPECT_FALSE(refusing.factor(one, Mat<double, 3, 5>::Constant(std::nan(""))));
}

}  // namespace
}  // namespace plumb
