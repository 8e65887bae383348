// If accelerations and multipliers are linear in time, velocities are quadratic. Methods of second order and second
// stage order integrate them exactly, extrapolated rates are the solution, and Newton's iteration needs no increment.
// The test is in quad, because a rate that is accepted as predicted retains its rounding error, and extrapolation
// multiplies it step by step.

#include <gtest/gtest.h>

#include "methods/families.hpp"
#include "methods/testing/convergence.hpp"

namespace plumb {
namespace {

using namespace testing;

// The solution has q = (x, y), y = 0, x'' = 1 + 2 t, λ = 3 − t.
template <class T>
struct GuidedMass {
  using Scalar = T;
  static constexpr int nq = 2, nv = 2, nl = 1;
  using V = Vec<T, 2>;
  using L = Vec<T, 1>;

  bool velocity_dependent() const { return false; }
  void mass(const V&, Mat<T, 2>& m) const { m.setIdentity(); }
  void force(const T& t, const V&, const V&, V& f) const { f << 1 + 2 * t, 3 - t; }
  void tangents(const T&, const V&, const V&, const V&, const L&, Mat<T, 2>& k, Mat<T, 2>& d) const {
    k.setZero();
    d.setZero();
  }
  void constraint(const T&, const V& q, L& g) const { g[0] = q[1]; }
  void jacobian(const T&, const V&, Mat<T, 1, 2>& g) const { g << T(0), T(1); }
  void constraint_time(const T&, const V&, L& g) const { g.setZero(); }
  void jacobian_tangent(const T&, const V&, const V&, Mat<T, 1, 2>& k) const { k.setZero(); }
  void bias_tangents(const T&, const V&, const V&, Mat<T, 1, 2>& by_q, Mat<T, 1, 2>& by_v) const {
    by_q.setZero();
    by_v.setZero();
  }
  void bias(const T&, const V&, const V&, L& g) const { g.setZero(); }
};

std::int64_t iterations(const Method& method, const char* predictor, Form form, int steps) {
  AnySystem<quad> s{SmallSystem(GuidedMass<quad>{}, form)};
  auto x = zero_state(s);
  auto options = options_of(method, {{"predictor", predictor}});
  options.newton = {.tolerance = 1e-9, .test = NewtonTest::residual};
  const auto stepper = method.in_quad(s, options);
  const quad h = quad(1) / 10;
  EXPECT_EQ(stepper->start(0, h, x).status, Status::ok);
  for (int n = 0; n < steps; ++n) EXPECT_EQ(stepper->step(quad(n * h), h, x).status, Status::ok);
  EXPECT_LT(abs(x.lambda[0] - 3 + (steps * h)), quad(1e-8));
  return stepper->counters().newton_iterations.value();
}

constexpr int steps = 10;

TEST(PredictedSteps, OfMultistepMethodsIterateInTheFirstOnly) {
  for (const auto& method : multistep_methods()) {
    if (!method.info.name.starts_with("lms")) continue;
    SCOPED_TRACE(std::string(method.info.name));
    for (const auto form : {Form::index1, Form::index3}) {
      EXPECT_EQ(iterations(method, "constant", form, steps), steps);
      EXPECT_EQ(iterations(method, "second", form, steps), 1);  // in the first step, which has only one earlier point
      EXPECT_EQ(iterations(method, "fourth", form, steps), 1);
    }
  }
}

TEST(PredictedSteps, OfEsdirkMethodsIterateInTheFirstImplicitStageOnly) {
  for (const auto& method : esdirk_methods()) {
    SCOPED_TRACE(std::string(method.info.name));
    for (const auto form : {Form::index1, Form::index3}) {
      EXPECT_GT(iterations(method, "constant", form, steps), steps);
      EXPECT_EQ(iterations(method, "second", form, steps), steps);
      EXPECT_EQ(iterations(method, "fourth", form, steps), steps);
    }
  }
}

}  // namespace
}  // namespace plumb
