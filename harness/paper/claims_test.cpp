// Tests of the contents of a file of claims.

#include "harness/paper/claims.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "text/testing/refusal.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

/// Reads the claims of a file in a temporary folder, together with a file of sets.
std::vector<Claim> claims_of(const std::string& text, const std::string& sets = "schema = 1\n") {
  Paper paper;
  paper.folder = scratch_folder();
  std::ofstream(paper.folder / "sets.toml") << sets;
  std::ofstream(paper.folder / "claims.toml") << "schema = 1\n" << text;
  return claims_from_file(paper.folder / "claims.toml", paper);
}

/// Returns the code, the location and the key of the error with which claims are rejected, or "accepted".
std::string refused_claims(const std::string& text, const std::string& sets = "schema = 1\n") {
  return refusal_of([&] { claims_of(text, sets); }, scratch_folder());
}

/// Returns the same for one check, whose text begins in line 7, column 4.
std::string refused_check(const std::string& check) {
  return refused_claims("[[claims]]\nid = \"a\"\nwhere = \"b\"\nsays = \"c\"\nchecks = [\n  {" + check + "}\n]\n");
}

TEST(Claims, MistakesHaveACodeAPlaceAndAKey) {
  const std::string run = R"(problem = "pendulum", method = "cd", step = "1e-2", t_end = "1", is = "<", )";
  EXPECT_EQ(refused_check(run + R"(metric = "energy.max", value = "1")"), "accepted");
  EXPECT_EQ(refused_check(run + R"(metric = "energy.max", value = "abc")"), "malformed claims.toml:7:110 value");
  EXPECT_EQ(refused_check(run + R"(metric = "energy.max", value = "1", within = "x")"),
            "malformed claims.toml:7:124 within");
  EXPECT_EQ(refused_check(run + R"(metric = "energy.max", value = "1", samples = "99999999999")"),
            "out-of-range claims.toml:7:125 samples");
  EXPECT_EQ(refused_check(run + R"(metric = "energy.maks", value = "1")"), "unknown-name claims.toml:7:88 metric");
  EXPECT_EQ(refused_check(run + R"(kind = "counter", counter = "rhs_evaluation", value = "1")"),
            "unknown-name claims.toml:7:107 counter");
  EXPECT_EQ(refused_check(run + R"(kind = "deviation-time", output = "w", threshold = "1", value = "1")"),
            "unknown-name claims.toml:7:113 output");
  EXPECT_EQ(refused_check(run + R"(kind = "deviation-time", output = "x", threshold = "one", value = "1")"),
            "malformed claims.toml:7:130 threshold");
  EXPECT_EQ(refused_check(R"(kind = "spectral-radius", method = "cd", omega_dt = ["a"], is = "<", value = "1")"),
            "malformed claims.toml:7:57 omega_dt");
}

// Fails if a distance that excludes nothing, or everything, is accepted and printed.
TEST(Claims, ADistanceIsOneThatEqualityAllows) {
  const std::string limit = R"(kind = "stability-limit", method = "cd", value = "2", )";
  EXPECT_EQ(refused_check(limit + R"(is = "=", within = 0)"), "accepted");
  EXPECT_EQ(refused_check(limit + R"(is = "!=", within = 0.1)"), "accepted");
  EXPECT_EQ(refused_check(limit + R"(is = "=", within = -1)"), "out-of-range claims.toml:7:77 within");
  for (const std::string relation : {"<=", ">="})
    EXPECT_EQ(refused_check(limit + "is = \"" + relation + "\", within = 0.1"), "accepted") << relation;
  for (const std::string relation : {"<", ">"})
    EXPECT_EQ(refused_check(limit + "is = \"" + relation + "\", within = 0.1"), "not-allowed claims.toml:7:77 within")
        << relation;
  EXPECT_EQ(refused_check(R"(kind = "stability-limit", method = "cd", value = "inf", is = "=", within = 0.1)"),
            "not-allowed claims.toml:7:79 within");
}

