#include "methods/coefficients/linear_multistep_data.hpp"

#include <gtest/gtest.h>

#include "methods/coefficients/order_trees.hpp"
#include "methods/families.hpp"
#include "methods/from_data/from_data.hpp"
#include "methods/irk/radau_iia.hpp"
#include "methods/irk/tableaus.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;

const MultistepData bdf2 = {{"3/2", "-2", "1/2"}, {"1", "0", "0"}};
const MultistepData adams4 = {{"24", "-24", "0", "0", "0"}, {"0", "55", "-59", "37", "-9"}};
const MultistepData adams_moulton3 = {{"1", "-1", "0"}, {"5/12", "2/3", "-1/12"}};

TEST(LinearMultistep, OrderConditionsTellTheOrder) {
  EXPECT_EQ(order_of({{"1", "-1"}, {"1", "0"}}), 1);
  EXPECT_EQ(order_of({{"1", "-1"}, {"1/2", "1/2"}}), 2);
  EXPECT_EQ(order_of(bdf2), 2);
  EXPECT_EQ(order_of(adams4), 4);
  EXPECT_EQ(order_of(adams_moulton3), 3);
  EXPECT_EQ(order_of({{"1", "0", "-1"}, {"1/3", "4/3", "1/3"}}), 4);  // Milne-Simpson
  EXPECT_EQ(order_of({{"1.5", "-2", "0.5"}, {"1.01", "0", "0"}}), 0);
  EXPECT_EQ(order_of({{"1.5", "-2", "0.6"}, {"1", "0", "0"}}), -1);
}

TEST(LinearMultistep, BackwardDifferentiationShowsTheOrdersItClaims) {
  for (const auto& method : multistep_methods())
    if (!method.info.name.starts_with("ab")) expect_claimed_orders(method, 384);
}

TEST(LinearMultistep, ImplicitAdamsShowsItsOrder) {
  const auto method = linear_multistep_method({.name = "am3", .title = "", .source = ""}, adams_moulton3);
  const auto observed = coupled_pair().order(method, 384, Form::ode);
  EXPECT_TRUE(shows_order(observed, {3, 3, 3}, true)) << observed.q << " " << observed.v;
}

// This fails if the history comes from steps of Radau IIA with three stages, whose error of h⁶ shows from order 7 on.
TEST(LinearMultistep, TheStartOfAFormulaOfHighOrderIsNotSeen) {
  const MultistepData adams_moulton7 = {{"1", "-1", "0", "0", "0", "0", "0", "0"},
                                        {"36799/120960", "139849/120960", "-121797/120960", "123133/120960",
                                         "-88547/120960", "41499/120960", "-11351/120960", "1375/120960"}};
  const auto method = linear_multistep_method({.name = "am7", .title = "", .source = ""}, adams_moulton7);
  EXPECT_EQ(method.info.order, 8);
  const auto observed = coupled_pair().order(method, 384, Form::ode);
  EXPECT_TRUE(shows_order(observed, {8, 8, 8}, true)) << observed.q << " " << observed.v;
}

TEST(RadauIIA, OfAnyNumberOfStagesHasItsOrder) {
  for (const int stages : {2, 3, 4, 5, 12}) {
    const auto report = order_report(radau_iia_tableau(stages));
    EXPECT_EQ(report.order, std::min(2 * stages - 1, largest_tree)) << stages;
    EXPECT_EQ(report.stage_order, stages) << stages;
  }
  const auto known = order_report(tableau_data(radau_iia3)), constructed = order_report(radau_iia_tableau(3));
  EXPECT_NEAR(constructed.norm[6], known.norm[6], 1e-40);
}

TEST(LinearMultistep, OneWrongCoefficientIsNoticed) {
  auto wrong = bdf2;
  wrong.alpha = {"3/2", "-2.1", "0.6"};
  const auto method = linear_multistep_method({.name = "wrong", .title = "", .source = ""}, wrong);
  EXPECT_FALSE(shows_order(coupled_pair().order(method, 384, Form::ode), {2, 2, 2}, true));
}

// The same formula has a separate stepper (adams_bashforth.hpp), which computes its history by another method.
TEST(LinearMultistep, ExplicitFormulasTakeTheStepOfAdamsAndBashforth) {
  const auto method = linear_multistep_method({.name = "adams4", .title = "", .source = ""}, adams4);
  EXPECT_EQ(method.info.order, 4);
  EXPECT_EQ(method.info.forms, "ode index1");
  const auto observed = coupled_pair().order(method, 768, Form::ode);
  EXPECT_TRUE(shows_order(observed, {4, 4, 4}, true)) << observed.q << " " << observed.v;
}

}  // namespace
}  // namespace plumb
