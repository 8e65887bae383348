// Newton's iteration of the half-implicit methods with positions far from the origin: the rounding errors of the
// constraints are larger than the tested increments suggest.

#include <gtest/gtest.h>

#include "methods/catalogue.hpp"
#include "methods/families.hpp"
#include "methods/testing/convergence.hpp"

namespace plumb {
namespace {

using namespace testing;

/// The driven pendulum about (1e7, 0).
struct FarPendulum : DrivenPendulum<double> {
  static constexpr double away = 1e7;
  static V from_hinge(const V& q) { return V(q[0] - away, q[1]); }

  void constraint(const double& t, const V& q, L& g) const { DrivenPendulum::constraint(t, from_hinge(q), g); }
  void jacobian(const double& t, const V& q, Mat<double, 1, 2>& g) const {
    DrivenPendulum::jacobian(t, from_hinge(q), g);
  }
};

StepResult run_far_away(const Method& method, const NewtonSettings& newton) {
  AnySystem<double> s{SmallSystem(FarPendulum{}, Form::index3)};
  auto x = zero_state(s);
  x.q << FarPendulum::away + 1, 0;
  x.v << 0.1, -1;
  auto options = options_of(method);
  options.newton = newton;
  return integrate(*method.in_double(s, options), x, 1., 100, [](int, const auto&) {});
}

// This fails if the scale of the rounding error omits the size of positions: the iteration then never converges.
TEST(HalfImplicitRounding, OfLargePositionsEndsTheIteration) {
  for (const auto& method : half_implicit_methods())
    for (const auto test : {NewtonTest::increment, NewtonTest::residual}) {
      SCOPED_TRACE(std::string(method.info.name) + (test == NewtonTest::residual ? " residual" : " increment"));
      EXPECT_EQ(run_far_away(method, {.tolerance = {}, .test = test}).status, Status::ok);
      const auto refused = run_far_away(method, {.tolerance = 1e-30, .test = test});
      EXPECT_EQ(refused.status, Status::tolerance_unreachable) << refused.detail << " " << refused.size;
    }
}

}  // namespace
}  // namespace plumb
