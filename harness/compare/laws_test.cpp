// Real pages of comparisons must fulfil the laws (testing/laws.hpp), and impossible pages must violate them.

#include "harness/compare/testing/laws.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "harness/compare/page.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Runs a campaign of the named methods, with the catalogue if `with_field`.
Campaign campaign(const std::vector<std::string>& judged, std::vector<Arena> arenas, double longest_run,
                  bool with_field) {
  CampaignPlan plan{.arenas = std::move(arenas), .entrants = entrants(judged, {}), .longest_run = longest_run};
  std::erase_if(plan.entrants, [&](const Entrant& e) { return e.role == Role::field && !with_field; });
  return run_campaign(plan, {.jobs = 2});
}

std::vector<Json> pages(const Campaign& campaign) {
  const Standings standings(campaign);
  const std::vector<SecondsAtGoal> no_seconds;
  std::vector<Json> out;
  for (std::size_t e = 0; e < campaign.plan.entrants.size(); ++e)
    if (campaign.plan.entrants[e].role == Role::judged) out.push_back(comparison_json({standings, e, no_seconds}));
  return out;
}

/// Returns pages of four methods compared with the whole catalogue on the pendulum. Only short runs are allowed, so
/// many costs are only bounds.
const std::vector<Json>& of_the_catalogue() {
  static const auto out =
      pages(campaign({"kutta3", "erk4", "bdf1", "radau-iia(stages=2)"}, {default_arenas().front()}, 2e-3, true));
  return out;
}

TEST(Laws, HoldBesideTheCatalogue) {
  for (const auto& page : of_the_catalogue()) EXPECT_THAT(broken_laws(page), IsEmpty()) << page.at("method");
}

TEST(Laws, HoldOnQuickPages) {
  for (const auto& page : pages(campaign({"erk4", "bdf2", "esdirk324l2sa"}, quick_arenas(), 0.02, false)))
    EXPECT_THAT(broken_laws(page), IsEmpty()) << page.at("method");
}

// If only an upper bound of a cost is known, the cost may be the least of all. Then ranks must be ranges.
TEST(Laws, SeeCostsThatAreBounds) {
  bool any_range = false;
  for (const auto& page : of_the_catalogue())
    for (const auto& goal : page.at("goals"))
      if (!goal.at("rank").is_null())
        any_range = any_range || goal.at("rank").at("first") != goal.at("rank").at("last");
  EXPECT_TRUE(any_range) << "no rank of these is a range: the test says nothing";
}

// The orders of q and v over the whole run must be the proven ones. At a single time, the leading error term may vanish
// by chance.
TEST(Laws, OrdersOfDissipativeMethodsAreTheProvenOnes) {
  for (const auto& page :
       pages(campaign({"kutta3", "radau-iia(stages=2)", "esdirk324l2sa"}, {default_arenas().front()}, 0.02, false)))
    for (const auto& order : page.at("orders")) {
      if (order.at("class") != "q" && order.at("class") != "v") continue;
      EXPECT_EQ(order.at("verdict"), "pass") << page.at("method") << order.at("class") << order.at("order");
      EXPECT_NEAR(order.value("order", 0.), 3, 0.1) << page.at("method") << order.at("class");
    }
}

std::string notes_of(const Json& page, const std::string& id) {
  std::string out;
  for (const auto& section : page.at("sections"))
    if (section.at("id") == id)
      for (const auto& note : section.at("notes")) out += note.get<std::string>() + "\n";
  return out;
}

// A page must contain its provenance and counts that agree with its tables. It must not claim a growth law such as t^2.
TEST(Laws, APageSaysHowItWasMadeAndClaimsNoLaw) {
  std::string all_findings;
  for (const auto& page : of_the_catalogue()) {
    for (const char* fact : {"version", "commit", "date", "machine", "compiler", "command", "settings"})
      EXPECT_FALSE(page.at("provenance").at(fact).get<std::string>().empty()) << fact;
    const auto findings = notes_of(page, "summary"), long_runs = notes_of(page, "long-runs");
    EXPECT_THAT(findings + long_runs, testing::Not(HasSubstr("t^"))) << page.at("method");
    EXPECT_LT(findings.find("Order: "), findings.find("Cost: "));
    EXPECT_LT(findings.find("Cost: "), findings.find("Failures: "));
    EXPECT_LT(findings.find("Failures: "), findings.find("Energy error"));
    EXPECT_LT(findings.find("Energy error"), findings.find("Not tested: "));
    all_findings += findings;
    EXPECT_THAT(findings, testing::Not(HasSubstr("1 have"))) << page.at("method");
    EXPECT_THAT(findings, testing::Not(HasSubstr("costs x"))) << page.at("method");
    EXPECT_THAT(notes_of(page, "cost"), HasSubstr("f + 3/2 Jacobians + n/18 LU + 1/6 solutions"));
    EXPECT_THAT(notes_of(page, "families"), testing::ContainsRegex("There are [0-9]+ goals?, and this method reaches"));
  }
  EXPECT_THAT(all_findings, AllOf(HasSubstr("times that of the cheapest method"), HasSubstr("times that of the median"),
                                  HasSubstr("catalogue methods of its order and kind")));
}

