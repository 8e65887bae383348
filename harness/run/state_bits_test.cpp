#include "harness/run/state_bits.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace plumb {
namespace {

template <class T>
class StateBits : public testing::Test {};
using Scalars = testing::Types<double, long double, quad>;
TYPED_TEST_SUITE(StateBits, Scalars);

template <class T>
Sample<T> sample() {
  Sample<T> s{T(1),
              Vec<T>::Constant(2, T(1) / 3),
              Vec<T>::Constant(2, T(2) / 7),
              Vec<T>::Constant(2, T(5)),
              Vec<T>::Constant(1, T(1) / 9),
              Vec<T>::Zero(1)};
  return s;
}

template <class T>
T next(const T& x) {
  if constexpr (std::is_same_v<T, quad>)
    return nextafterq(x.value(), 9);
  else
    return std::nextafter(x, T(9));
}

TYPED_TEST(StateBits, SeeTheLastBitOfEveryNumber) {
  using T = TypeParam;
  const auto before = state_bits(sample<T>());
  EXPECT_EQ(before.size(), 16u);
  EXPECT_EQ(before, state_bits(sample<T>()));
  for (auto member : {&Sample<T>::q, &Sample<T>::v, &Sample<T>::a, &Sample<T>::lambda})
    for (Eigen::Index i = 0; i < (sample<T>().*member).size(); ++i) {
      auto changed = sample<T>();
      (changed.*member)[i] = next((changed.*member)[i]);
      EXPECT_NE(before, state_bits(changed)) << i;
    }
}

TYPED_TEST(StateBits, KnowSignsOfZeroAndOneNan) {
  using T = TypeParam;
  auto zero = sample<T>(), negative = sample<T>(), nan = sample<T>(), other_nan = sample<T>();
  zero.q[0] = T(0);
  negative.q[0] = -T(0);
  nan.q[0] = std::numeric_limits<T>::quiet_NaN();
  other_nan.q[0] = -std::numeric_limits<T>::quiet_NaN();
  EXPECT_NE(state_bits(zero), state_bits(negative));
  EXPECT_EQ(state_bits(nan), state_bits(other_nan));
  EXPECT_NE(state_bits(nan), state_bits(zero));
}

}  // namespace
}  // namespace plumb
