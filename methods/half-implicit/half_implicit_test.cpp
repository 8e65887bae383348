#include "methods/half-implicit/half_implicit.hpp"

#include <gtest/gtest.h>

#include "methods/catalogue.hpp"
#include "methods/families.hpp"
#include "methods/half-implicit/fully_implicit.hpp"
#include "methods/half-implicit/half_implicit2.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;
using System = AnySystem<quad>;

TEST(HalfImplicit, ShowsTheOrdersItClaims) {
  for (const auto& method : half_implicit_methods()) expect_claimed_orders(method, 384);
  expect_claimed_orders(catalogued_method("half-implicit"), 384, {{"end", "equations"}});
  expect_claimed_orders(catalogued_method("fully-implicit"), 384, {{"jacobian", "exact"}});
}

// The errors of λ at the ends of first steps of 1/10000 and 1/20000 s.
std::pair<double, double> first_errors(const Method& method, const std::map<std::string, std::string>& overrides) {
  const auto error = [&](int steps) {
    auto s = driven_pendulum().system(Form::index3);
    auto x = driven_pendulum().begin();
    const quad h = quad(1) / (10000 * steps);
    const auto stepper = method.in_quad(s, options_of(method, overrides));
    EXPECT_EQ(stepper->start(0, h, x).status, Status::ok);
    EXPECT_EQ(stepper->step(0, h, x).status, Status::ok);
    auto exact = x;
    s.acceleration(h, x.q, x.v, exact.a, exact.lambda);
    return static_cast<double>(abs(x.lambda[0] - exact.lambda[0]));
  };
  return {error(1), error(2)};
}

// λ of the first step lacks half of the centripetal acceleration v² = 1 (the length is 1), for any step size.
TEST(HalfImplicit, FirstMultipliersAreOffUnlessTheyAreOfTheEquations) {
  for (const auto* name : {"half-implicit", "fully-implicit"}) {
    const auto [coarse, fine] = first_errors(catalogued_method(name), {});
    EXPECT_NEAR(coarse, 0.5, 0.01) << name;
    EXPECT_NEAR(fine, 0.5, 0.01) << name;
  }
  const auto [coarse, fine] = first_errors(catalogued_method("half-implicit"), {{"end", "equations"}});
  EXPECT_LT(coarse, 1e-30);
  EXPECT_LT(fine, 1e-30);
  const auto [coarse2, fine2] = first_errors(catalogued_method("half-implicit2"), {});
  EXPECT_LT(coarse2, 1e-6);
  EXPECT_NEAR(std::log2(coarse2 / fine2), 2, 0.2);
}

// The a and λ that a step returns satisfy the equations of motion at its beginning.
TEST(HalfImplicit, MultipliersAreThoseOfTheBeginningOfTheStep) {
  auto s = driven_pendulum().system(Form::index3);
  auto x = driven_pendulum().begin();
  const auto& method = catalogued_method("half-implicit");
  const auto stepper = method.in_quad(s, options_of(method));
  const quad h = quad(1) / 1000;
  stepper->start(0, h, x);
  for (int n = 0; n < 10; ++n) stepper->step(n * h, h, x);
  const auto before = x;
  stepper->step(10 * h, h, x);
  auto balance = x.v, part = x.v;
  s.momentum(before.q, x.a, balance);
  s.reaction(10 * h, before.q, x.lambda, part);
  balance += part;
  s.force(10 * h, before.q, before.v, part);
  EXPECT_LT(static_cast<double>((balance - part).norm()), 1e-28);
  EXPECT_LT(static_cast<double>((x.v - before.v - h * x.a).norm()), 1e-32);
}

/// A bead on a guide that turns with the rate 2, so that G depends on time: q = e^2t (cos 2t, sin 2t).
struct TurningGuide {
  using Scalar = quad;
  static constexpr int nq = 2, nv = 2, nl = 1;
  using V = Vec<quad, 2>;
  using L = Vec<quad, 1>;
  using Row = Mat<quad, 1, 2>;

  static V along(const quad& t) { return {cos(2 * t), sin(2 * t)}; }
  static V across(const quad& t) { return {-sin(2 * t), cos(2 * t)}; }
  static V position(const quad& t) { return exp(2 * t) * along(t); }
  static V velocity(const quad& t) { return 2 * exp(2 * t) * (along(t) + across(t)); }
  static quad multiplier(const quad& t) { return -8 * exp(2 * t); }