// Fails if words without effect on the outcome are accepted, or if our words count as words of the paper.
TEST(Claims, WordsGiveAThresholdOfThePaper) {
  const std::string limit = R"(kind = "stability-limit", method = "cd", value = "2", )";
  for (const auto* check : {R"(is = "<", words = "below 2")", R"(is = "=", within = 0.1, words = "within 10 %")"})
    EXPECT_EQ(refused_check(limit + check), "accepted") << check;
  EXPECT_EQ(refused_check(limit + R"(is = "<", words = "")"), "missing claims.toml:7:76 words");
  EXPECT_EQ(refused_check(limit + R"(is = "=", words = "2")"), "not-allowed claims.toml:7:76 words");
  const auto ours = R"([claims.a]
where = "plumb"
says = "c"
checks = {kind = "stability-limit", method = "cd", is = "<", value = "3", words = "below 3"}
)";
  EXPECT_EQ(refused_claims(ours), "not-allowed claims.toml:5:83 words");
}

// Fails if a comparative in our own sentence must count as a threshold of ours, or if `words` can hide any threshold of
// ours.
TEST(Claims, WordsOfOursAreComparativesOfTheSentence) {
  const auto ours = [](const std::string& check) {
    return refused_claims(
        "[claims.a]\nwhere = \"plumb\"\nsays = \"It has fewer.\"\nchecks = {kind = \"property\", property = "
        "\"order\", method = \"erk4\", over = {method = \"kutta3\"}, " +
        check + "}\n");
  };
  EXPECT_EQ(ours(R"(is = "<", value = "1", words = "fewer")"), "accepted");
  EXPECT_EQ(ours(R"(is = "<", value = "1", words = "less")"), "not-allowed claims.toml:5:126 words");
  EXPECT_EQ(ours(R"(is = "<", value = "2", words = "fewer")"), "not-allowed claims.toml:5:126 words");
  EXPECT_EQ(ours(R"(is = "<=", value = "1", within = 0.1, words = "fewer")"), "not-allowed claims.toml:5:141 words");
}

// Fails if a quantifier over a single result is accepted, or if results of several checks are counted together.
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
  EXPECT_EQ(refused_check(limit + R"(method = "cd,erk4", quantifier = "usually")"), "accepted");
  EXPECT_EQ(refused_check(limit + R"(method = "cd", quantifier = "most")"), "not-allowed claims.toml:7:81 quantifier");
  EXPECT_EQ(refused_check(limit + R"(method = "cd,erk4", quantifier = "some")"),
            "not-allowed claims.toml:7:86 quantifier");
}

// Fails if a slope is accepted that is fitted to fewer than three points, which cannot show that it is wrong.
TEST(Claims, ASlopeHasThreeStepsOrMore) {
  const std::string slope = R"(kind = "slope", metric = "end.q", problem = "pendulum", method = "erk4", t_end = "1", )"
                            R"(is = "=", value = "4", step = )";
  EXPECT_EQ(refused_check(slope + R"(["1e-2", "5e-3", "2.5e-3"])"), "accepted");
  EXPECT_EQ(refused_check(slope + R"(["1e-2", "5e-3"])"), "out-of-range claims.toml:7:120 step");
}

// Fails if counts and times are given an order, although they do not fall with the step.
TEST(Claims, OrdersAreThoseOfErrors) {
  const auto order = [](const std::string& metric, const std::string& steps) {
    return R"(kind = "order", problem = "pendulum", method = "erk4", t_end = "1", is = "=", value = "2", step = )" +
           steps + ", metric = \"" + metric + "\"";
  };
  const std::string steps = R"(["1e-2", "5e-3"])";
  for (const auto* metric : {"end.q", "rms.v", "re.x", "energy.max", "energy.end"})
    EXPECT_EQ(refused_check(order(metric, steps)), "accepted") << metric;
  for (const auto* metric : {"scd", "mescd", "iterations.mean", "seconds"})
    EXPECT_EQ(refused_check(order(metric, steps)), "not-allowed claims.toml:7:129 metric") << metric;
  EXPECT_EQ(refused_check(order("end.w", steps)), "unknown-name claims.toml:7:129 metric");
}

