// Compares every hand-written derivative of basic constraints with automatic differentiation of only their values, at
// random configurations that violate the constraints, with nonzero velocities and multipliers.

#include "problems/mbs/basic_constraints.hpp"

#include <gtest/gtest.h>

#include "problems/mbs/testing/random_pairs.hpp"

namespace plumb::mbs {
namespace {

using namespace random_pairs;

// The functions of a constraint, computed by automatic differentiation of its value. `make.operator()<X>()` returns the
// constraint in the scalar X.
template <class Make>
class ByDuals {
 public:
  ByDuals(Make law, const Places& at) : make(law), places(at) {}

  template <class X>
  auto phi(const X& t, const PairVector<X>& delta, const PairVector<X>& epsilon) const {
    const auto law = make.template operator()<X>();
    return places.at<X>(delta, epsilon, zeros<PairVector<X>>(), [&](const Pair<X>& p) {
      Vec<X, decltype(law)::rows> out;
      law.value(p, t, out);
      return out;
    });
  }
  auto jacobian_column(const PairVector<double>& w) const {
    return real(phi<Once>(Once(instant), zeros<PairVector<Once>>(), times(one_e, w)), first);
  }
  auto offset() const {
    const auto none = zeros<PairVector<Once>>();
    return real(phi<Once>(instant + one_e, none, none), first);
  }
  auto bias() const {
    const Twice e = e_of_curve();
    return real(phi<Twice>(instant + e, zeros<PairVector<Twice>>(), times(e, places.velocities())), second);
  }
  auto product_tangent(const PairVector<double>& w, int k) const {
    return real(phi<Twice>(Twice(instant), times(eta_of_two(), unit(k)), times(e_of_two(), w)), second);
  }
  auto offset_tangent(int k) const {
    const Twice e = e_of_two();
    return real(phi<Twice>(instant + e, times(eta_of_two(), unit(k)), zeros<PairVector<Twice>>()), second);
  }
  auto bias_by_q(int k) const {
    const Thrice e = e_of_three();
    return real(phi<Thrice>(instant + e, times(eta_of_three(), unit(k)), times(e, places.velocities())), third);
  }
  auto bias_by_v(int k) const {
    const Thrice e = e_of_three();
    PairVector<Thrice> w = times(e, places.velocities());
    w[k] += e * eta_of_three();
    return real(phi<Thrice>(instant + e, zeros<PairVector<Thrice>>(), w), third);
  }

 private:
  template <class Vector, class Take>
  static auto real(const Vector& x, Take take) {
    Vec<double, Vector::RowsAtCompileTime> out;
    for (int i = 0; i < out.size(); ++i) out[i] = take(x[i]);
    return out;
  }
  Make make;
  const Places& places;
};

template <class A, class B>
double gap(const A& a, const B& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

template <class Make>
void expect_derivatives(Make make, const std::string& title) {
  std::mt19937 engine(7);
  for (int sample = 0; sample < 5; ++sample) {
    const Places places(engine);
    const ByDuals<Make> exact(make, places);
    const auto law = make.template operator()<double>();
    constexpr int rows = decltype(law)::rows;
    const PairVector<double> w = random_vector<pair_columns>(engine);
    const Vec<double, rows> lambda = random_vector<rows>(engine);
    const auto none = zeros<PairVector<double>>();
    places.at<double>(none, none, none, [&](const Pair<double>& p) {
      Vec<double, rows> x;
      PairRows<double, rows> g, along_w, moving, by_q, by_v;
      auto curvature = zeros<PairMatrix<double>>();
      law.offset(p, instant, x);
      EXPECT_LT(gap(x, exact.offset()), agreement) << title;
      law.bias(p, instant, x);
      EXPECT_LT(gap(x, exact.bias()), 10 * agreement) << title;
      law.product(p, instant, w, x);
      EXPECT_LT(gap(x, exact.jacobian_column(w)), agreement) << title;
      law.jacobian(p, instant, g);
      law.product_tangent(p, instant, w, along_w);
      law.offset_tangent(p, instant, moving);
      law.bias_by_q(p, instant, by_q);
      law.bias_by_v(p, instant, by_v);
      law.add_curvature(p, instant, lambda, curvature);
      for (int k = 0; k < pair_columns; ++k) {
        EXPECT_LT(gap(g.col(k), exact.jacobian_column(unit(k))), agreement) << title << k;
        EXPECT_LT(gap(along_w.col(k), exact.product_tangent(w, k)), agreement) << title << k;
        EXPECT_LT(gap(moving.col(k), exact.offset_tangent(k)), agreement) << title << k;
        EXPECT_LT(gap(by_q.col(k), exact.bias_by_q(k)), 20 * agreement) << title << k;
        EXPECT_LT(gap(by_v.col(k), exact.bias_by_v(k)), 20 * agreement) << title << k;
        for (int i = 0; i < pair_columns; ++i) {
          EXPECT_NEAR(curvature(i, k), lambda.dot(exact.product_tangent(unit(i), k)), agreement) << title << i << k;
          for (int r = 0; r < rows; ++r) {
            EXPECT_TRUE(law.has(r, i) || (g(r, i) == 0 && by_q(r, i) == 0 && by_v(r, i) == 0)) << title;
            EXPECT_TRUE(law.curves(i, k) || curvature(i, k) == 0) << title;
          }
        }
      }
      return 0;
    });
  }
}

TEST(BasicConstraints, CoincidentPoints) {
  expect_derivatives(
      []<class X>() {
        return CoincidentPoints<X>{{vector<X>(0.3, -0.8, 0.5), vector<X>(-0.6, 0.2, 0.9)}};
      },
      "coincident");
}
TEST(BasicConstraints, DotOne) {
  expect_derivatives(
      []<class X>() {
        return DotOne<X>{{false, vector<X>(0.3, -0.8, 0.5)}, {true, vector<X>(-0.6, 0.2, 0.9)}};
      },
      "dot-1");
}
TEST(BasicConstraints, DotOneOfTurningDirections) {
  expect_derivatives(
      []<class X>() {
        return DotOne<X>{{false, vector<X>(0.3, -0.8, 0.5), vector<X>(0.2, 0.6, -0.7), signal<X>()},
                         {true, vector<X>(-0.6, 0.2, 0.9), vector<X>(0.1, 0.4, 0.3), signal<X>()},
                         signal<X>()};
      },
      "turning dot-1");
}
TEST(BasicConstraints, DotTwo) {
  expect_derivatives(
      []<class X>() {
        return DotTwo<X>{{true, vector<X>(0.3, -0.8, 0.5), vector<X>(0.2, 0.6, -0.7), signal<X>()},
                         {vector<X>(-0.6, 0.2, 0.9), vector<X>(0.4, 0.7, -0.2)},
                         signal<X>()};
      },
      "dot-2");
}
TEST(BasicConstraints, Distance) {
  expect_derivatives(
      []<class X>() {
        const Separation<X> d{vector<X>(-0.6, 0.2, 0.9), vector<X>(0.4, 0.7, -0.2)};
        return FixedDistance<X>{d, d, signal<X>(), X(0.35)};
      },
      "distance");
}

// The normal velocity of the material at the contact, G v, equals the derivative of the height.
TEST(BasicConstraints, HeightOfADiskAndABall) {
  for (const auto& axis : {Vector<double>(0.6, 0.48, -0.64), Vector<double>(0, 0, 0)})
    expect_derivatives([=]<class X>() { return StaysOnPlane<X>(wheel_in<X>(axis, {0.48, -0.64, 0.6})); }, "on a plane");
}

}  // namespace
}  // namespace plumb::mbs
