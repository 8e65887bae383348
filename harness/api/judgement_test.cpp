// Tests of judgements with given results, without a pool.

#include "harness/api/reproduction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/schedule/testing/reach_with.hpp"
#include "harness/sets/keys.hpp"

namespace plumb {
namespace {

using ::testing::HasSubstr;

Quantity error_at_end() {
  return quantity(
      keys_from_text("schema = 1\nproblem = \"pendulum\"\nformulation = \"ode\"\nmethod = \"erk4\"\nt_end = 1\n"
                     "metric = \"end.q\"\nstep = \"1e-1\"",
                     "q"),
      Paper());
}

RunResult with_error(double error) {
  RunResult out;
  out.status = Status::ok;
  out.metrics = {{"end.q", error}};
  return out;
}

class Judgements : public ::testing::Test {
 protected:
  Judgements() {
    TableSpec table{"small", "table-1", "T", {}};
    table.entries.push_back({.printed = {"table-1", "r", "c", "2.0e-3", "small"},
                             .quantity = error_at_end(),
                             .repeats = repeat_quantities(error_at_end()),
                             .note = {}});
    Claim claim{.id = "small-error", .where = "1", .says = "S", .note = {}, .checks = {}};
    claim.checks.push_back({.quantity = error_at_end(), .over = {}, .criterion = {.relation = "<", .value = "1e3"}});
    const auto& entry = table.entries.front();
    results = {{entry.quantity.cells.front().id(), with_error(1e-3)},
               {entry.repeats.longer->cells.front().id(), with_error(1.5e-3)}};
    judgement.emplace(std::vector{table}, std::vector{claim}, lab, false, TableFormat::text,
                      [this](std::string_view part) { text += part; });
  }
  CellResults results;
  std::string text;
  Laboratory lab{MatrixOptions{}};
  std::optional<Judgement> judgement;
};

// Fails if a verdict "differs" does not need the repeat run, or if the repeat run is not used.
TEST_F(Judgements, NeedTheRepeatRunsOfNumbersThatDiffer) {
  const auto goals = judgement->goals();
  ASSERT_EQ(goals.size(), 2U);
  auto without_repeats = results;
  std::erase_if(without_repeats, [&](const auto& of) { return of.second.metrics.at("end.q") != 1e-3; });
  EXPECT_THROW(testing_goals::reach_with({goals[0]}, without_repeats), std::out_of_range);
  EXPECT_EQ(judgement->ended(), 0U);
  testing_goals::reach_with({goals[0]}, results);
  EXPECT_EQ(judgement->ended(), 1U);
  EXPECT_THAT(text, HasSubstr("long double gives 1.50e-3"));
}

// Fails if the claims are printed before a table that is not complete.
TEST_F(Judgements, PrintInTheOrderOfThePaper) {
  const auto goals = judgement->goals();
  testing_goals::reach_with({goals[1]}, results);
  EXPECT_EQ(text, "");
  EXPECT_EQ(judgement->current(), "table-1");
  testing_goals::reach_with({goals[0]}, results);
  EXPECT_EQ(judgement->current(), "");
  EXPECT_LT(text.find("small/table-1"), text.find("small-error"));
  Findings findings;
  judgement->add_to(findings);
  ASSERT_EQ(findings.claims.size(), 1U);
  EXPECT_EQ(findings.claims.front().verdict, ClaimVerdict::holds);
}

}  // namespace
}  // namespace plumb
