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
    EXPECT_THAT(refusal(check), HasSubstr("claims.toml:7:"));
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

/// The claims of a file in a folder of its own, with a file of sets beside it.
std::vector<Claim> claims_of(const std::string& text, const std::string& sets = "schema = 1\n") {
  Paper paper;
  paper.folder = std::filesystem::path(testing::TempDir()) / "paper-with-sets";
  std::filesystem::create_directories(paper.folder);
  std::ofstream(paper.folder / "sets.toml") << sets;
  std::ofstream(paper.folder / "claims.toml") << "schema = 1\n" << text;
  return claims_from_file(paper.folder / "claims.toml", paper);
}

constexpr const char* two_families = R"~(schema = 1
[sets.pendulum]
problem = "pendulum"
formulation = "index3"
t_end = "1"
newton_tol = "1e-4"
step = "1e-2"
name = "{m} {rho}"
[sets.lms]
base = "pendulum"
rho = [0, 0.6]
m = ["lms2", "lms3"]
method = "{m}(rho={rho})"
)~";

TEST(Claims, ChecksAreViewsOfSets) {
  const auto claims = claims_of(R"(
[claims.expands]
where = "b"
says = "c"
checks = {metric = ["energy.max", "end.q"], set = "lms", each = [{is = "<", value = "1"}, {is = ">", value = "0"}]}
[claims.once]
where = "b"
says = "c"
checks = {set = "lms", without = {m = "lms3"}, rho = 1, metric = "energy.max", is = "<", value = "1", over = {method = "ss2"}}
)",
                                two_families);
  ASSERT_EQ(claims.size(), 2U);
  EXPECT_EQ(claims[0].id, "expands");
  std::vector<std::string> found;
  for (const auto& check : claims[0].checks) {
    const auto title = check.quantity.title();
    const auto from = title.find("lms"), to = title.find(" h=");
    found.push_back(check.quantity.name + " " + title.substr(from, to - from) + check.relation);
  }
  EXPECT_THAT(found, testing::ElementsAre(
                         "energy.max lms2(rho=0)<", "energy.max lms2(rho=0)>", "energy.max lms3(rho=0)<",
                         "energy.max lms3(rho=0)>", "energy.max lms2(rho=0.6)<", "energy.max lms2(rho=0.6)>",
                         "energy.max lms3(rho=0.6)<", "energy.max lms3(rho=0.6)>", "end.q lms2(rho=0)<",
                         "end.q lms2(rho=0)>", "end.q lms3(rho=0)<", "end.q lms3(rho=0)>", "end.q lms2(rho=0.6)<",
                         "end.q lms2(rho=0.6)>", "end.q lms3(rho=0.6)<", "end.q lms3(rho=0.6)>"));
  ASSERT_EQ(claims[1].checks.size(), 1U);
  EXPECT_EQ(claims[1].checks[0].over->cells.front().text().newton_tol, "1e-4");  // of the set, so of both runs
}

std::string refused_claims(const std::string& text) {
  try {
    claims_of(text, two_families);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(Claims, AreNamedOnce) {
  const std::string rest = "where = \"b\"\nsays = \"c\"\njudged = false\n";
  EXPECT_THAT(refused_claims("[claims.a]\n" + rest + "[claims.a]\n" + rest), HasSubstr("claims.toml:6:1: "));
  EXPECT_THAT(refused_claims("[[claims]]\nid = \"a\"\n" + rest + "[[claims]]\nid = \"a\"\n" + rest),
              HasSubstr("claims.toml:7:1: the claim 'a' is there already"));
  EXPECT_THAT(refused_claims("[claims.a]\nid = \"b\"\n" + rest), HasSubstr("has its id in its heading"));
  EXPECT_THAT(refused_claims("[claims.a]\n" + rest + "checks = {set = \"lsm\"}\n"), HasSubstr("did you mean 'lms'"));
  EXPECT_THAT(refused_claims("[sets.lms]\nrho = 1\n"), HasSubstr("the set 'lms' is there already"));
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

/// The entries of a table whose place "r 2", "c" is printed, as "row: title".
std::vector<std::string> entries_of(const std::string& text) {
  Paper paper;
  paper.published = {{"table-1", "r 2", "c", "1.0"}};
  const auto file = std::filesystem::path(testing::TempDir()) / "table-of-sets.toml";
  std::ofstream(file) << "schema = 1\ntitle = \"t\"\n" << text;
  std::vector<std::string> out;
  for (const auto& entry : table_spec("table-1", file, paper).entries)
    out.push_back(entry.printed.row + ": " + entry.quantity.title());
  return out;
}

TEST(Tables, RowsAndColumnsAreViewsOfSets) {
  const std::string rest = "columns = {column = \"c\", kind = \"stability-limit\", unprinted = true}\n";
  EXPECT_THAT(entries_of("rows = {row = \"r {i}\", i = [2, 3], set = \"s\"}\n" + rest +
                         "[sets.s]\nmethod = \"bdf{i}\"\n[sets.unused]\nname = \"x\"\n"),
              testing::ElementsAre("r 2: stability limit of bdf2", "r 3: stability limit of bdf3"));
  EXPECT_THAT([&] { entries_of("rows = {row = \"r 2\", method = \"erk4,kutta3\"}\n" + rest); },
              testing::ThrowsMessage<UsageError>(HasSubstr("table-of-sets.toml:3:8: the row 'r 2' is there already")));
  EXPECT_THAT([&] { entries_of("rows = {row = \"r 2\", method = \"erk4\"}\ncommon = {damping = [0, 1]}\n" + rest); },
              testing::ThrowsMessage<UsageError>(HasSubstr("common: one value of each key is allowed")));
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
