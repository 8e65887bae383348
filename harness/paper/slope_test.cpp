// Fits of slopes use all points, or only the smallest steps.

#include "harness/paper/laboratory.hpp"

#include <gtest/gtest.h>

#include "harness/paper/evidence.hpp"
#include "harness/sets/keys.hpp"

namespace plumb {
namespace {

TEST(Slope, IsThatOfAllPoints) {
  EXPECT_DOUBLE_EQ(*fitted_slope({{0.1, 1e-2}, {0.01, 1e-4}, {0.001, 1e-6}}), 2);
  EXPECT_NEAR(*fitted_slope({{1, 1}, {0.1, 1}, {0.01, 0.1}}), 0.5, 1e-12) << "none of them is left out";
  EXPECT_FALSE(fitted_slope({{0.1, 1e-2}, {0.01, 0}}));
  EXPECT_FALSE(fitted_slope({{0.1, 1e-2}, {0.1, 1e-2}}));
}

// The errors of long steps saturate, because the motion is out of phase. Fails if a slope selects steps, as an order
// does, or if the evidence does not contain the steps for which the claim would hold.
TEST(Slope, OverTheStepsOfAPaperIsTheirsAndItsRangeIsSaid) {
  const auto q = quantity(keys_from_text(R"(schema = 1
problem = "pendulum"
kind = "slope"
metric = "end.q"
formulation = "index3"
method = "fully-implicit"
t_end = "4"
step = ["0.1", "5e-2", "2e-2", "1e-3", "5e-4", "2e-4", "1e-4"]
)",
                                         "check"),
                          Paper{});
  const Check check{q, {}, {"=", "1", 0.1}};
  Laboratory lab{MatrixOptions{}};
  lab.measure({&q});
  const auto all = lab.value(q).number.value();
  EXPECT_LT(all, 0.9);
  const auto parts = lab.partial_slopes(q);
  ASSERT_EQ(parts.size(), 4U);
  EXPECT_EQ(parts.front().largest_step, 0.05);
  EXPECT_NEAR(parts.back().slope, 1, 0.1);
  const auto evidence = evidence_for(check, lab);
  EXPECT_EQ(evidence.outcome, Outcome::failed);
  EXPECT_EQ(evidence.note.find("the verdict changes if only steps up to 1e-3 s are used: slope 0.97"), 0U)
      << evidence.note;
}

}  // namespace
}  // namespace plumb