// Fails if the location belongs to the check and not to the value.
TEST(Claims, MistakesNameTheirColumn) {
  const std::string method = R"(method = "erk4", is = "<", value = "1", )";
  EXPECT_EQ(refused_check(method + R"(kind = "limit")"), "unknown-name claims.toml:7:51 kind");
  EXPECT_EQ(refused_check(method + R"(kind = "property", property = "l_stabel")"),
            "unknown-name claims.toml:7:74 property");
  EXPECT_EQ(refused_check(method + R"(kind = "linear", output = "ad_percent", dt_nt = "0.1", pick = "some")"),
            "not-allowed claims.toml:7:106 pick");
  EXPECT_EQ(refused_check(method + R"(kind = "spectral-radius", omega_dt = "a")"),
            "malformed claims.toml:7:81 omega_dt");
  EXPECT_EQ(refused_check(method + R"(kind = "stability-limit", within = -1)"), "out-of-range claims.toml:7:79 within");
  EXPECT_EQ(refused_check(method + R"(kind = "status", problem = "pendulum", step = "1e-2", t_end = 1)"),
            "not-allowed claims.toml:7:26 is");
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
  EXPECT_THAT(found, ::testing::ElementsAre(
                         "energy.max lms2(rho=0)<", "energy.max lms2(rho=0)>", "energy.max lms3(rho=0)<",
                         "energy.max lms3(rho=0)>", "energy.max lms2(rho=0.6)<", "energy.max lms2(rho=0.6)>",
                         "energy.max lms3(rho=0.6)<", "energy.max lms3(rho=0.6)>", "end.q lms2(rho=0)<",
                         "end.q lms2(rho=0)>", "end.q lms3(rho=0)<", "end.q lms3(rho=0)>", "end.q lms2(rho=0.6)<",
                         "end.q lms2(rho=0.6)>", "end.q lms3(rho=0.6)<", "end.q lms3(rho=0.6)>"));
  ASSERT_EQ(claims[1].checks.size(), 1U);
  // The tolerance comes from the set, and so holds for both runs.
  EXPECT_EQ(claims[1].checks[0].over->cells.front().text().newton_tol, "1e-4");
}

TEST(Claims, AreNamedOnce) {
  const std::string rest = "where = \"b\"\nsays = \"c\"\njudged = false\nnote = \"d\"\n";
  EXPECT_EQ(refused_claims("[claims.a]\n" + rest + "[claims.a]\n" + rest), "malformed claims.toml:7:1");
  EXPECT_EQ(refused_claims("[[claims]]\nid = \"a\"\n" + rest + "[[claims]]\nid = \"a\"\n" + rest),
            "contradiction claims.toml:9:6 id");
  EXPECT_EQ(refused_claims("[claims.a]\nid = \"b\"\n" + rest), "contradiction claims.toml:3:6 id");
  EXPECT_EQ(refused_claims("[claims.a]\n" + rest + "checks = {set = \"lsm\"}\n", two_families),
            "unknown-name claims.toml:7:17 set");
  EXPECT_EQ(refused_claims("[sets.lms]\nrho = 1\n", two_families), "contradiction claims.toml:2:7 lms");
}

// Fails if a claim without checks is accepted without a reason, or if unused keys are accepted.
TEST(Claims, AreDecidedOrSayWhy) {
  const std::string claim = "[claims.a]\nwhere = \"b\"\nsays = \"c\"\n", open = claim + "judged = false\n";
  const std::string check = R"(checks = {kind = "stability-limit", method = "cd", is = "=", value = "2"})";
  EXPECT_EQ(refused_claims(claim + check), "accepted");
  EXPECT_EQ(refused_claims(open + "note = \"d\"\n"), "accepted");
  EXPECT_EQ(refused_claims(claim), "missing claims.toml:2:1 a");
  for (const auto* rest : {"", "note = \"\"\n"})
    EXPECT_EQ(refused_claims(open + rest), "missing claims.toml:5:1 judged");
  EXPECT_EQ(refused_claims(open + "note = \"d\"\n" + check), "missing claims.toml:5:1 judged");
  EXPECT_EQ(refused_claims(open + "note = \"d\"\ncommon = {foo = 1}\n"), "not-allowed claims.toml:7:10 common");
}

// Fails if a mistake in a key of sets.toml is reported with the location of another key.
TEST(Claims, MistakesInSetsAreReportedThere) {
  const std::string claim = "[claims.a]\nwhere = \"b\"\nsays = \"c\"\nchecks = {set = \"s\", is = \"=\", value = 1}\n";
  const std::string set = "schema = 1\n[sets.s]\nkind = \"linear\"\nmethod = \"erk4\"\noutput = \"ad_percent\"\n";
  EXPECT_EQ(refused_claims(claim, set + "dt_nt = 1\npick = \"some\"\n"), "not-allowed sets.toml:7:8 pick");
}

}  // namespace
}  // namespace plumb
