#include "numerics/long_number.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <iomanip>
#include <sstream>
#include <stdexcept>

#include "numerics/long_matrix.hpp"

namespace plumb {
namespace {

const char* const root_of_two =
    "1.414213562373095048801688724209698078569671875376948073176679737990732478462107038850387534327641572735";
const char* const pi =
    "3.141592653589793238462643383279502884197169399375105820974944592307816406286208998628034825342117067982";

template <class Number>
class LongNumberOf : public ::testing::Test {
 protected:
  /// Compares with a tolerance of a few units in the last place, the error of Boost's functions.
  static bool is(const Number& x, const Number& expected) {
    return abs(x - expected) <= 4 * Number::epsilon() * abs(x);
  }
};
using Numbers = ::testing::Types<Digits50, Digits100>;
TYPED_TEST_SUITE(LongNumberOf, Numbers);

TYPED_TEST(LongNumberOf, HasAllItsDigits) {
  using N = TypeParam;
  EXPECT_EQ(sqrt(N(2)), N(root_of_two));
  EXPECT_EQ(N::pi(), N(pi));
  EXPECT_TRUE(this->is(4 * atan2(N(1), N(1)), N::pi()));
  EXPECT_TRUE(this->is(sin(N::pi() / 6), N(1) / 2));
  EXPECT_TRUE(this->is(cos(N::pi() / 4) * sqrt(N(2)), 1));
  EXPECT_TRUE(this->is(log(N(8)), 3 * log(N(2))));
  EXPECT_TRUE(this->is(log10(N(7)), log(N(7)) / log(N(10))));
  EXPECT_EQ(log2(N(1) / 1024), -10);
  EXPECT_TRUE(this->is(2 * asin(N(1)), N::pi()) && this->is(acos(N(-1)), N::pi()) && this->is(4 * atan(N(1)), N::pi()));
  EXPECT_TRUE(isnan(asin(N(2))) && isnan(acos(N(2))));
  EXPECT_TRUE(this->is(pow(N(2), N(1) / 2), sqrt(N(2))));
  EXPECT_EQ(pow(N(3), -2), 1 / N(9));
  EXPECT_EQ(floor(-N(7) / 2), -4);
  EXPECT_EQ(1 + N::epsilon() - 1, N::epsilon());
  EXPECT_EQ(1 + N::epsilon() / 4, 1);
}

TYPED_TEST(LongNumberOf, TakesOtherNumbersExactly) {
  using N = TypeParam;
  EXPECT_EQ(N(INT64_MIN), -pow(N(2), 63));
  EXPECT_EQ(N(UINT64_MAX), pow(N(2), 64) - 1);
  EXPECT_EQ(static_cast<double>(N(0.1)), 0.1);
  EXPECT_NE(N(0.1), N("0.1"));
  EXPECT_EQ(static_cast<long double>(N(0.1L)), 0.1L);
  const quad third = quad(1) / 3;
  EXPECT_EQ(static_cast<quad>(N(third)), third);
  EXPECT_EQ(static_cast<quad>(N(1) / 3), third);
  EXPECT_LT(abs(N(third) * 3 - 1), N(1e-33));
  EXPECT_EQ(Digits50(Digits100(root_of_two)), Digits50(root_of_two));
  EXPECT_EQ(Digits50(Digits100(Digits50(root_of_two))), Digits50(root_of_two));
}

TYPED_TEST(LongNumberOf, IsOrdered) {
  using N = TypeParam;
  EXPECT_TRUE(N(1) < 2 && N(2) > 1.5 && N(1) <= 1 && N(1) >= 1 && N(1) != 2);
  const N none = std::numeric_limits<N>::quiet_NaN(), infinite = std::numeric_limits<N>::infinity();
  EXPECT_FALSE(none < 1 || none > 1 || none == none);
  EXPECT_TRUE(isnan(none) && !isfinite(none) && !isfinite(infinite) && isfinite(N(1)));
  EXPECT_TRUE(infinite > std::numeric_limits<N>::max() && std::numeric_limits<N>::min() > 0);
}

TYPED_TEST(LongNumberOf, IsReadAndWritten) {
  using N = TypeParam;
  EXPECT_THROW(N("1.2.3"), std::runtime_error);
  const N x = sqrt(N(2)) / 1000;
  EXPECT_EQ(x.str(5, std::ios_base::scientific), "1.41421e-03");
  EXPECT_EQ(x.str(5, std::ios_base::fixed), "0.00141");
  EXPECT_EQ(N(x.str()), x);
  std::ostringstream out;
  out << std::setprecision(3) << std::scientific << x;
  EXPECT_EQ(out.str(), "1.414e-03");
}

TYPED_TEST(LongNumberOf, StandsInMatrices) {
  const Mat<TypeParam, 2> a{{2, 1}, {1, 1}};
  const Vec<TypeParam, 2> x = a * Vec<TypeParam, 2>(1, TypeParam(1) / 3);
  EXPECT_EQ(x[0], 2 + TypeParam(1) / 3);
  EXPECT_EQ((3 * a)(0, 0), 6);
}

}  // namespace
}  // namespace plumb
