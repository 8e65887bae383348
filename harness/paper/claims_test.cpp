// These tests say what a file of claims may contain.

#include "harness/paper/claims.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Reads the claims of a file in a folder of its own, with a file of sets beside it.
std::vector<Claim> claims_of(const std::string& text, const std::string& sets = "schema = 1\n") {
  Paper paper;
  paper.folder = scratch_folder();
  std::ofstream(paper.folder / "sets.toml") << sets;
  std::ofstream(paper.folder / "claims.toml") << "schema = 1\n" << text;
  return claims_from_file(paper.folder / "claims.toml", paper);
}

/// Returns the message that one check is refused with, or "" if it is accepted.
std::string refusal(const std::string& check) {
  const auto file = scratch_folder() / "claims.toml";
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
  expect(R"(kind = "spectral-radius", method = "cd", omega_dt = ["a"], is = "<", value = "1")", "omega_dt: ");
}

// Fails if a distance that decides nothing, or everything, is accepted and printed.
TEST(Claims, ADistanceIsOneThatEqualityAllows) {
  const std::string limit = R"(kind = "stability-limit", method = "cd", value = "2", )";
  EXPECT_EQ(refusal(limit + R"(is = "=", within = 0)"), "");
  EXPECT_EQ(refusal(limit + R"(is = "!=", within = 0.1)"), "");
  const auto expect = [&](const std::string& check, const char* message) {
    EXPECT_THAT(refusal(check), AllOf(HasSubstr("claims.toml:7:"), HasSubstr(message)));
  };
  expect(limit + R"(is = "=", within = -1)", "within: 0 or a positive number is allowed");
  for (const std::string relation : {"<=", ">="})
    EXPECT_EQ(refusal(limit + "is = \"" + relation + "\", within = 0.1"), "") << relation;
  for (const std::string relation : {"<", ">"})
    expect(limit + "is = \"" + relation + "\", within = 0.1", "within: it is allowed with =, !=, <= and >=, not with");
  expect(R"(kind = "stability-limit", method = "cd", value = "inf", is = "=", within = 0.1)", "within: nothing is");
}

// Fails if words that decide nothing are accepted, or if our words pass for those of the paper.
TEST(Claims, WordsGiveAThresholdOfThePaper) {
  const std::string limit = R"(kind = "stability-limit", method = "cd", value = "2", )";
  for (const auto* check : {R"(is = "<", words = "below 2")", R"(is = "=", within = 0.1, words = "within 10 %")"})
    EXPECT_EQ(refusal(limit + check), "") << check;
  EXPECT_THAT(refusal(limit + R"(is = "<", words = "")"), HasSubstr("words: the paper's words are missing"));
  EXPECT_THAT(refusal(limit + R"(is = "=", words = "2")"), HasSubstr("words: a check of kind"));
  const auto ours = R"([claims.a]
where = "plumb"
says = "c"
checks = {kind = "stability-limit", method = "cd", is = "<", value = "3", words = "below 3"}
)";
  EXPECT_THAT([&] { claims_of(ours); },
              testing::ThrowsMessage<UsageError>(HasSubstr("words: a claim of ours has none")));
}

