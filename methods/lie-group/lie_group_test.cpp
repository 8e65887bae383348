#include <gtest/gtest.h>

#include <algorithm>

#include "methods/catalogue.hpp"
#include "methods/families.hpp"
#include "methods/lie-group/product_of_exponentials.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;
using ErasedQuad = AnySystem<quad>;

auto stepper_of(const ExponentialTable& table) {
  return [&table](ErasedQuad& s) {
    return AnyStepper<quad>::make<ProductOfExponentials<ErasedQuad>>(s, MethodOptions{}, table);
  };
}

TEST(LieGroup, MethodsShowTheOrdersTheyClaim) {
  for (const auto& method : lie_group_methods()) expect_claimed_orders(method, 192);
}

// A commutator-free method with its exponentials in the opposite order is the same on vector spaces. On rotations it
// loses its order.
TEST(LieGroup, TheOrderOfTheExponentialsMatters) {
  for (const auto* table : {&crouch_grossman3_table, &commutator_free4_table}) {
    const int order = table == &crouch_grossman3_table ? 3 : 4;
    auto reversed = *table;
    std::reverse(reversed.back().begin(), reversed.back().end());
    const ProvenOrder claimed{order, order, order};
    EXPECT_TRUE(shows_order(coupled_pair().order(stepper_of(reversed), 192), claimed, true));
    EXPECT_TRUE(shows_order(rigid_body().order(stepper_of(*table), 192), claimed, true));
    EXPECT_FALSE(shows_order(rigid_body().order(stepper_of(reversed), 192), claimed, true));
  }
}

TEST(LieGroup, OneWrongCoefficientIsNoticed) {
  auto wrong = commutator_free4_table;
  wrong.back() = {{"1/4", "1/6", "1/6", "-1/12"}, {"-1/12", "1/5", "2/15", "1/4"}};
  EXPECT_FALSE(shows_order(coupled_pair().order(stepper_of(wrong), 192), {4, 4, 4}, true));
}

TEST(LieGroup, CommutatorFree4IsTheClassicalMethodOnVectorSpaces) {
  const auto at_end = [](const char* name) {
    auto s = coupled_pair().system(Form::ode);
    auto x = coupled_pair().begin();
    const auto& method = catalogued_method(name);
    const auto stepper = method.in_quad(s, options_of(method));
    integrate(*stepper, x, coupled_pair().horizon(), 20, [](int, const auto&) {});
    return x;
  };
  const auto one = at_end("commutator-free4"), other = at_end("erk4");
  EXPECT_LT(static_cast<double>((one.q - other.q).norm()), 1e-31);
  EXPECT_LT(static_cast<double>((one.v - other.v).norm()), 1e-31);
}

TEST(LieGroup, AStepEvaluatesOneAccelerationAStage) {
  for (const auto& method : lie_group_methods()) {
    auto s = rigid_body().system(Form::ode);
    auto x = rigid_body().begin();
    auto stepper = method.in_quad(s, options_of(method));
    stepper->start(0, quad(0.1), x);
    const auto before = *s.counters.rhs_evaluations;
    stepper->step(0, quad(0.1), x);
    EXPECT_EQ(*s.counters.rhs_evaluations - before, method.info.order);
    EXPECT_EQ(*stepper->counters().stages, method.info.order);
  }
}

}  // namespace
}  // namespace plumb
