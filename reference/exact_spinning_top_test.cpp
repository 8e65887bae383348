// The exact motion of the top as a body in space must agree with Taylor's series even near the singularity of Euler
// angles: the heavy top passes the vertical at a distance of some 1e-6 rad.

#include <gtest/gtest.h>

#include "problems/catalogue.hpp"
#include "reference/solution.hpp"
#include "reference/testing/taylor_rotation.hpp"

namespace plumb {
namespace {

TEST(SpinningTop, KeepsItsDigitsPastTheVertical) {
  const auto& problem = catalogued_problem("heavy-top");
  const auto& formulation = *problem.formulation("rotation-index1");
  const Parameters data(problem.parameters, {});
  const auto exact = solution(problem, data);
  const auto start = exact->at(0, formulation);
  const auto number = [&](const char* name) { return data.number<quad>(name); };
  const Vec<quad, 3> moments(number("moment_transverse"), number("moment_transverse"), number("moment_axial"));
  const Vec<quad, 3> weight(0, 0, number("mass") * number("gravity") * number("length"));
  const testing::TaylorRotation series(moments, start.q.tail<4>(), start.v.tail<3>(), weight);
  quad lowest = 1;
  for (int k = 0; k <= 1000; ++k) lowest = std::min(lowest, exact->at(quad(k) / 1000, formulation).q[2]);
  EXPECT_LT(lowest, quad("-0.99999"));
  for (const char* t : {"0.2", "0.5", "1"}) {
    const auto found = exact->at(quad(t), formulation);
    const auto expected = series.at(quad(t), 40);
    for (int i = 0; i < 4; ++i) EXPECT_LT(abs(found.q[3 + i] - static_cast<quad>(expected.q[i])), quad("1e-26")) << t;
    for (int i = 0; i < 3; ++i) EXPECT_LT(abs(found.v[3 + i] - static_cast<quad>(expected.w[i])), quad("1e-25")) << t;
    EXPECT_LT(abs(found.q[2] - static_cast<quad>(expected.up[2])), quad("1e-26")) << t;
  }
}

}  // namespace
}  // namespace plumb