TEST(Laws, TheCommandMakesTheComparisonAgain) {
  EXPECT_EQ(command_of(
                {.methods = {"bathe(rho=0)", "@a b.toml"}, .beside = {"hht"}, .problems = {"squeezer"}, .quick = true}),
            "plumb compare 'bathe(rho=0)' '@a b.toml' --beside hht --on squeezer --quick");
}

/// Returns a cost, or the bound in an entry like "> 1.2e+04".
double cost_or_bound(const Json& entry) {
  return entry.is_number() ? entry.get<double>() : std::stod(entry.get<std::string>().substr(2));
}

// A page must compare the formulations of a problem: costs at equal errors of q, v and lambda, and the drift.
TEST(Laws, APageComparesFormulations) {
  auto arenas = arenas_of({"slider-crank"});
  for (const auto& other : other_formulations(arenas.back())) arenas.push_back(other);
  const auto page = pages(campaign({"radau-iia(stages=2)"}, arenas, 0.02, false)).front();
  EXPECT_THAT(broken_laws(page), IsEmpty());
  std::map<std::string, Json> rows;
  for (const auto& section : page.at("sections"))
    if (section.at("id") == "formulations")
      for (const auto& row : section.at("rows")) rows[row.at("formulations")] = row;
  ASSERT_TRUE(rows.contains("slider-crank index1") && rows.contains("slider-crank index3"));
  const auto &low = rows["slider-crank index1"], &high = rows["slider-crank index3"];
  EXPECT_LT(high.at("drift q").get<double>(), 1e-13);
  EXPECT_GT(low.at("drift q").get<double>(), 1e-8) << "accelerations alone do not keep positions";
  EXPECT_LT(cost_or_bound(low.at("lambda 1e-3")), cost_or_bound(high.at("lambda 1e-3"))) << "order 3 against order 1";
  EXPECT_THAT(notes_of(page, "formulations"), HasSubstr("On slider-crank an error of 1e-6 costs least in q with"));
}

// The first sentence on orders must contain the orders in each form of the equations, and the component classes that do
// not converge.
TEST(Laws, TheFirstSentenceOnOrdersIsByFormulation) {
  auto arenas = quick_arenas();
  const auto with_constraints = std::ranges::find(arenas, "index3", &Arena::formulation);
  ASSERT_NE(with_constraints, arenas.end());
  const auto page = pages(campaign({"radau-iia(stages=2)", "bdf1"}, {*with_constraints}, 0.02, false));
  for (const auto& one : page) {
    const auto findings = notes_of(one, "summary");
    const auto begin = findings.find("Order: ");
    const auto first = findings.substr(begin, findings.find(". ", begin) - begin);
    EXPECT_THAT(findings.substr(begin, findings.find("\n", begin) - begin), HasSubstr("index3"));
    for (const auto& order : one.at("orders")) {
      const auto name = order.at("class").get<std::string>();
      if (order.at("order").is_null() || (name != "a" && name != "lambda")) continue;
      if (order.at("order") > 0.2) continue;
      EXPECT_THAT(first, HasSubstr("not converge")) << first;
    }
  }
}

// ---- impossible pages

Json goal(int first, int last, int of) {
  return {{"arena", "a ode"}, {"accuracy", 1e-3},    {"method", "m"},
          {"role", "judged"}, {"reach", "measured"}, {"cost", 10.},
          {"low", 9.},        {"high", 11.},         {"rank", {{"first", first}, {"last", last}, {"of", of}}}};
}

Json order(const char* component_class, const Json& slope, const char* verdict) {
  const Json window = slope.is_null() ? Json() : Json::array({1e-3, 1e-1});
  return {{"arena", "a ode"}, {"class", component_class}, {"order", slope},
          {"expected", 3},    {"window", window},         {"verdict", verdict}};
}

Json page(std::vector<Json> goals, std::vector<Json> orders = {}, std::vector<Json> sections = {}) {
  return {{"goals", std::move(goals)}, {"orders", std::move(orders)}, {"sections", std::move(sections)}};
}

Json table(const char* id, const Json& row) { return {{"id", id}, {"rows", Json::array({row})}}; }

