// Verdicts from synthetic evidence.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "harness/paper/claims.hpp"
#include "harness/paper/report.hpp"

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

TEST(Claims, AnUndecidedCheckLeavesThemSo) {
  EXPECT_EQ(verdict({passed, undecided}), ClaimVerdict::undecided);
  EXPECT_EQ(verdict({undecided}), ClaimVerdict::undecided);
  EXPECT_EQ(verdict({failed, undecided}), ClaimVerdict::fails);
  EXPECT_EQ(verdict({passed, failed, undecided}), ClaimVerdict::partly);
  for (const auto open : {missing, left_out})
    EXPECT_EQ(verdict({passed, undecided, open}), ClaimVerdict::undecided) << "the exit code has to tell";
}

TEST(Claims, WhatAPaperSaysOfItselfDecidesNothing) {
  EXPECT_EQ(verdict({shown, failed}), ClaimVerdict::fails);
  EXPECT_EQ(verdict({shown, passed}), ClaimVerdict::holds);
  EXPECT_EQ(verdict({shown}), ClaimVerdict::not_run);
}

// Fails if a check that another threshold of ours would turn over decides a claim.
TEST(Claims, DependIfThresholdsCouldMakeAnotherVerdict) {
  EXPECT_EQ(verdict({depends}), ClaimVerdict::depends);
  EXPECT_EQ(verdict({passed, depends}), ClaimVerdict::depends);
  EXPECT_EQ(verdict({failed, depends}), ClaimVerdict::depends) << "in part, or not at all";
  EXPECT_EQ(verdict({undecided, depends}), ClaimVerdict::depends);
  EXPECT_EQ(verdict({passed, failed, depends}), ClaimVerdict::partly) << "whatever it is";
}

Evidence below(double value, double number) {
  const Interval at{number, number};
  return {.check = "c",
          .measured = number,
          .outcome = number < value ? passed : failed,
          .threshold = threshold({"<", std::to_string(value)}, at)};
}

// Fails if the nearest check tells, and not the nearest one that makes another verdict.
TEST(Claims, TurnAtTheSmallestFactorThatMakesAnotherVerdict) {
  EXPECT_DOUBLE_EQ(factor_of_turn({below(1, 0.25), below(1, 0.125)}), 4);
  EXPECT_DOUBLE_EQ(factor_of_turn({below(1, 3), below(1, 8)}), 3);
  EXPECT_DOUBLE_EQ(factor_of_turn({below(1, 0.25), below(1, 8)}), 4) << "then none passes";
  EXPECT_DOUBLE_EQ(factor_of_turn({below(1, 0.25), below(1, 0.1), below(1, 5), below(1, 8)}), 8) << "then all pass";
  EXPECT_TRUE(std::isinf(factor_of_turn({below(1, -2)})));
  EXPECT_TRUE(std::isinf(factor_of_turn({{.check = "c", .measured = 1, .outcome = passed}})));
}

// Fails if a threshold of ours decides and nobody sees which other ones would.
TEST(Claims, RangesOfThresholdsStandBesideTheirChecks) {
  JudgedClaim claim;
  claim.evidence = {below(1, 0.25)};
  claim.verdict = verdict_of(claim.evidence);
  const std::vector claims = {claim};
  EXPECT_EQ(to_json(claim)["turns_at_factor"], 4);
  EXPECT_EQ(to_json(claim)["evidence"][0]["stands_from"], 0.25);
  EXPECT_TRUE(to_json(claim)["evidence"][0]["stands_to"].is_null());
  EXPECT_THAT(printed(claims, TableFormat::text), HasSubstr("yes c: 0.25; the same with any value above 0.25"));
  EXPECT_THAT(printed(claims, TableFormat::text), HasSubstr("It turns with a threshold of ours at a factor 4.00."));
  for (const auto format : {TableFormat::markdown, TableFormat::latex})
    EXPECT_THAT(printed(claims, format), HasSubstr("holds (turns with a threshold of ours at a factor 4.00)"));
  Findings findings;
  findings.claims = claims;
  EXPECT_THAT(as_data(findings, TableFormat::csv), HasSubstr("turns_at_factor"));
}

TEST(Claims, WordsOfThePaperStandBesideTheirChecks) {
  JudgedClaim claim;
  claim.evidence = {{.check = "c", .measured = 0.9, .outcome = passed, .words = "smaller"}};
  claim.verdict = verdict_of(claim.evidence);
  EXPECT_EQ(claim.verdict, ClaimVerdict::holds);
  EXPECT_TRUE(to_json(claim)["turns_at_factor"].is_null());
  EXPECT_EQ(to_json(claim)["evidence"][0]["words"], "smaller");
  const auto text = printed(std::vector{claim}, TableFormat::text);
  EXPECT_THAT(text, HasSubstr("yes c: 0.9; \"smaller\"\n"));
  EXPECT_THAT(text, testing::Not(HasSubstr("threshold")));
}

TEST(Claims, ThatDependDoNotHold) {
  JudgedClaim claim;
  claim.evidence = {below(1, 0.75)};
  claim.evidence[0].outcome = depends;
  claim.verdict = verdict_of(claim.evidence);
  Findings findings;
  findings.claims = {claim};
  EXPECT_TRUE(findings.differs());
  EXPECT_THAT(summary(findings), HasSubstr("0 holds, 0 partly, 0 fails, 1 depends"));
  EXPECT_THAT(printed(findings.claims, TableFormat::text), HasSubstr("turns c: 0.75; the same with any value above"));
}

TEST(Claims, InfinityIsNullInFilesAndSaidInTheNote) {
  JudgedClaim claim;
  claim.evidence = {{"c", std::numeric_limits<double>::infinity(), passed, "non-finite state"}};
  const auto e = to_json(claim)["evidence"][0];
  EXPECT_TRUE(e["measured"].is_null());
  EXPECT_EQ(e["passed"], true);
  EXPECT_EQ(e["note"], "infinite: non-finite state");
}

// Fails if what cannot be decided passes for what holds, or a number stands there without what is not known of it.
TEST(Claims, UncertaintiesStandBesideTheirNumbers) {
  JudgedClaim claim;
  claim.verdict = ClaimVerdict::undecided;
  claim.evidence = {{.check = "c", .measured = 1, .outcome = undecided, .uncertainty = 0.25, .origin = Origin::newton}};
  const auto e = to_json(claim)["evidence"][0];
  EXPECT_EQ(e["uncertainty"], 0.25);
  EXPECT_EQ(e["limited_by"], "newton");
  EXPECT_TRUE(e["passed"].is_null());
  EXPECT_EQ(e["estimated"], false);
  EXPECT_THAT(printed(std::vector{claim}, TableFormat::text), HasSubstr("open c: 1 ± 0.25 by newton\n"));
  auto estimated = claim;
  estimated.evidence[0].is_estimated = true;
  EXPECT_EQ(to_json(estimated)["evidence"][0]["estimated"], true);
  EXPECT_THAT(printed(std::vector{estimated}, TableFormat::text), HasSubstr("1 ± 0.25 by newton, estimated\n"));
  Findings findings;
  findings.claims = {claim};
  EXPECT_TRUE(findings.differs());
  EXPECT_THAT(summary(findings), HasSubstr("0 holds, 0 partly, 0 fails, 1 undecided"));
}

}  // namespace
}  // namespace plumb