  static bool velocity_dependent() { return false; }
  static void mass(const V&, Mat<quad, 2>& m) { m.setIdentity(); }
  static void force(const quad&, const V&, const V&, V& f) { f.setZero(); }
  static void tangents(const quad&, const V&, const V&, const V&, const L&, Mat<quad, 2>& k, Mat<quad, 2>& d) {
    k.setZero();
    d.setZero();
  }
  static void constraint(const quad& t, const V& q, L& g) { g[0] = across(t).dot(q); }
  static void jacobian(const quad& t, const V&, Row& g) { g = across(t).transpose(); }
  static void constraint_time(const quad& t, const V& q, L& g) { g[0] = -2 * along(t).dot(q); }
  static void jacobian_tangent(const quad&, const V&, const V&, Row& k) { k.setZero(); }
  static void bias(const quad& t, const V& q, const V& v, L& g) { g[0] = -4 * along(t).dot(v) - 4 * across(t).dot(q); }
  static void bias_tangents(const quad& t, const V&, const V&, Row& by_q, Row& by_v) {
    by_q = -4 * across(t).transpose();
    by_v = -4 * along(t).transpose();
  }
};

// The errors of q, v and λ at t = 1/2; the reaction of the last step is compared with the exact reaction at its own
// time.
Distance<quad> errors_on_the_guide(const Method& method, int steps) {
  System s{SmallSystem(TurningGuide{}, Form::index3)};
  auto x = zero_state(s);
  x.q = TurningGuide::position(0);
  x.v = TurningGuide::velocity(0);
  const quad end = quad(1) / 2, h = end / steps;
  EXPECT_EQ(integrate(*method.in_quad(s, options_of(method)), x, end, steps, [](int, const auto&) {}).status,
            Status::ok);
  const quad of_lambda = method.info.name == "half-implicit" ? quad(end - h) : end;
  const quad unbalanced = (x.a + TurningGuide::across(of_lambda) * x.lambda[0]).norm();
  EXPECT_LT(static_cast<double>(unbalanced), 1e-25) << method.info.name;
  return {(x.q - TurningGuide::position(end)).norm(), (x.v - TurningGuide::velocity(end)).norm(),
          abs(x.lambda[0] - TurningGuide::multiplier(end)), true};
}

// This fails if G or Φ is evaluated at a wrong time.
TEST(HalfImplicit, TakesReactionsOfTheirTimes) {
  for (const auto& method : half_implicit_methods()) {
    const auto observed = slopes(errors_on_the_guide(method, 200), errors_on_the_guide(method, 400));
    EXPECT_GT(observed.q, method.info.order - order_tolerance) << method.info.name;  // may be higher on this problem
    EXPECT_NEAR(observed.v, method.info.order, order_tolerance) << method.info.name;
    EXPECT_NEAR(observed.lambda, method.info.order, order_tolerance) << method.info.name;
  }
}

TEST(HalfImplicit, ImposesPositionsExactly) {
  for (const auto& method : half_implicit_methods()) {
    auto s = driven_pendulum().system(Form::index3);
    auto x = driven_pendulum().begin();
    auto phi = x.lambda;
    const auto result = integrate(*method.in_quad(s, options_of(method)), x, quad(1), 50, [&](int n, const auto& at) {
      s.constraint(quad(n) / 50, at.q, phi);
      EXPECT_LT(static_cast<double>(abs(phi[0])), 1e-30);
    });
    EXPECT_EQ(result.status, Status::ok);
    s.constraint_rate(1, x.q, x.v, phi);
    const bool second_order = method.info.name == "half-implicit2";
    EXPECT_EQ(abs(phi[0]) < quad(1e-30), second_order) << static_cast<double>(phi[0]);  // else proportional to the step
  }
}

TEST(HalfImplicit, RefusesConstraintsAtOtherLevels) {
  for (const auto& method : half_implicit_methods()) {
    auto s = driven_pendulum().system(Form::index1);
    auto x = driven_pendulum().begin();
    EXPECT_EQ(method.in_quad(s, options_of(method))->start(0, quad(0.1), x).status, Status::unsupported);
  }
}

TEST(HalfImplicit, IsSemiImplicitEulerWithoutConstraints) {
  auto s = coupled_pair().system(Form::ode);
  auto x = coupled_pair().begin(), y = x;
  const auto& method = catalogued_method("half-implicit");
  const quad h = quad(1) / 20;
  integrate(*method.in_quad(s, options_of(method)), x, quad(1), 20, [&](int n, const auto&) {
    s.acceleration((n - 1) * h, y.q, y.v, y.a, y.lambda);
    y.v += h * y.a;
    y.q += h * y.v;
  });
  EXPECT_LT(static_cast<double>((x.q - y.q).norm() + (x.v - y.v).norm()), 1e-32);
}

