// The functions of the order tests detect NaN: it never counts as the expected order, and later values do not hide it.

#include "methods/testing/expectations.hpp"

#include <cmath>

namespace plumb {
namespace {

using namespace testing;

TEST(ShowsOrder, RefusesMultipliersThatAreNoNumber) {
  const ProvenOrder claimed = {3, 3, 3, 2};
  EXPECT_TRUE(shows_order({3, 3, 2, true}, claimed, true));
  EXPECT_TRUE(shows_order({3, 3, NAN, false}, claimed, true));
  EXPECT_FALSE(shows_order({3, 3, NAN, true}, claimed, true));
  EXPECT_FALSE(shows_order({NAN, 3, 2, true}, claimed, true));
  EXPECT_FALSE(shows_order({3, NAN, 2, true}, claimed, true));
}

TEST(Distance, KeepsWhatIsNoNumber) {
  Distance<quad> worst;
  for (const double lambda : {1., double(NAN), 2.}) worst.raise_to({lambda, 1, lambda, true});
  EXPECT_TRUE(isnan(worst.q));
  EXPECT_EQ(worst.v, 1);
  EXPECT_TRUE(isnan(worst.lambda));
  EXPECT_TRUE(std::isnan(slopes(worst, worst).lambda));
}

TEST(Distance, SeesEveryEntry) {
  Vec<quad> x = Vec<quad>::Zero(4);
  EXPECT_EQ(max_norm(x), 0);
  x[1] = -3;
  EXPECT_EQ(max_norm(x), 3);
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    auto broken = x;
    broken[i] = NAN;
    EXPECT_TRUE(isnan(max_norm(broken))) << i;
  }
  EXPECT_EQ(max_norm(Vec<quad>()), 0);
}

}  // namespace
}  // namespace plumb
