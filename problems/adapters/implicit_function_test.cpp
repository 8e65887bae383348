// Compares derivatives of implicit functions with closed forms, and tests forces that depend on reactions.

#include "problems/adapters/implicit_function.hpp"

#include <gtest/gtest.h>

#include "problems/adapters/automatic.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/adapters/load_dependent.hpp"

namespace plumb {
namespace {

/// Returns the root x of x³ + x = s near 1, in the scalar type of s.
template <class X>
X cubic_root(const X& s) {
  using T = BaseNumber<X>;
  const T value = BaseOf<X>::value(s);
  const auto linearise = [&](const Vec<T, 2>& x, Vec<T, 2>& r, Mat<T, 2>& jacobian) {
    r << x[0] * x[0] * x[0] + x[0] - value, x[1] - x[0];
    jacobian << 3 * x[0] * x[0] + 1, T(0), T(-1), T(1);
  };
  const auto residual = [&](const Vec<X, 2>& x) {
    Vec<X, 2> r;
    r << x[0] * x[0] * x[0] + x[0] - s, x[1] - x[0];
    return r;
  };
  return implicit_function<X, 2>(Vec<T, 2>::Ones(), linearise, residual)[1];
}

// With p = 1/(3x² + 1):  x' = p,  x'' = −6 x p³,  x''' = −6 p⁴ + 108 x² p⁵.
TEST(ImplicitFunction, HasDerivativesOfEveryOrder) {
  using One = Dual<quad, 1>;
  using Two = Dual<One, 1>;
  using Three = Dual<Two, 1>;
  const quad s("1.7");
  const Three of = cubic_root(Three::variable(Two::variable(One::variable(s))));
  const quad x = cubic_root(s), p = 1 / (3 * x * x + 1);
  EXPECT_LT(abs(x * x * x + x - s), 1e-33);
  EXPECT_LT(abs(of.value.value.value - x), 1e-33);
  EXPECT_LT(abs(of.value.value.derivatives[0] - p), 1e-32);
  EXPECT_LT(abs(of.value.derivatives[0].derivatives[0] + 6 * x * p * p * p), 1e-32);
  EXPECT_LT(abs(of.derivatives[0].derivatives[0].derivatives[0] - p * p * p * p * (-6 + 108 * x * x * p)), 1e-31);
}

TEST(ImplicitFunction, IsNoNumberWithoutARoot) {
  const auto linearise = [](const Vec<double, 2>& x, Vec<double, 2>& r, Mat<double, 2>& jacobian) {
    r << x[0] * x[0] + 1, x[1];
    jacobian << 2 * x[0], 0., 0., 1.;
  };
  const Vec<double, 2> none =
      implicit_function<double, 2>(Vec<double, 2>::Ones(), linearise, [](const auto& x) { return x; });
  EXPECT_TRUE(std::isnan(none[0]));
}

/// A sledge on a hill y = h(x). The friction is μ times the normal force λ √(1 + h'²).
template <class Number>
struct Sledge {
  using Scalar = Number;
  using T = Number;
  static constexpr int coordinates = 2, constraints = 1, invariant_count = 0;
  T m = 2, gravity = 9, mu = T(1) / 4, slope = T(1) / 2;

  bool conservative() const { return false; }
  template <class X>
  void mass(const Vec<X, 2>&, Mat<X, 2>& M) const {
    M << X(m), X(0), X(0), X(m);
  }
  template <class X>
  void constraint(const X&, const Vec<X, 2>& q, Vec<X, 1>& phi) const {
    phi[0] = slope * q[0] - q[1];
  }
  template <class X>
  void jacobian(const X&, const Vec<X, 2>&, Mat<X, 1, 2>& g) const {
    g << X(slope), X(-1);
  }
  struct Loads {
    T m, gravity, mu, slope;
    template <class Y>
    void force(const Vec<Y, 1>& lambda, Vec<Y, 2>& f) const {
      f << -(mu * lambda[0]), -(mu * slope * lambda[0]) - m * gravity;  // λ √(1 + h'²) along (1, h')/√(1 + h'²)
    }
  };
  template <class X>
  Loads loads(const X&, const Vec<X, 2>&, const Vec<X, 2>&) const {
    return {m, gravity, mu, slope};
  }
  Vec<T, 1> usual_multipliers() const { return Vec<T, 1>::Constant(m * gravity); }
  T energy(const T&, const Vec<T, 2>& q, const Vec<T, 2>& v) const { return m * (v.dot(v) / 2 + gravity * q[1]); }
  T power(const T&, const Vec<T, 2>&, const Vec<T, 2>& v, const Vec<T, 1>& lambda) const {
    return -mu * lambda[0] * (v[0] + slope * v[1]);
  }
  void outputs(const T&, const Vec<T, 2>&, const Vec<T, 2>&, const Vec<T, 1>& lambda, Vec<T>& out) const {
    out[0] = lambda[0];
  }
  void invariants(const T&, const Vec<T, 2>&, const Vec<T, 2>&, Vec<T>&) const {}
};

// Along a slope of the angle α the acceleration is −g (sin α + μ cos α), and the normal force is m g cos α.
TEST(LoadDependent, FrictionSlowsASledge) {
  const Sledge<double> sledge;
  Constrained system{Automatic(LoadDependent(sledge)), Form::index1};
  auto x = zero_state(system);
  x.v << 2, 1;
  ASSERT_TRUE(system.acceleration(0, x.q, x.v, x.a, x.lambda));
  const double secant = std::sqrt(1.25), sine = 0.5 / secant, cosine = 1 / secant;
  EXPECT_NEAR(x.a[0], -9 * (sine + 0.25 * cosine) * cosine, 1e-14);
  EXPECT_NEAR(x.lambda[0] * secant, 2 * 9 * cosine, 1e-13);
  Vec<double> out(1);
  system.outputs(0, x, out);
  EXPECT_NEAR(out[0], x.lambda[0], 1e-13);
  EXPECT_NEAR(system.power(0, x.q, x.v, x.lambda), -0.25 * 2 * 9 * cosine * x.v.norm(), 1e-12);
}

/// A sledge with a force that cancels the reaction completely, so that Φ'' does not depend on λ.
struct Unpressed : Sledge<double> {
  struct Loads {
    double m, gravity;
    template <class Y>
    void force(const Vec<Y, 1>& lambda, Vec<Y, 2>& f) const {
      f << Y(0), -(1.25 * lambda[0]) - m * gravity;
    }
  };
  template <class X>
  Loads loads(const X&, const Vec<X, 2>&, const Vec<X, 2>&) const {
    return {m, gravity};
  }
};

TEST(LoadDependent, HasNoForceThatReactionsDoNotDetermine) {
  Vec<double, 2> f;
  LoadDependent(Unpressed()).force(0., Vec<double, 2>(0, 0), Vec<double, 2>(1, 0.5), f);
  EXPECT_TRUE(std::isnan(f[1]));
}

}  // namespace
}  // namespace plumb
