#include "methods/explicit-rk/explicit_rk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "methods/explicit-rk/dop853.hpp"
#include "methods/explicit-rk/tableaus.hpp"
#include "methods/families.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;
using ErasedQuad = AnySystem<quad>;

TEST(ExplicitRk, ShowsTheOrdersItClaims) {
  for (const auto& method : explicit_rk_methods()) expect_claimed_orders(method, 192);
}

template <int n>
Distance<double> observed_order(const Tableau<n>& tableau) {
  return coupled_pair().order(
      [&](ErasedQuad& s) {
        return AnyStepper<quad>::make<ExplicitRk<ErasedQuad, RuntimeTableau<quad>>>(
            s, MethodOptions{}, RuntimeTableau<quad>{Coefficients<quad>(tableau)});
      },
      192);
}

TEST(ExplicitRk, OneWrongCoefficientIsNoticed) {
  const ProvenOrder claimed{4, 4, 4};
  EXPECT_TRUE(shows_order(observed_order(erk4), claimed, true));
  auto node = erk4;
  node.c[2] = 2_r / 5;
  EXPECT_FALSE(shows_order(observed_order(node), claimed, true));
  auto weight = erk4;
  weight.b[0] = 1_r / 5;
  weight.b[3] = 2_r / 15;
  EXPECT_FALSE(shows_order(observed_order(weight), claimed, true));
  auto digit = dop853;
  digit.a[11][10] = "6.43392746015763530355970484046e-2"_r;
  EXPECT_FALSE(shows_order(observed_order(digit), {8, 8, 8}, true));
}

TEST(ExplicitRk, RotationsNeedTheRateInTheChart) {
  const auto naive_error = [](const Method& method, int n) {
    AnySystem<quad> s(SmallSystem(RigidBody<quad>{.corrects_chart = false}));
    auto x = rigid_body().begin();
    const auto stepper = method.in_quad(s, options_of(method));
    integrate(*stepper, x, rigid_body().horizon(), n, [](int, const auto&) {});
    return distance(s, rigid_body().at_end(), x).q;
  };
  for (const auto& method : explicit_rk_methods())
    EXPECT_NEAR(static_cast<double>(log2(naive_error(method, 96) / naive_error(method, 192))), 2, 0.1)
        << method.info.name;
}

// Rows of A sum to c, and b to one, to the digits of the table.
template <int n>
void expect_consistent(const Tableau<n>& tableau) {
  const Coefficients<quad> k(tableau);
  quad sum = -1;
  for (int i = 0; i < n; ++i) {
    sum += k.b[static_cast<std::size_t>(i)];
    quad row = -k.c[static_cast<std::size_t>(i)];
    for (int j = 0; j < n; ++j) row += k.a[static_cast<std::size_t>(i * n + j)];
    EXPECT_LT(static_cast<double>(abs(row)), 1e-27) << tableau.info.name << ", row " << i;
  }
  EXPECT_LT(static_cast<double>(abs(sum)), 1e-27) << tableau.info.name;
}

TEST(ExplicitRk, TablesAreConsistent) {
  expect_consistent(kutta3);
  expect_consistent(heun3);
  expect_consistent(erk4);
  expect_consistent(dopri5);
  expect_consistent(dop853);
}

TEST(ExplicitRk, CostsOneEvaluationAStage) {
  for (const auto& method : explicit_rk_methods()) {
    const int stages = method.tableau({}).stages;
    auto s = coupled_pair().system(Form::ode);
    auto x = coupled_pair().begin();
    auto stepper = method.in_quad(s, options_of(method));
    stepper->start(0, quad(0.1), x);
    const auto before = *s.counters.rhs_evaluations;
    stepper->step(0, quad(0.1), x);
    EXPECT_EQ(*s.counters.rhs_evaluations - before, stages);
    EXPECT_EQ(*stepper->counters().stages, stages);
  }
}

}  // namespace
}  // namespace plumb
