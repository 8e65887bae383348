// Compares accelerations and multipliers at the two initial states of the source (crank.f) with its published values.

#include "problems/slider-crank-flexible/flexible_crank.hpp"

#include <gtest/gtest.h>

#include "problems/catalogue.hpp"

namespace plumb {
namespace {

AnySystem<quad>::State started(const std::map<std::string, std::string>& overrides) {
  const auto& problem = catalogued_problem("slider-crank-flexible");
  const auto& formulation = *problem.formulation("index2");
  const Parameters data(problem.parameters, overrides);
  auto system = problem.in_quad.system(data, formulation);
  return initial_state(problem, data, formulation, system);
}

void expect_near(const Vec<quad>& found, const std::vector<double>& published, double tolerance) {
  ASSERT_EQ(found.size(), static_cast<Eigen::Index>(published.size()));
  for (std::size_t i = 0; i < published.size(); ++i)
    EXPECT_NEAR(static_cast<double>(found[static_cast<Eigen::Index>(i)]), published[i], tolerance) << i;
}

// The source's numbers are exact.
TEST(FlexibleCrank, StartsUndeformedAsPublished) {
  const auto x = started({{"start", "undeformed"}});
  expect_near(x.q, {0, 0, 0.45, 0, 0, 0, 0}, 1e-16);
  expect_near(x.v, {150, -75, 0, 0, 0, 0, 0}, 1e-13);
  expect_near(x.a, {0, 0, -3.789473684210526e3, 0, 0, 1.924342105263158e2, 1.273026315789474e3}, 1e-11);
  expect_near(x.lambda, {0, 2.863023157894737e2, 0}, 1e-12);
}

// The source's initial values are rounded to nine digits, and the rod is stiff.
TEST(FlexibleCrank, StartsNearASmoothMotionAsPublished) {
  const auto x = started({});
  expect_near(x.q, {0, 0, 0.450016933, 0, 0, 1.03339863e-5, 1.69327969e-5}, 1e-9);
  expect_near(x.v, {150, -74.995767, -2.68938672e-6, 0.444896105, 4.63434311e-3, -1.78591076e-6, -2.68938672e-6}, 1e-7);
  expect_near(x.a,
              {0, -1.344541576008661e-3, -5.062194923138079e3, -6.833142732779555e-5, 1.449382650173157e-8,
               -4.268463211410861, 2.098334687947376e-1},
              2e-6);
  expect_near(x.lambda, {-6.397251492537153e-8, 3.824589508329281e2, -4.376060460948886e-9}, 2e-6);
}

}  // namespace
}  // namespace plumb