// Fails if a comparison of two numbers in our own sentence has to be a threshold, or if any threshold can hide behind
// words.
TEST(Claims, WordsOfOursAreComparativesOfTheSentence) {
  const auto refusal_of = [](const std::string& check) {
    try {
      claims_of(
          "[claims.a]\nwhere = \"plumb\"\nsays = \"It has fewer.\"\nchecks = {kind = \"property\", property = "
          "\"order\", method = \"erk4\", over = {method = \"kutta3\"}, " +
          check + "}\n");
    } catch (const UsageError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal_of(R"(is = "<", value = "1", words = "fewer")"), "");
  for (const auto* check : {R"(is = "<", value = "1", words = "less")", R"(is = "<", value = "2", words = "fewer")",
                            R"(is = "<=", value = "1", within = 0.1, words = "fewer")"})
    EXPECT_THAT(refusal_of(check), HasSubstr("words: a claim of ours has none")) << check;
}

// Fails if a quantifier that counts nothing is accepted, or if results of several checks are counted together.
TEST(Claims, AQuantifierCountsTheResultsOfItsCheck) {
  const auto claims = claims_of(R"([claims.a]
where = "b"
says = "c"
common = {kind = "property", property = "order", is = "=", value = "4"}
checks = [
  {method = "erk4,kutta3,heun3", quantifier = "most"}, {method = "erk4"}, {method = "erk4,kutta3", quantifier = "all"},
]
)");
  const auto& checks = claims.front().checks;
  ASSERT_EQ(checks.size(), 6U);
  const std::vector<int> numbers = {0, 0, 0, 1, 2, 2};
  for (std::size_t i = 0; i < checks.size(); ++i) EXPECT_EQ(checks[i].number, numbers[i]) << i;
  EXPECT_EQ(checks[2].quantifier, Quantifier::most);
  EXPECT_FALSE(checks[3].quantifier);
  EXPECT_EQ(checks[5].quantifier, Quantifier::all);
  const std::string limit = R"(kind = "stability-limit", value = "2", is = "=", )";
  EXPECT_EQ(refusal(limit + R"(method = "cd,erk4", quantifier = "usually")"), "");
  EXPECT_THAT(refusal(limit + R"(method = "cd", quantifier = "most")"), HasSubstr("quantifier: the check has one"));
  EXPECT_THAT(refusal(limit + R"(method = "cd,erk4", quantifier = "some")"),
              HasSubstr("quantifier: all, most, usually, at-least-one is allowed"));
}

// Fails if a slope is accepted that is fitted to fewer than three points, which cannot show that it is wrong.
TEST(Claims, ASlopeHasThreeStepsOrMore) {
  const std::string slope = R"(kind = "slope", metric = "end.q", problem = "pendulum", method = "erk4", t_end = "1", )"
                            R"(is = "=", value = "4", step = )";
  EXPECT_EQ(refusal(slope + R"(["1e-2", "5e-3", "2.5e-3"])"), "");
  EXPECT_THAT(refusal(slope + R"(["1e-2", "5e-3"])"), HasSubstr("step: a slope needs three or more"));
}

// Fails if counts and times are given an order, although they do not fall with the step.
TEST(Claims, OrdersAreThoseOfErrors) {
  const auto order = [](const std::string& metric, const std::string& steps) {
    return R"(kind = "order", problem = "pendulum", method = "erk4", t_end = "1", is = "=", value = "2", step = )" +
           steps + ", metric = \"" + metric + "\"";
  };
  const std::string steps = R"(["1e-2", "5e-3"])";
  for (const auto* metric : {"end.q", "rms.v", "re.x", "energy.max", "energy.end"})
    EXPECT_EQ(refusal(order(metric, steps)), "") << metric;
  for (const auto* metric : {"scd", "mescd", "iterations.mean", "seconds"})
    EXPECT_THAT(refusal(order(metric, steps)),
                AllOf(HasSubstr("claims.toml:7:"), HasSubstr("' has no order; errors and deviations are allowed")));
  EXPECT_THAT(refusal(order("end.w", steps)), HasSubstr("unknown metric 'end.w'"));
}

// Fails if the place is that of the check and not that of the value.
TEST(Claims, MistakesNameTheirColumn) {
  const auto expect = [](const std::string& check, const std::string& value, const std::string& message) {
    const auto column = check.find(value) + 4;
    EXPECT_THAT(refusal(check), HasSubstr("claims.toml:7:" + std::to_string(column) + ": " + message));
  };
  const std::string method = R"(method = "erk4", is = "<", value = "1", )";
  expect(method + R"(kind = "limit")", R"("limit")", "kind: unknown kind 'limit'");
  expect(method + R"(kind = "property", property = "l_stabel")", R"("l_stabel")", "property: unknown property");
  expect(method + R"(kind = "linear", output = "ad_percent", dt_nt = "0.1", pick = "some")", R"("some")",
         "pick: largest");
  expect(method + R"(kind = "spectral-radius", omega_dt = "a")", R"("a")", "omega_dt: ");
  expect(method + R"(kind = "stability-limit", within = -1)", "-1", "within: 0 or a positive number is allowed");
  expect(method + R"(kind = "status", problem = "pendulum", step = "1e-2", t_end = 1)", R"("<")", "is: a word is");
}

TEST(Claims, AnotherMethodLeavesTheNewtonToleranceBehind) {
  const auto file = scratch_folder() / "over.toml";
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
  const auto file = scratch_folder() / "common.toml";
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
    found.push_back(check.quantity.name + " " + title.substr(from, to - from) + check.criterion.relation);
  }
  EXPECT_THAT(found, testing::ElementsAre(
                         "energy.max lms2(rho=0)<", "energy.max lms2(rho=0)>", "energy.max lms3(rho=0)<",
                         "energy.max lms3(rho=0)>", "energy.max lms2(rho=0.6)<", "energy.max lms2(rho=0.6)>",
                         "energy.max lms3(rho=0.6)<", "energy.max lms3(rho=0.6)>", "end.q lms2(rho=0)<",
                         "end.q lms2(rho=0)>", "end.q lms3(rho=0)<", "end.q lms3(rho=0)>", "end.q lms2(rho=0.6)<",
                         "end.q lms2(rho=0.6)>", "end.q lms3(rho=0.6)<", "end.q lms3(rho=0.6)>"));
  ASSERT_EQ(claims[1].checks.size(), 1U);
  // The tolerance comes from the set, and so holds for both runs.
  EXPECT_EQ(claims[1].checks[0].over->cells.front().text().newton_tol, "1e-4");
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
  const std::string rest = "where = \"b\"\nsays = \"c\"\njudged = false\nnote = \"d\"\n";
  EXPECT_THAT(refused_claims("[claims.a]\n" + rest + "[claims.a]\n" + rest), HasSubstr("claims.toml:7:1: "));
  EXPECT_THAT(refused_claims("[[claims]]\nid = \"a\"\n" + rest + "[[claims]]\nid = \"a\"\n" + rest),
              HasSubstr("claims.toml:9:6: the claim 'a' is there already"));
  EXPECT_THAT(refused_claims("[claims.a]\nid = \"b\"\n" + rest), HasSubstr("has its id in its heading"));
  EXPECT_THAT(refused_claims("[claims.a]\n" + rest + "checks = {set = \"lsm\"}\n"), HasSubstr("did you mean 'lms'"));
  EXPECT_THAT(refused_claims("[sets.lms]\nrho = 1\n"), HasSubstr("the set 'lms' is there already"));
}