// Both matrices lead to the same step, which equals the step of the method implicit-euler.
TEST(FullyImplicit, IsImplicitEuler) {
  const auto end_of = [](const Exercise& exercise, std::string_view name, Form form, const char* jacobian) {
    const auto& method = catalogued_method(name);
    auto s = exercise.system(form);
    auto x = exercise.begin();
    const auto options = jacobian ? options_of(method, {{"jacobian", jacobian}}) : options_of(method);
    EXPECT_EQ(integrate(*method.in_quad(s, options), x, quad(1), 50, [](int, const auto&) {}).status, Status::ok);
    return x;
  };
  const auto expect_same = [&](const Exercise& exercise, Form form) {
    auto s = exercise.system(form);
    const auto euler = end_of(exercise, "implicit-euler", form, nullptr);
    for (const auto* jacobian : {"paper", "exact"}) {
      const auto d = distance(s, euler, end_of(exercise, "fully-implicit", form, jacobian));
      EXPECT_LT(static_cast<double>(d.q + d.v), 1e-28) << jacobian;
      EXPECT_TRUE(!d.has_multipliers || d.lambda < quad(1e-24)) << jacobian;
    }
  };
  expect_same(driven_pendulum(), Form::index3);
  expect_same(rigid_body(), Form::ode);
  expect_same(coupled_pair(), Form::ode);
}

TEST(FullyImplicit, ConvergesFasterWithTheExactMatrix) {
  const auto iterations = [](const char* jacobian) {
    const auto& method = catalogued_method("fully-implicit");
    auto s = driven_pendulum().system(Form::index3);
    auto x = driven_pendulum().begin();
    const auto stepper = method.in_quad(s, options_of(method, {{"jacobian", jacobian}}));
    integrate(*stepper, x, quad(1), 50, [](int, const auto&) {});
    return *stepper->counters().newton_iterations;
  };
  EXPECT_LT(2 * iterations("exact"), iterations("paper"));
}

template <template <class> class M, class Model>
void expect_same_bits(const Model& model, Form form) {
  SmallSystem s(model, form);
  AnySystem<double> erased(s);
  const auto begin = Model::initial();
  auto x = begin;
  AnySystem<double>::State y{begin.q, begin.v, begin.a, begin.lambda};
  const MethodOptions options{Parameters(), {}};
  M<SmallSystem<Model>> stepper(s, options);
  M<AnySystem<double>> other(erased, options);
  const auto ignore = [](int, const auto&) {};
  EXPECT_EQ(integrate(stepper, x, 1., 50, ignore).status, Status::ok);
  EXPECT_EQ(integrate(other, y, 1., 50, ignore).status, Status::ok);
  EXPECT_TRUE(x.q == y.q && x.v == y.v && x.a == y.a && x.lambda == y.lambda);
}

TEST(HalfImplicit, StaticBindingsGiveTheSameBits) {
  expect_same_bits<HalfImplicit>(DrivenPendulum<double>{}, Form::index3);
  expect_same_bits<FullyImplicit>(DrivenPendulum<double>{}, Form::index3);
  expect_same_bits<HalfImplicit2>(DrivenPendulum<double>{}, Form::index3);
  expect_same_bits<HalfImplicit>(RigidBody<double>{}, Form::ode);
  expect_same_bits<FullyImplicit>(CoupledPair<double>{}, Form::ode);
  expect_same_bits<HalfImplicit2>(RigidBody<double>{}, Form::ode);
}

StepResult run_with(const Method& method, const NewtonSettings& newton) {
  auto s = driven_pendulum().system(Form::index3);
  auto x = driven_pendulum().begin();
  auto options = options_of(method);
  options.newton = newton;
  return integrate(*method.in_quad(s, options), x, quad(1), 50, [](int, const auto&) {});
}

TEST(HalfImplicit, SaysHowNewtonEnded) {
  for (const auto& method : half_implicit_methods()) {
    SCOPED_TRACE(method.info.name);
    EXPECT_EQ(run_with(method, {}).status, Status::ok);
    EXPECT_EQ(run_with(method, {.tolerance = {}, .test = NewtonTest::residual}).status, Status::ok);
    EXPECT_EQ(run_with(method, {.tolerance = 1e-8}).status, Status::ok);
    EXPECT_EQ(run_with(method, {.tolerance = 1e-8, .test = NewtonTest::residual}).status, Status::ok);
    EXPECT_EQ(run_with(method, {.tolerance = 1e-60}).status, Status::tolerance_unreachable);
    EXPECT_EQ(run_with(method, {.tolerance = {}, .max_iterations = 1}).status, Status::newton_diverged);
  }
}

}  // namespace
}  // namespace plumb
