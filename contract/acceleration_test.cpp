// acceleration_or_nan() returns NaN for a singular system, even if the system has written other values.

#include <gtest/gtest.h>

#include "contract/system.hpp"

namespace plumb {
namespace {

struct OneMass {
  using Scalar = double;
  using Q = Vec<double, 1>;
  using V = Q;
  using L = Q;
  bool regular;
  bool acceleration(const double&, const Q&, const V&, V& a, L& lambda) const {
    a[0] = 7;
    lambda[0] = 8;
    return regular;
  }
};

TEST(Acceleration, OfASingularSystemIsNoNumber) {
  for (const bool regular : {true, false}) {
    const OneMass system{regular};
    Vec<double, 1> q(0.0), v(0.0), a(0.0), lambda(0.0);
    acceleration_or_nan(system, 0.0, q, v, a, lambda);
    EXPECT_EQ(std::isnan(a[0]), !regular);
    EXPECT_EQ(std::isnan(lambda[0]), !regular);
  }
}

}  // namespace
}  // namespace plumb
