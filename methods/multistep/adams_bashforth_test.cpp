#include "methods/multistep/adams_bashforth.hpp"

#include <gtest/gtest.h>

#include "methods/families.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;

std::vector<Method> adams_methods() {
  auto list = multistep_methods();
  std::erase_if(list, [](const Method& m) { return !m.info.name.starts_with("ab"); });
  return list;
}

TEST(AdamsBashforth, ShowsTheOrdersItClaims) {
  for (const auto& method : adams_methods()) expect_claimed_orders(method, 768);
}

inline constexpr AdamsWeights<4> wrong_weights = {24, {55, -59, 38, -10}};

TEST(AdamsBashforth, OneWrongWeightIsNoticed) {
  const auto observed = coupled_pair().order(
      [](AnySystem<quad>& s) {
        return AnyStepper<quad>::make<AdamsBashforth<4, wrong_weights, AnySystem<quad>>>(s, MethodOptions{});
      },
      768);
  EXPECT_FALSE(shows_order(observed, {4, 4, 4}, true)) << observed.q;
  static_assert(exactness(wrong_weights.denominator, wrong_weights.numerator) == 1);
}

TEST(AdamsBashforth, CostsOneEvaluationAtTheEndOfTheStep) {
  for (const auto& method : adams_methods()) {
    auto s = coupled_pair().system(Form::ode);
    auto x = coupled_pair().begin();
    auto stepper = method.in_quad(s, options_of(method));
    stepper->start(0, quad(0.1), x);
    const auto before = *s.counters.rhs_evaluations;
    stepper->step(0, quad(0.1), x);
    EXPECT_EQ(*s.counters.rhs_evaluations - before, 1);
    auto a = x.a;
    s.acceleration(quad(0.1), x.q, x.v, a, x.lambda);
    EXPECT_EQ(a, x.a);
  }
}

TEST(AdamsBashforth, RefusesRotations) {
  for (const auto& method : adams_methods()) {
    auto s = rigid_body().system(Form::ode);
    auto x = rigid_body().begin();
    EXPECT_EQ(method.in_quad(s, options_of(method))->start(0, quad(0.1), x).status, Status::unsupported);
  }
}

}  // namespace
}  // namespace plumb
