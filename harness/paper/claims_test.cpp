// Verdicts from synthetic evidence, and what a specification may say.

#include "harness/paper/claims.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "harness/paper/table.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;
using enum Outcome;

ClaimVerdict verdict(std::initializer_list<Outcome> outcomes) {
  std::vector<Evidence> evidence;
  for (const auto outcome : outcomes) evidence.push_back({.check = "c", .outcome = outcome});
  return verdict_of(evidence);
}

TEST(Claims, HoldOnlyIfEveryCheckPassed) {
  EXPECT_EQ(verdict({passed, passed}), ClaimVerdict::holds);
  EXPECT_EQ(verdict({passed, failed}), ClaimVerdict::partly);
  EXPECT_EQ(verdict({failed, failed}), ClaimVerdict::fails);
  EXPECT_EQ(verdict({}), ClaimVerdict::not_run);
}

TEST(Claims, AChecksMissingNumberIsNotDropped) {
  for (const auto open : {missing, left_out}) {
    EXPECT_EQ(verdict({passed, open}), ClaimVerdict::not_run);
    EXPECT_EQ(verdict({open}), ClaimVerdict::not_run);
    EXPECT_EQ(verdict({passed, failed, open}), ClaimVerdict::partly);
    EXPECT_EQ(verdict({failed, open}), ClaimVerdict::fails);
  }
}

TEST(Claims, WhatAPaperSaysOfItselfDecidesNothing) {
  EXPECT_EQ(verdict({shown, failed}), ClaimVerdict::fails);
  EXPECT_EQ(verdict({shown, passed}), ClaimVerdict::holds);
  EXPECT_EQ(verdict({shown}), ClaimVerdict::not_run);
}

TEST(Claims, InfinityIsNullInFilesAndSaidInTheNote) {
  JudgedClaim claim;
  claim.evidence = {{"c", std::numeric_limits<double>::infinity(), passed, "non-finite state"}};
  const auto e = to_json(claim)["evidence"][0];
  EXPECT_TRUE(e["measured"].is_null());
  EXPECT_EQ(e["passed"], true);
  EXPECT_EQ(e["note"], "infinite: non-finite state");
}

/// The message that one check is refused with, "" if it is read.
std::string refusal(const std::string& check) {
  const auto file = std::filesystem::path(testing::TempDir()) / "claims.toml";
  std::ofstream(file) << "schema = 1\n[[claims]]\nid = \"a\"\nwhere = \"b\"\nsays = \"c\"\nchecks = [\n  {" << check
                      << "}\n]\n";
  try {
    claims_from_file(file, Paper{});
  } catch (const UsageError& e) {
    return e.what();
  }
  return "";
}

TEST(Claims, MistakesNameTheirLine) {
  const std::string run = R"(problem = "pendulum", method = "cd", step = "1e-2", t_end = "1", is = "<", )";
  EXPECT_EQ(refusal(run + R"(metric = "energy.max", value = "1")"), "");
  const auto expect = [&](const std::string& check, const char* message) {
    EXPECT_THAT(refusal(check), HasSubstr(message));
    EXPECT_THAT(refusal(check), HasSubstr("claims.toml:7: "));
  };
  expect(run + R"(metric = "energy.max", value = "abc")", "value: 'abc' is no number");
  expect(run + R"(metric = "energy.max", value = "1", within = "x")", "within: 'x' is no number");
  expect(run + R"(metric = "energy.max", value = "1", samples = "99999999999")", "samples: a whole number");
  expect(run + R"(metric = "energy.maks", value = "1")", "did you mean 'energy.max'");
  expect(run + R"(kind = "counter", counter = "rhs_evaluation", value = "1")", "did you mean 'rhs_evaluations'");
  expect(run + R"(kind = "deviation-time", output = "w", threshold = "1", value = "1")", "unknown output 'w'");
  expect(run + R"(kind = "deviation-time", output = "x", threshold = "one", value = "1")", "threshold: 'one'");
  expect(R"(kind = "spectral-radius", method = "cd", omega_dt = ["a"], is = "<", value = "1")", "a");
}

TEST(Claims, AnotherMethodLeavesTheNewtonToleranceBehind) {
  const auto file = std::filesystem::path(testing::TempDir()) / "over.toml";
  std::ofstream(file) << R"(schema = 1
[[claims]]
id = "a"
where = "b"
says = "c"
[[claims.checks]]
metric = "energy.max"
problem = "pendulum"
formulation = "index3"
method = "degree5"
step = "1e-2"
t_end = "1"
newton_tol = "1e-4"
is = "<"
value = "1"
over = {formulation = "projected", method = "kutta3"}
)";
  const auto check = claims_from_file(file, Paper{}).front().checks.front();
  EXPECT_TRUE(check.quantity.cells.front().text().newton_tol);
  EXPECT_FALSE(check.over->cells.front().text().newton_tol);
}

TEST(Claims, WhatIsCommonHoldsForBothRunsOfARatio) {
  const auto file = std::filesystem::path(testing::TempDir()) / "common.toml";
  std::ofstream(file) << R"(schema = 1
[[claims]]
id = "a"
where = "b"
says = "c"
common = {problem = "pendulum", formulation = "index3", step = "1e-2", t_end = "1", newton_tol = "1e-4"}
checks = [
  {metric = "energy.max", method = "bdf2", is = "<", value = "1", over = {method = "bdf3"}},
  {metric = "energy.max", method = "bdf2", step = "1e-1", is = "<", value = "1", over = {newton_tol = "1e-6"}},
]
)";
  const auto checks = claims_from_file(file, Paper{}).front().checks;
  EXPECT_EQ(checks[0].over->cells.front().text().method, "bdf3");
  EXPECT_EQ(checks[0].over->cells.front().text().newton_tol, "1e-4");
  EXPECT_EQ(checks[1].over->cells.front().text().step, "1e-1");
  EXPECT_EQ(checks[1].over->cells.front().text().newton_tol, "1e-6");
}

JudgedEntry entry(double measured) {
  return {.printed = {"table-1", "r", "c", "2.0e-11"}, .measured = measured, .verdict = Verdict::differs};
}

TEST(Tables, ATwinDecidesWhetherADifferenceIsRounding) {
  auto rounding = entry(3e-11);
  judge_by_twin(rounding, {.number = 1e-13, .note = {}});
  EXPECT_EQ(rounding.verdict, Verdict::same_floor);
  EXPECT_THAT(rounding.note, HasSubstr("long double gives"));

  auto real = entry(3e-11);
  judge_by_twin(real, {.number = 3e-11, .note = {}});
  EXPECT_EQ(real.verdict, Verdict::differs);
}

TEST(Tables, WithoutATwinNothingIsSaid) {
  auto never_ran = entry(3e-11);
  judge_by_twin(never_ran, {.number = {}, .note = {}, .ran = false});
  EXPECT_EQ(never_ran.verdict, Verdict::not_run);
  EXPECT_TRUE(never_ran.incomplete);

  auto failed_to = entry(3e-11);
  judge_by_twin(failed_to, {.number = {}, .note = "unsupported"});
  EXPECT_EQ(failed_to.verdict, Verdict::differs);
}

}  // namespace
}  // namespace plumb