TEST(Laws, TellImpossibleRanks) {
  EXPECT_THAT(broken_laws(page({goal(1, 1, 1)})), IsEmpty());
  EXPECT_THAT(broken_laws(page({goal(1, 2, 1)})), SizeIs(1)) << "behind the last";
  EXPECT_THAT(broken_laws(page({goal(0, 1, 1)})), SizeIs(1));
  EXPECT_THAT(broken_laws(page({goal(1, 1, 2)})), SizeIs(1)) << "there is one method";
  EXPECT_THAT(broken_laws(page({}, {}, {table("cost", {{"rank", "41 to 48 of 43"}})})),
              testing::ElementsAre(HasSubstr("41 to 48 of 43")));
}

TEST(Laws, TellImpossibleCosts) {
  auto outside = goal(1, 1, 1);
  outside["low"] = 10.5;
  EXPECT_THAT(broken_laws(page({outside})), SizeIs(1));
  auto unknown = goal(1, 1, 1);
  unknown["cost"] = nullptr;
  EXPECT_THAT(broken_laws(page({unknown})), SizeIs(2)) << "measured without a cost, and ranked without one";
}

TEST(Laws, TellCostsThatDifferBetweenTables) {
  const auto with = [](double cost) {
    auto out = page({goal(1, 1, 1)}, {}, {table("formulations", {{"formulations", "a ode"}, {"q 1e-3", cost}})});
    out["method"] = "m";
    return broken_laws(out);
  };
  EXPECT_THAT(with(10), IsEmpty());
  EXPECT_THAT(with(11), SizeIs(1));
}

TEST(Laws, TellImpossibleOrders) {
  const auto of = [](std::vector<Json> orders) { return broken_laws(page({}, std::move(orders))); };
  EXPECT_THAT(of({order("q", 3.01, "pass"), order("v", 2.99, "pass")}), IsEmpty());
  EXPECT_THAT(of({order("q", 4.05, "superconvergent"), order("v", 3., "pass")}), SizeIs(1)) << "v disagrees";
  EXPECT_THAT(of({order("q", 4.05, "superconvergent"), order("v", 4.1, "superconvergent")}), IsEmpty());
  EXPECT_THAT(of({order("q", 4.05, "pass")}), SizeIs(1));
  EXPECT_THAT(of({order("q", 2.9, "reduced")}), SizeIs(1));
  EXPECT_THAT(of({order("q", nullptr, "pass")}), SizeIs(1));
  EXPECT_THAT(of({order("q", 3., "no-window")}), SizeIs(1));
}

TEST(Laws, TellTablesThatSayOtherwise) {
  const auto with = [](const char* printed) {
    return broken_laws(
        page({}, {order("q", 2.5, "reduced")}, {table("orders", {{"measured orders", "a ode"}, {"q", printed}})}));
  };
  EXPECT_THAT(with("2.50 reduced"), IsEmpty());
  EXPECT_THAT(with("2.50"), SizeIs(1));
  EXPECT_THAT(with("3.00 reduced"), SizeIs(1));
}

TEST(Laws, TellImpossibleCounts) {
  const auto with = [](const Json& row) {
    return broken_laws(page({}, {}, {table("cost", {{"rank", "1 of 1"}}), table("families", row)}));
  };
  EXPECT_THAT(with({{"cheaper/tie/dearer", "1/0/0"}, {"goals", 1}, {"within 1", "0.50"}, {"2", "1.00"}}), IsEmpty());
  EXPECT_THAT(with({{"cheaper/tie/dearer", "1/0/1"}}), SizeIs(1)) << "of one goal";
  EXPECT_THAT(with({{"goals", 2}}), SizeIs(1));
  EXPECT_THAT(with({{"within 1", "0.50"}, {"2", "0.25"}}), SizeIs(1));
  EXPECT_THAT(with({{"within 1", "1.50"}}), SizeIs(1));
}

TEST(Laws, TellImpossibleDistributions) {
  const auto with = [](const Json& share, const Json& low, const Json& high) {
    const Json curve = {{"method", "m"}, {"cost", {1, 10}}, {"share", share}, {"low", low}, {"high", high}};
    const Json section = {
        {"id", "distributions"}, {"rows", Json::array()}, {"data", {{"curves", Json::array({curve})}}}};
    return broken_laws(page({}, {}, {section}));
  };
  EXPECT_THAT(with({0.1, 0.5}, {0, 0.2}, {0.3, 1}), IsEmpty());
  EXPECT_THAT(with({0.1, 0.5}, Json::array(), Json::array()), IsEmpty()) << "one problem has no band";
  EXPECT_THAT(with({0.5, 0.1}, {0, 0.2}, {0.3, 1}), SizeIs(1));
  EXPECT_THAT(with({0.1, 1.5}, {0, 0.2}, {0.3, 1}), SizeIs(1));
  EXPECT_THAT(with({0.1, 0.5}, {0.4, 0.5}, {0.3, 1}), SizeIs(1));
}

}  // namespace
}  // namespace plumb
