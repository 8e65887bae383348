// Charts of SO(3) are compared with their definitions, in quad, with derivatives by differences in 100 digits.

#include "numerics/so3.hpp"

#include <gtest/gtest.h>

#include "numerics/long_matrix.hpp"

namespace plumb::so3 {
namespace {

using wide = Digits100;
constexpr Retraction retractions[] = {Retraction::exponential, Retraction::cayley, Retraction::euler_parameters};
const quad tiny = quad("1e-32");
const quad pi = std::numbers::pi_v<quad>;

template <class T>
Quaternion<T> some_attitude() {
  const Quaternion<T> q(T(1), T(-2), T(3), T(5));
  return q / sqrt(T(39));
}
template <class T>
Vector<T> direction() {
  return Vector<T>(T(2), T(-3), T(6)) / T(7);
}

template <class To, class From>
auto cast(const From& x) {
  return x
      .unaryExpr([](const auto& c) {
        if constexpr (std::is_same_v<To, wide>)
          return wide(quad(c));
        else
          return To(c);
      })
      .eval();
}

template <class X>
quad magnitude(const X& x) {
  return static_cast<quad>(x.cwiseAbs().maxCoeff());
}

// Coordinates θ of all sizes, up to rotations slightly below π, the limit of the chart.
std::vector<Vector<quad>> coordinates(Retraction retraction) {
  std::vector<quad> lengths = {
      0,           quad("1e-3000"), quad("1e-20"), quad("1e-10"), quad("2.4e-6"), quad("2.5e-6"), quad("1e-3"),
      quad("0.3"), quad("0.99"),    quad("1.01"),  quad("1.9")};
  if (retraction == Retraction::cayley) lengths.insert(lengths.end(), {3, 40});
  if (retraction == Retraction::exponential) lengths.insert(lengths.end(), {quad("2.6"), quad("3.1")});
  std::vector<Vector<quad>> out;
  out.reserve(lengths.size());
  for (const auto& length : lengths) out.emplace_back(length * direction<quad>());
  return out;
}

// d/dε f(ε) at 0, by central differences of sixth order in 100 digits; the result has 60 correct digits.
template <class F>
auto derivative(F f) {
  const wide e("1e-11");
  return ((45 * (f(e) - f(-e)) - 9 * (f(2 * e) - f(-2 * e)) + (f(3 * e) - f(-3 * e))) / (60 * e)).eval();
}

template <class Check>
void everywhere(Check check) {
  for (const auto retraction : retractions)
    for (const auto& theta : coordinates(retraction)) {
      SCOPED_TRACE(std::string(name(retraction)) + " |theta| = " + theta.norm().str(5));
      check(Chart<quad>{retraction}, Chart<wide>{retraction}, theta);
    }
}

TEST(Charts, LocalUndoesRetract) {
  everywhere([](const auto& chart, const auto&, const Vector<quad>& theta) {
    const auto q = some_attitude<quad>();
    const quad scale = 1 + theta.squaredNorm();  // cayley: angles near π have large coordinates
    EXPECT_LT(magnitude(chart.local(q, chart.retract(q, theta)) - theta), tiny * scale);
    const bool small = theta.norm() < 1;
    const quad gap = magnitude(chart.local({1, 0, 0, 0}, chart.rotation(theta)) - theta);
    EXPECT_LE(gap, small ? quad(tiny * magnitude(theta)) : quad(tiny * scale)) << "relative to small coordinates";
    const Quaternion<quad> other = -chart.retract(q, theta);  // the same rotation
    EXPECT_LT(magnitude(chart.local(q, other) - theta), tiny * scale);
  });
}

TEST(Charts, RotateAboutTheirCoordinatesByTheAngleThatNamesThem) {
  everywhere([](const auto& chart, const auto&, const Vector<quad>& theta) {
    const quad length = theta.stableNorm();
    const quad turn = chart.retraction == Retraction::exponential ? length
                      : chart.retraction == Retraction::cayley    ? quad(2 * atan(length / 2))
                                                                  : quad(2 * asin(length / 2));
    const auto q = chart.rotation(theta);
    EXPECT_LE(abs(angle(q, {1, 0, 0, 0}) - turn), tiny * (length < 1 ? length : quad(1)));
    EXPECT_LE(magnitude(matrix(q) * theta - theta), tiny * length);
    const Vector<quad> aside = Vector<quad>(quad(0.3), 1, -2).cross(direction<quad>());
    const Vector<quad> wanted = cos(turn) * aside + sin(turn) * direction<quad>().cross(aside);
    EXPECT_LT(magnitude(matrix(q) * aside - wanted), tiny);
  });
}

TEST(Charts, ZeroIsTheCentreToTheLastBit) {
  for (const auto retraction : retractions) {
    const auto q = some_attitude<double>();
    const Chart<double> chart{retraction};
    EXPECT_EQ(chart.retract(q, Vector<double>::Zero()), q);
    EXPECT_EQ(chart.rate(Vector<double>::Zero(), {1, 2, 3}), Vector<double>(1, 2, 3));
  }
}

// The derivative of q ⊞ (θ + ε θ') by ε equals q' = q (0, ω)/2.
TEST(Charts, RateIsThatOfTheBodyVelocity) {
  const Vector<quad> w(quad("0.7"), quad("-1.3"), quad("0.4"));
  everywhere([&](const auto& chart, const auto& exact, const Vector<quad>& theta) {
    const auto q = some_attitude<wide>();
    const Vector<wide> at = cast<wide>(theta), rate = cast<wide>(chart.rate(theta, w));
    const Quaternion<wide> found =
        derivative([&](const wide& e) { return product(q, exact.rotation(Vector<wide>(at + e * rate))); });
    const Quaternion<wide> spin(wide(0), wide(w[0]) / 2, wide(w[1]) / 2, wide(w[2]) / 2);
    EXPECT_LT(magnitude(found - product(product(q, exact.rotation(at)), spin)), tiny);
    EXPECT_LT(magnitude(chart.rate_matrix(theta) * w - chart.rate(theta, w)), tiny * (1 + theta.squaredNorm()));
    const Vector<quad> p(quad("0.2"), quad("1.1"), quad("-0.9"));
    EXPECT_LT(abs(chart.momentum(theta, p).dot(w) - p.dot(chart.rate(theta, w))), tiny * (1 + theta.squaredNorm()));
  });
}

TEST(Charts, TangentIsTheInverseOfTheRateMatrix) {
  everywhere([](const auto& chart, const auto&, const Vector<quad>& theta) {
    const Mat<quad, 3> one = chart.tangent(theta) * chart.rate_matrix(theta);
    EXPECT_LT(magnitude(one - Mat<quad, 3>::Identity()), tiny * (1 + theta.squaredNorm()));
  });
}

TEST(Charts, RateDerivativeIsThatOfTheRate) {
  const Vector<quad> w(quad("0.7"), quad("-1.3"), quad("0.4"));
  everywhere([&](const auto& chart, const auto& exact, const Vector<quad>& theta) {
    const auto found = chart.rate_derivative(theta, w);
    const quad curvature = magnitude(found);  // grows towards the border of euler-parameters
    for (int j = 0; j < 3; ++j) {
      const Vector<wide> column = derivative([&](const wide& e) {
        return exact.rate(Vector<wide>(cast<wide>(theta) + e * Vector<wide>::Unit(j)), cast<wide>(w));
      });
      EXPECT_LT(magnitude(cast<wide>(found.col(j)) - column), 4 * tiny * (1 + curvature * curvature));
    }
  });
}

// A constant angular velocity is a straight line in the exponential chart, and only there.
TEST(Charts, OnlyTheExponentialAddsAlongAnAxis) {
  const Vector<quad> theta = direction<quad>() / 2;
  for (const auto retraction : retractions) {
    const Chart<quad> chart{retraction};
    const auto q = some_attitude<quad>();
    const quad gap = angle(chart.retract(chart.retract(q, theta), theta), chart.retract(q, 2 * theta));
    if (retraction == Retraction::exponential)
      EXPECT_LT(gap, tiny);
    else
      EXPECT_GT(gap, quad("0.01"));
  }
}

TEST(Charts, EndWhereTheySay) {
  const Quaternion<quad> one(1, 0, 0, 0);
  const Vector<quad> n = direction<quad>();
  const Chart<quad> exponential{Retraction::exponential}, cayley{Retraction::cayley},
      euler{Retraction::euler_parameters};
  const Quaternion<quad> half_turn(0, n[0], n[1], n[2]);
  EXPECT_LT(magnitude(exponential.local(one, half_turn) - pi * n), tiny);
  EXPECT_FALSE(isfinite(cayley.local(one, half_turn).sum()));
  EXPECT_LT(magnitude(euler.local(one, half_turn) - 2 * n), tiny);
  EXPECT_FALSE(isfinite(euler.tangent(Vector<quad>(2, 0, 0)).sum()));
  EXPECT_FALSE(isfinite(euler.rotation(quad("2.0001") * n).sum()));
  EXPECT_FALSE(isfinite(euler.rate(quad("2.0001") * n, n).sum()));
  // The exponential chart continues beyond π, although local() returns rotations of at most π; C is singular at 2π.
  EXPECT_LT(magnitude(exponential.local(one, exponential.rotation(4 * n)) - (4 - 2 * pi) * n), tiny);
  const Vector<quad> far = 4 * n;
  EXPECT_LT(magnitude(exponential.tangent(far) * exponential.rate_matrix(far) - Mat<quad, 3>::Identity()), tiny);
  EXPECT_GT(magnitude(exponential.rate_matrix(2 * pi * (1 - quad("1e-9")) * n)), quad("1e8"));
}

template <class T>
class Precisions : public ::testing::Test {};
using AllPrecisions = ::testing::Types<double, long double>;
TYPED_TEST_SUITE(Precisions, AllPrecisions);

// The same formulas are evaluated from the same rounded numbers: no chart has cancellation.
TYPED_TEST(Precisions, KeepAllTheirDigits) {
  using T = TypeParam;
  const Vector<T> w(T(0.75), T(-1.25), T(0.5));
  for (const auto retraction : retractions)
    for (const double length : {1e-160, 1e-9, 1e-4, 0.1, 0.5, 0.999, 1.001, 1.5, 1.9}) {
      SCOPED_TRACE(std::string(name(retraction)) + " " + std::to_string(length));
      const Vector<T> theta = T(length) * direction<T>();
      const Chart<T> chart{retraction};
      const Chart<quad> exact{retraction};
      const Vector<quad> at = cast<quad>(theta), v = cast<quad>(w);
      const quad u = 16 * std::numeric_limits<T>::epsilon();
      EXPECT_LT(magnitude(cast<quad>(chart.rotation(theta)) - exact.rotation(at)), u);
      EXPECT_LT(magnitude(cast<quad>(chart.rate(theta, w)) - exact.rate(at, v)), u);
      EXPECT_LT(magnitude(cast<quad>(chart.tangent(theta)) - exact.tangent(at)),
                u * (1 + magnitude(exact.tangent(at))));
      const auto slope = exact.rate_derivative(at, v);
      EXPECT_LT(magnitude(cast<quad>(chart.rate_derivative(theta, w)) - slope),
                u * (1 + magnitude(slope) * magnitude(slope)));
      EXPECT_LT(magnitude(cast<quad>(chart.local({1, 0, 0, 0}, chart.rotation(theta))) - at), u * magnitude(at));
    }
}

TYPED_TEST(Precisions, LengthDoesNotDrift) {
  using T = TypeParam;
  for (const auto retraction : retractions) {
    const Chart<T> chart{retraction};
    auto q = some_attitude<T>();
    for (int i = 0; i < 20000; ++i) q = chart.retract(q, Vector<T>(T(0.1), T(0.2), T(-0.3)));
    EXPECT_LT(std::abs(q.norm() - 1), 8 * std::numeric_limits<T>::epsilon());
  }
}

// Newton's iteration needs a continuous function. This fails if rounding errors decide whether q ⊞ θ is normalised, so
// that its length jumps between neighbouring θ.
TYPED_TEST(Precisions, LengthDoesNotJump) {
  using T = TypeParam;
  const T u = std::numeric_limits<T>::epsilon();
  for (const auto retraction : retractions)
    for (int excess = -12; excess <= 12; ++excess) {
      const Chart<T> chart{retraction};
      const Quaternion<T> q = some_attitude<T>() * (1 + excess * u / 2);
      T least = 2, most = 0;
      for (int i = 0; i < 200; ++i) {
        const T length = chart.retract(q, Vector<T>(T(0.1), T(0.2), T(-0.3) - i * u)).squaredNorm();
        least = std::min(least, length);
        most = std::max(most, length);
      }
      EXPECT_LE(most - least, 6 * u) << name(retraction) << " " << excess;
    }
}

TEST(Angle, KeepsItsDigitsWhenTinyAndNextToAHalfTurn) {
  const Chart<quad> chart{Retraction::exponential};
  const auto reference = some_attitude<quad>();
  for (const quad& expected : {quad("1e-25"), quad("1e-3"), quad(2), quad(pi - quad("1e-20"))}) {
    const Quaternion<quad> computed = chart.retract(reference, expected * direction<quad>());
    const quad rounding = 16 * std::numeric_limits<quad>::epsilon();
    EXPECT_LT(abs(angle(computed, reference) - expected), rounding);
    EXPECT_LT(abs(angle(Quaternion<quad>(-computed), reference) - expected), rounding);
    EXPECT_LT(abs(angle(reference, computed) - expected), rounding);
    EXPECT_LT(abs(angle(matrix(computed), matrix(reference)) - expected), rounding);
  }
  const Mat<quad, 3> r = matrix(reference);
  EXPECT_LT(angle(Quaternion<quad>(2 * reference), reference), tiny);
  EXPECT_LT(angle(Mat<quad, 3>(r * quad("1.001")), r), tiny);
}

TEST(Quaternions, MultiplyAsTheirMatricesDo) {
  const auto p = some_attitude<quad>();
  const Quaternion<quad> q = Quaternion<quad>(quad(2), quad(1), quad(-4), quad(2)) / 5;
  EXPECT_LT(magnitude(matrix(product(p, q)) - matrix(p) * matrix(q)), tiny);
  EXPECT_LT(magnitude(matrix(conjugate(p)) - matrix(p).transpose()), tiny);
  EXPECT_LT(magnitude(matrix(p) * matrix(p).transpose() - Mat<quad, 3>::Identity()), tiny);
  EXPECT_LT(magnitude(skew(direction<quad>()) * Vector<quad>(1, 2, 3) - direction<quad>().cross(Vector<quad>(1, 2, 3))),
            tiny);
}

}  // namespace
}  // namespace plumb::so3