// Fails if a claim that nothing decides is accepted without a reason, or if keys that nothing reads are accepted.
TEST(Claims, AreDecidedOrSayWhy) {
  const std::string claim = "[claims.a]\nwhere = \"b\"\nsays = \"c\"\n", open = claim + "judged = false\n";
  const std::string check = R"(checks = {kind = "stability-limit", method = "cd", is = "=", value = "2"})";
  EXPECT_EQ(refused_claims(claim + check), "accepted");
  EXPECT_EQ(refused_claims(open + "note = \"d\"\n"), "accepted");
  EXPECT_THAT(refused_claims(claim), HasSubstr("a claim has checks, or judged = false and a note"));
  for (const auto* rest : {"", "note = \"\"\n"})
    EXPECT_THAT(refused_claims(open + rest), HasSubstr("claims.toml:5:1: judged: a claim has checks, or judged"));
  EXPECT_THAT(refused_claims(open + "note = \"d\"\n" + check), HasSubstr("claims.toml:5:1: judged: "));
  EXPECT_THAT(refused_claims(open + "note = \"d\"\ncommon = {foo = 1}\n"),
              HasSubstr("claims.toml:7:10: common: the claim has no checks"));
}

// Fails if a mistake in a key of sets.toml is reported at the place of another key.
TEST(Claims, MistakesInSetsAreToldThere) {
  const std::string claim = "[claims.a]\nwhere = \"b\"\nsays = \"c\"\nchecks = {set = \"s\", is = \"=\", value = 1}\n";
  const std::string set = "schema = 1\n[sets.s]\nkind = \"linear\"\nmethod = \"erk4\"\noutput = \"ad_percent\"\n";
  try {
    claims_of(claim, set + "dt_nt = 1\npick = \"some\"\n");
    FAIL() << "accepted";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), AllOf(HasSubstr("sets.toml:7:8: pick: "), Not(HasSubstr("claims.toml"))));
  }
}

}  // namespace
}  // namespace plumb
