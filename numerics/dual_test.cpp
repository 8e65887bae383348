// Dual numbers are compared with derivatives known in closed form, in every precision and at three levels.

#include "numerics/dual.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

template <class T>
class Duals : public ::testing::Test {};
using Scalars = ::testing::Types<double, long double, quad>;
TYPED_TEST_SUITE(Duals, Scalars);

template <class T>
bool near(const T& x, const T& y) {
  using std::abs;
  return abs(x - y) <= 32 * unit_roundoff<T>() * (1 + abs(y));
}

// Compares the derivative of f with g, both at x.
#define EXPECT_DERIVATIVE(f, g) EXPECT_TRUE(near(T((f).derivatives[0]), T(g))) << #f

TYPED_TEST(Duals, KnowEveryFunctionsDerivative) {
  using T = TypeParam;
  using D = Dual<T, 1>;
  using std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp, std::hypot, std::log, std::pow;
  using std::sin, std::sinh, std::sqrt, std::tan, std::tanh;
  const T a = T(2) / 5;
  const D x = D::variable(a);
  EXPECT_DERIVATIVE(sqrt(x), 1 / (2 * sqrt(a)));
  EXPECT_DERIVATIVE(exp(x), exp(a));
  EXPECT_DERIVATIVE(log(x), 1 / a);
  EXPECT_DERIVATIVE(sin(x), cos(a));
  EXPECT_DERIVATIVE(cos(x), -sin(a));
  EXPECT_DERIVATIVE(tan(x), 1 / (cos(a) * cos(a)));
  EXPECT_DERIVATIVE(asin(x), 1 / sqrt(1 - a * a));
  EXPECT_DERIVATIVE(acos(x), -1 / sqrt(1 - a * a));
  EXPECT_DERIVATIVE(atan(x), 1 / (1 + a * a));
  EXPECT_DERIVATIVE(atan2(x, D(3)), 3 / (9 + a * a));
  EXPECT_DERIVATIVE(atan2(D(3), x), -3 / (9 + a * a));
  EXPECT_DERIVATIVE(sinh(x), cosh(a));
  EXPECT_DERIVATIVE(cosh(x), sinh(a));
  EXPECT_DERIVATIVE(tanh(x), 1 / (cosh(a) * cosh(a)));
  EXPECT_DERIVATIVE(hypot(x, D(3)), a / hypot(a, T(3)));
  EXPECT_DERIVATIVE(pow(x, 3), 3 * a * a);
  EXPECT_DERIVATIVE(abs(-x), 1);
  EXPECT_DERIVATIVE(2 / x - x / 2 + (1 - x) * (x + 1) - x * x / (3 + x),
                    -2 / (a * a) - T(1) / 2 - 2 * a - (a * a + 6 * a) / ((3 + a) * (3 + a)));
}

// Tests d³/dx³ sin(2x) x² and a mixed derivative, with integers and numbers of type T as constants at every level.
TYPED_TEST(Duals, Nest) {
  using T = TypeParam;
  using D3 = Dual<Dual<Dual<T, 1>, 1>, 1>;
  using std::cos, std::sin;
  const T a = T(2) / 5, two = 2;
  const D3 x = D3::variable(Dual<Dual<T, 1>, 1>::variable(Dual<T, 1>::variable(a)));
  const D3 f = two * sin(2 * x) * x * x / 2;
  const T third = -8 * cos(2 * a) * a * a - 24 * sin(2 * a) * a + 12 * cos(2 * a);
  EXPECT_TRUE(near(f.derivatives[0].derivatives[0].derivatives[0], third));
  const Curved<T> epsilon = curve_parameter<T>();
  const Vec<Curved<T>, 1> cube((a + epsilon) * (a + epsilon) * (a + epsilon));
  EXPECT_TRUE(near(second_derivative(cube)[0], T(6 * a)));
}

TYPED_TEST(Duals, HaveGradientsThroughVectorsAndMatrices) {
  using T = TypeParam;
  using D = Dual<T, 2>;
  Mat<T, 2> data;
  data << 1, 2, 3, 4;
  const Vec<D, 2> x = variables<T, 2>(Vec<T, 2>(5, 6));
  const Vec<D, 2> y = data * x * T(2);
  EXPECT_EQ((gradients(y)), (Mat<T, 2>(2 * data)));
  EXPECT_EQ(x.dot(x).value, 61);
  EXPECT_EQ(x.dot(x).derivatives[1], 12);
  EXPECT_EQ(constants<D>(Vec<T, 2>(5, 6))[0].derivatives[0], 0);
  EXPECT_TRUE(x[0] < x[1] && x[0] == D(5) && x[1] > 5);
}

}  // namespace
}  // namespace plumb
