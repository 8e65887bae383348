// Verdicts are tested on synthetic evidence.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "harness/paper/claims.hpp"
#include "harness/paper/report.hpp"

namespace plumb {
namespace {

using ::testing::HasSubstr;
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
  for (const auto open : {missing, omitted}) {
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
  for (const auto open : {missing, omitted})
    EXPECT_EQ(verdict({passed, undecided, open}), ClaimVerdict::undecided) << "the exit code has to tell";
}

TEST(Claims, WhatAPaperSaysOfItselfDecidesNothing) {
  EXPECT_EQ(verdict({shown, failed}), ClaimVerdict::fails);
  EXPECT_EQ(verdict({shown, passed}), ClaimVerdict::holds);
  EXPECT_EQ(verdict({shown}), ClaimVerdict::not_run);
}

// Fails if a check decides a claim although another threshold of ours would change its outcome.
TEST(Claims, DependIfThresholdsCouldMakeAnotherVerdict) {
  EXPECT_EQ(verdict({depends}), ClaimVerdict::depends);
  EXPECT_EQ(verdict({passed, depends}), ClaimVerdict::depends);
  EXPECT_EQ(verdict({failed, depends}), ClaimVerdict::depends) << "in part, or not at all";
  EXPECT_EQ(verdict({undecided, depends}), ClaimVerdict::depends);
  EXPECT_EQ(verdict({passed, failed, depends}), ClaimVerdict::partly) << "whatever it is";
}

/// Returns the results of one check.
std::vector<Evidence> quantified(Quantifier quantifier, std::initializer_list<Outcome> outcomes, int number = 0) {
  std::vector<Evidence> out;
  for (const auto outcome : outcomes)
    out.push_back({.check = "c", .outcome = outcome, .quantifier = quantifier, .check_number = number});
  return out;
}

// Fails if a few exceptions refute a claim about most cases, or if exceptions do not refute a claim about all cases.
TEST(Claims, QuantifiersCount) {
  using enum Quantifier;
  const auto of = [](Quantifier q, std::initializer_list<Outcome> o) { return verdict_of(quantified(q, o)); };
  EXPECT_EQ(of(all, {passed, passed, failed}), ClaimVerdict::fails);
  EXPECT_EQ(of(all, {passed, passed}), ClaimVerdict::holds);
  for (const auto q : {most, usually}) {
    EXPECT_EQ(of(q, {passed, passed, failed}), ClaimVerdict::holds);
    EXPECT_EQ(of(q, {passed, failed}), ClaimVerdict::fails) << "half is not most";
  }
  EXPECT_EQ(of(at_least_one, {failed, passed, failed}), ClaimVerdict::holds);
  EXPECT_EQ(of(at_least_one, {failed, failed}), ClaimVerdict::fails);
}

// An open result is undecided or missing. Fails if a check is decided although an open result could change its outcome,
// or left open although no open result could.
TEST(Claims, OpenResultsLeaveACountOpenThatTheyCouldTurn) {
  using enum Quantifier;
  const auto of = [](std::initializer_list<Outcome> o) { return verdict_of(quantified(most, o)); };
  EXPECT_EQ(of({passed, passed, undecided}), ClaimVerdict::holds);
  EXPECT_EQ(of({failed, failed, undecided}), ClaimVerdict::fails);
  EXPECT_EQ(of({passed, failed, undecided}), ClaimVerdict::undecided);
  EXPECT_EQ(of({passed, failed, missing}), ClaimVerdict::not_run);
  EXPECT_EQ(of({passed, failed, depends}), ClaimVerdict::depends);
  EXPECT_EQ(of({passed, passed, depends}), ClaimVerdict::holds);
}

// Fails if the results of two checks are counted together, or if one check decides a claim with two.
TEST(Claims, EachCheckHasItsOwnCount) {
  auto evidence = quantified(Quantifier::most, {passed, passed, failed}, 0);
  const auto second = quantified(Quantifier::all, {passed, failed}, 1);
  evidence.insert(evidence.end(), second.begin(), second.end());
  EXPECT_EQ(verdict_of(evidence), ClaimVerdict::partly);
  const auto counts = counts_of(evidence);
  ASSERT_EQ(counts.size(), 2U);
  EXPECT_EQ(counts[0].outcome, passed);
  EXPECT_EQ(counts[0].passed, 2U);
  EXPECT_EQ(counts[0].of, 3U);
  EXPECT_EQ(counts[1].outcome, failed);
  JudgedClaim claim;
  claim.evidence = evidence;
  const auto text = printed(std::vector{claim}, TableFormat::text);
  EXPECT_THAT(text, HasSubstr("yes most: 2 of 3 pass\n"));
  EXPECT_THAT(text, HasSubstr("NO all: 1 of 2 pass\n"));
  EXPECT_THAT(text, HasSubstr("no c: not measured")) << "one of those counted is not the check";
  EXPECT_EQ(to_json(claim)["counts"][0]["of"], 3);
  EXPECT_EQ(to_json(claim)["counts"][1]["outcome"], "failed");
  Findings findings;
  findings.claims = {claim};
  EXPECT_THAT(as_data(findings, TableFormat::csv), HasSubstr("yes most: 2 of 3 pass; NO all: 1 of 2 pass"));
}

Evidence below(double value, double number) {
  const Interval at{number, number};
  return {.check = "c",
          .measured = number,
          .outcome = number < value ? passed : failed,
          .threshold = threshold({"<", std::to_string(value)}, at)};
}

// Fails if the factor belongs to the check that changes first, although that does not change the verdict.
TEST(Claims, TurnAtTheSmallestFactorThatMakesAnotherVerdict) {
  EXPECT_DOUBLE_EQ(factor_of_turn({below(1, 0.25), below(1, 0.125)}), 4);
  EXPECT_DOUBLE_EQ(factor_of_turn({below(1, 3), below(1, 8)}), 3);
  EXPECT_DOUBLE_EQ(factor_of_turn({below(1, 0.25), below(1, 8)}), 4) << "then none passes";
  EXPECT_DOUBLE_EQ(factor_of_turn({below(1, 0.25), below(1, 0.1), below(1, 5), below(1, 8)}), 8) << "then all pass";
  EXPECT_TRUE(std::isinf(factor_of_turn({below(1, -2)})));
  EXPECT_TRUE(std::isinf(factor_of_turn({{.check = "c", .measured = 1, .outcome = passed}})));
}

// Fails if the factor belongs to a result that changes without changing the outcome of its check.
TEST(Claims, ACountTurnsWhereEnoughOfItsThresholdsDo) {
  std::vector<Evidence> evidence = {below(1, 0.25), below(1, 0.125), below(1, 0.5)};
  for (auto& e : evidence) e.quantifier = Quantifier::most;
  EXPECT_DOUBLE_EQ(factor_of_turn(evidence), 4) << "at 2 one of three turns, at 4 two do";
}

// Fails if a threshold of ours decides a check and the evidence does not contain the range with the same outcome.
TEST(Claims, RangesOfThresholdsStandBesideTheirChecks) {
  JudgedClaim claim;
  claim.evidence = {below(1, 0.25)};
  claim.verdict = verdict_of(claim.evidence);
  const std::vector claims = {claim};
  EXPECT_EQ(to_json(claim)["turns_at_factor"], 4);
  EXPECT_EQ(to_json(claim)["evidence"][0]["stands_from"], 0.25);
  EXPECT_TRUE(to_json(claim)["evidence"][0]["stands_to"].is_null());
  EXPECT_THAT(printed(claims, TableFormat::text), HasSubstr("yes c: 0.25; the same with any value above 0.25"));
  EXPECT_THAT(printed(claims, TableFormat::text),
              HasSubstr("The verdict changes if a threshold chosen by Plumb is multiplied by 4.00."));
  for (const auto format : {TableFormat::markdown, TableFormat::latex})
    EXPECT_THAT(printed(claims, format),
                HasSubstr("holds (changes if a threshold chosen by Plumb is multiplied by 4.00)"));
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
  EXPECT_THAT(text, ::testing::Not(HasSubstr("threshold")));
}

TEST(Claims, NumbersHaveFourDigitsUnlessTheyReadLikeThatOfTheCheck) {
  const auto text = [](double measured) {
    JudgedClaim claim;
    claim.evidence = {{.check = "re.u3 < 1.5e-3", .measured = measured, .outcome = Outcome::failed}};
    return printed(std::vector{claim}, TableFormat::text);
  };
  EXPECT_THAT(text(1. / 9), HasSubstr("re.u3 < 1.5e-3: 0.1111\n"));
  EXPECT_THAT(text(123456), HasSubstr(": 123456\n"));
  EXPECT_THAT(text(0.25), HasSubstr(": 0.25\n"));
  EXPECT_THAT(text(1.5000002e-3), HasSubstr(": 1.5000002e-3\n"));
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

// Fails if an undecided check counts as passed, or if a number is printed without its uncertainty.
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
