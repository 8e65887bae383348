// Tests of the sentences on orders, with measured orders by hand.

#include "harness/compare/form_orders.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// Orders of q, v, a and lambda of one problem in one form. A negative order stands for a class that does not converge.
std::vector<FormOrder> orders_by_hand(const std::string& form, const std::string& problem, std::vector<double> orders) {
  constexpr const char* classes[] = {"q", "v", "a", "lambda"};
  std::vector<FormOrder> out;
  for (std::size_t i = 0; i < orders.size(); ++i) out.push_back({form, classes[i], problem, orders[i], orders[i] >= 0});
  return out;
}

std::vector<FormOrder> all_orders(std::initializer_list<std::vector<FormOrder>> lists) {
  std::vector<FormOrder> out;
  for (const auto& list : lists) out.insert(out.end(), list.begin(), list.end());
  return out;
}

// A diagonally implicit method of order 3: reduced to 2 with constraints at velocity level, and to 1 at position level,
// where accelerations and multipliers do not converge. All of this must be in the sentences, the worst first.
TEST(FormOrders, BeginWithNonConvergenceAndOrderReduction) {
  const auto text = order_sentences(all_orders({orders_by_hand("ode", "pendulum", {3.01, 2.98, 3}),
                                                orders_by_hand("index1", "slider-crank", {3, 3, 3, 2.95}),
                                                orders_by_hand("index2", "slider-crank", {1.98, 2, 2, 1}),
                                                orders_by_hand("ggl", "slider-crank", {1.98, 2, 2, 1}),
                                                orders_by_hand("index3", "slider-crank", {0.98, 1, -1, -1})}),
                                    3);
  EXPECT_EQ(text,
            "Order: a and lambda do not converge for index3 (slider-crank). Reduced from 3: 1 in lambda for index2 and "
            "ggl; 1 in q and v for index3; 2 in q, v and a for index2 and ggl. Not reduced: 3 in q, v and a for ode; 3 "
            "in q, v, a and lambda for index1.");
}

TEST(FormOrders, NameProblemsThatDoNotConvergeOnly) {
  const auto text = order_sentences(all_orders({orders_by_hand("index3", "slider-crank", {2, 2, 1, 1}),
                                                orders_by_hand("index3", "spinning-top", {2, 2, -1, -1})}),
                                    2);
  EXPECT_THAT(text,
              StartsWith("Order: a and lambda do not converge for index3 (spinning-top). Reduced from 2: 1 in a"));
}

TEST(FormOrders, WithoutReductionSaySo) {
  EXPECT_EQ(order_sentences(orders_by_hand("ode", "pendulum", {4, 4.05}), 4),
            "Order: 4 in q and v for ode, without order reduction.");
  EXPECT_EQ(order_sentences(orders_by_hand("ode", "pendulum", {4, 4.05}), 0), "Order: 4 in q and v for ode.")
      << "without a classical order no statement about a reduction is possible";
}

TEST(FormOrders, OnSeveralProblemsAreARange) {
  const auto both =
      all_orders({orders_by_hand("ode", "pendulum", {3}), orders_by_hand("ode", "stiff oscillator", {2.02})});
  EXPECT_EQ(order_sentences(both, 3), "Order: reduced from 3: 2 to 3 in q for ode.");
}

TEST(FormOrders, OfEveryFormAreIncluded) {
  for (const char* form : {"ode", "momenta", "index1", "projected", "index2", "ggl", "index3"})
    EXPECT_THAT(order_sentences(orders_by_hand(form, "pendulum", {2}), 2), HasSubstr(form));
}

TEST(FormOrders, ThatAreMissingAreListed) {
  const std::vector<FormOrder> measured = {{"index2", "q", "crank", 2.},  {"index2", "a", "crank"},
                                           {"ggl", "a", "crank"},         {"index2", "a", "top"},
                                           {"index3", "a", "crank", 1.5}, {"index3", "lambda", "crank", {}, false}};
  EXPECT_THAT(components_without_order(measured), ElementsAre("a for index2 and ggl"));
  EXPECT_THAT(order_sentences(measured, 2), Not(HasSubstr("a for index2")));
  EXPECT_THAT(order_sentences({{"ode", "q", "pendulum"}}, 2), IsEmpty());
}

TEST(FormOrders, Enumerate) {
  EXPECT_EQ(enumerated({}), "");
  EXPECT_EQ(enumerated({"q"}), "q");
  EXPECT_EQ(enumerated({"q", "v", "a"}), "q, v and a");
}

}  // namespace
}  // namespace plumb
