#include <gtest/gtest.h>

#include "methods/catalogue.hpp"
#include "methods/coefficients/order_trees.hpp"
#include "methods/extrapolation/coefficients.hpp"
#include "methods/testing/expectations.hpp"

namespace plumb {
namespace {

using namespace testing;

TEST(Extrapolation, SatisfiesTheOrderConditions) {
  for (const int order : {4, 6, 8}) EXPECT_EQ(order_report(gbs_tableau(order)).order, order);
  for (const int order : {1, 2, 3, 4, 6})
    EXPECT_EQ(order_report(tableau_without_constraints(mexx_data(order))).order, order);
}

TEST(Extrapolation, EmbeddedWeightsHaveTwoOrdersLess) {
  for (const int order : {4, 6, 8, 10}) {
    auto tableau = gbs_tableau(order);
    const auto weights = gbs_embedded(order);
    EXPECT_EQ(weights.power, order - 1);
    tableau.b = weights.b;
    EXPECT_EQ(order_report(tableau).order, order - 2);
  }
}

TEST(Extrapolation, OneWrongEntryIsNoticed) {
  auto tableau = gbs_tableau(6);
  tableau.a[static_cast<std::size_t>(3 * tableau.stages + 1)] = "2/5";  // 1/2 in the method
  EXPECT_LT(order_report(tableau).order, 6);
}

TEST(Extrapolation, ShowsTheOrdersItClaims) {
  for (const char* order : {"4", "6", "8"}) expect_claimed_orders(catalogued_method("gbs"), 96, {{"order", order}});
  for (const char* order : {"2", "5"}) expect_claimed_orders(catalogued_method("mexx"), 192, {{"order", order}});
}

TEST(Extrapolation, HasTheStagesOfItsSubSteps) {
  EXPECT_EQ(gbs_tableau(4).stages, 5);
  EXPECT_EQ(gbs_tableau(8).stages, 17);
  EXPECT_EQ(mexx_data(4).stages(), 10u);
  EXPECT_EQ(mexx_data(8).stages(), 36u);
}

}  // namespace
}  // namespace plumb
