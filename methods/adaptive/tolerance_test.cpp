// The norm of the error test, and states whose errors it cannot measure.

#include "methods/adaptive/tolerance.hpp"
#include "methods/tolerance_parameters.hpp"

#include <gtest/gtest.h>

#include "methods/catalogue.hpp"
#include "methods/families.hpp"
#include "methods/testing/expectations.hpp"
#include "methods/testing/small_system.hpp"

namespace plumb {
namespace {

using namespace testing;
using System = AnySystem<double>;

// x'' = −x, y'' = −y; the second component may rest at 0.
struct TwoSprings {
  using Scalar = double;
  static constexpr int nq = 2, nv = 2, nl = 0;
  using V = Vec<double, 2>;
  bool velocity_dependent() const { return false; }
  void mass(const V&, Mat<double, 2>& m) const { m.setIdentity(); }
  void force(const double&, const V& q, const V&, V& f) const { f = -q; }
  void tangents(const double&, const V&, const V&, const V&, const Vec<double, 0>&, Mat<double, 2>& k,
                Mat<double, 2>& d) const {
    k = -Mat<double, 2>::Identity();
    d.setZero();
  }
};

System::State state(double x, double y, double vx, double vy) {
  return {Vec<double>{{x, y}}, Vec<double>{{vx, vy}}, Vec<double>::Zero(2), Vec<double>(0)};
}

Tolerance<System> tolerance(const System& s, const char* rtol, const char* atol) {
  const std::vector<ParameterSpec> specs = {rtol_parameter(), atol_parameter()};
  return {s, Parameters(specs, {{"rtol", rtol}, {"atol", atol}})};
}

TEST(Tolerance, IsTheRootMeanSquareOfWhatEachComponentAllows) {
  const System s{SmallSystem<TwoSprings>({})};
  const auto from = state(1, -2, 3, 0), to = state(-4, 1, 2, 0);
  const auto by = tolerance(s, "1e-2", "1e-3");
  const Vec<double> theta{{0.041, 0}}, v{{0, 2e-3}};  // one and two times the allowed error
  EXPECT_DOUBLE_EQ(by.size(theta, v, from, to, 0.1), std::sqrt((1. + 4.) / 4));
}

// This fails if errors of velocities are not weighted by h when constraints are imposed at position level. These errors
// are 1/h times as large as the errors of positions.
TEST(Tolerance, CountsVelocitiesByTheStepAtIndex3) {
  const auto from = state(1, -2, 3, 0), to = state(-4, 1, 2, 0);
  const Vec<double> theta{{0.041, 0}}, v{{0, 2e-3}};
  for (const auto form : {Form::index3, Form::ggl, Form::index2}) {
    const System s{SmallSystem<TwoSprings>({}, form)};
    const double weight = form == Form::index2 ? 1 : 0.1;
    EXPECT_DOUBLE_EQ(tolerance(s, "1e-2", "1e-3").size(theta, v, from, to, -0.1),
                     std::sqrt((1. + 4 * weight * weight) / 4));
  }
}

// The result is a tenth of the strictest allowed error, here of the second velocity: 1e-3 divided by h alpha.
TEST(Tolerance, OfNewtonsIterationIsATenth) {
  const auto x = state(1, -2, 3, 0);
  const System flat{SmallSystem<TwoSprings>({})}, constrained{SmallSystem<TwoSprings>({}, Form::index3)};
  EXPECT_DOUBLE_EQ(tolerance(flat, "1e-2", "1e-3").of_newton(0.1, 0.5, x), 1e-3 / 0.05 / 10);
  EXPECT_DOUBLE_EQ(tolerance(constrained, "1e-2", "1e-3").of_newton(0.1, 0.5, x), 1e-3 / (0.1 * 0.05) / 10);
  EXPECT_DOUBLE_EQ(tolerance(flat, "1e-2", "1e-3").of_newton(100, 0.5, x), 0.011 / 2500 / 10) << "the first position";
}

// This fails if a component that stays at 0 makes the error of every step too large, or NaN.
TEST(Tolerance, WithoutAnAbsolutePartTakesZeroOfZeroForNoError) {
  const System s{SmallSystem<TwoSprings>({})};
  const auto from = state(1, 0, 1, 0), to = state(1, 0, 1, 0);
  const auto by = tolerance(s, "1e-2", "0");
  EXPECT_DOUBLE_EQ(by.size(Vec<double>{{1e-2, 0}}, Vec<double>{{1e-2, 0}}, from, to, 0.1), std::sqrt(0.5));
  EXPECT_EQ(by.size(Vec<double>{{0, 1e-9}}, Vec<double>::Zero(2), from, to, 0.1),
            std::numeric_limits<double>::infinity());
}

StepResult started(const Method& method, System::State x, const char* atol) {
  System s{SmallSystem<TwoSprings>({})};
  const auto stepper = method.in_double(s, options_of(method, {{"rtol", "1e-6"}, {"atol", atol}}));
  if (const auto result = stepper->start(0, 1, x); result.status != Status::ok) return result;
  return stepper->step(0, 1, x);
}

// This fails if a first step with NaN is reported as a diverging motion.
TEST(Tolerance, WithoutAnAbsolutePartIsRefusedWhereSomethingBeginsAtZero) {
  for (const auto& method : adaptive_methods()) {
    SCOPED_TRACE(method.info.name);
    EXPECT_EQ(started(method, state(1, 0, 0.5, 0), "0").status, Status::ok) << "what rests at 0 needs no tolerance";
    for (const auto& x : {state(1, 1, 0, 1), state(0, 1, 1, 1)}) {
      const auto result = started(method, x, "0");
      EXPECT_EQ(result.status, Status::unsupported);
      EXPECT_NE(result.detail.find("atol > 0"), result.detail.npos) << result.detail;
      EXPECT_EQ(started(method, x, "1e-6").status, Status::ok);
    }
  }
}

}  // namespace
}  // namespace plumb
