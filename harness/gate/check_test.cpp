// Tests of the grades of differences: regressions, improvements and noise. The results are synthetic.

#include "harness/gate/check.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "harness/cell/resolve.hpp"
#include "harness/gate/report.hpp"
#include "harness/run/run_cell.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

ResolvedCell cell_of(const std::string& method) {
  return resolve(CellRequest{.problem = {"pendulum", {}},
                             .formulation = {"index3", {}},
                             .method = {method, {}},
                             .step = "1e-2",
                             .settings = {{"t_end", "0.2"}, {"samples", "4"}}});
}

Item item_of(const std::string& method) {
  const auto cell = cell_of(method);
  const StopRequest go = Status::ok;
  return item_of_run(cell, run_cell(cell, go));
}

const Json here = {{"compiler", "this"}};

/// Returns a baseline that contains these items.
Baseline baseline_of(const std::vector<Item>& items) {
  Baseline out{"baselines"};
  for (const auto& item : items) out.areas[item.area].items[item.id] = {item, here};
  return out;
}

/// Checks `item` against a baseline that contains it; tests modify values of the baseline.
class Check : public testing::Test {
 protected:
  Json& accepted(const char* part, const char* name) { return accepted_item().result.at(part).at(name); }
  Item& accepted_item() { return baseline.areas.at(item.area).items.at(item.id).item; }
  CheckOutcome check() const { return checked(baseline, {item}, settings); }

  void use(Item other) {
    item = std::move(other);
    baseline = baseline_of({item});
  }

  Item item = item_of("bdf2");
  Baseline baseline = baseline_of({item});
  CheckSettings settings = {.surroundings = here, .doubt = doubt_by_repeat_runs()};
};

TEST_F(Check, IsGreenWhereNothingChanged) {
  const auto outcome = check();
  EXPECT_THAT(outcome.findings, IsEmpty());
  EXPECT_EQ(outcome.as_before, 1);
  EXPECT_EQ(outcome.exit(), Exit::ok);
  EXPECT_EQ(as_text(outcome, 20), "1 measured, 1 as before\n");
}

// Fails if the threshold for errors is wrong, or if a smaller error counts as worse.
TEST_F(Check, CallsAnErrorWorseThatLostMoreThanThreeTenthsOfADigit) {
  accepted_item().result["bits"] = "of another run";
  for (const char* metric : {"end.q.translation", "end.v.angle", "rms.lambda", "energy.max"}) {
    const auto now = item.result.at("metrics").at(metric).get<double>();
    accepted("metrics", metric) = now / std::pow(10, 0.29);
    EXPECT_EQ(check().exit(), Exit::ok) << metric;
    accepted("metrics", metric) = now / std::pow(10, 0.31);
    const auto outcome = check();
    EXPECT_EQ(outcome.exit(), Exit::verdict_failed) << metric;
    EXPECT_THAT(as_text(outcome, 20), StartsWith("worse: pendulum index3 bdf2 h=0.01 t=0.2: " + std::string(metric)));
    EXPECT_THAT(as_text(outcome, 20), HasSubstr("\n    plumb run -p pendulum -f index3 -m bdf2 -s 0.01 --t-end 0.2"));
    accepted("metrics", metric) = now;
  }
}

// Fails if a changed formula of a metric passes because it changes the value, of a run with equal bits, only slightly.
TEST_F(Check, FailsForAMetricThatChangedThoughTheRunDidNot) {
  auto& rms = accepted("metrics", "rms.q");
  for (const double factor : {1.05, 0.95}) {
    rms = item.result.at("metrics").at("rms.q").get<double>() * factor;
    settings.surroundings = here;
    EXPECT_EQ(check().exit(), Exit::verdict_failed);
    EXPECT_THAT(check().findings.front().message, HasSubstr("identical in every bit"));
    settings.surroundings = {{"compiler", "another"}};
    EXPECT_EQ(check().exit(), Exit::ok);
    EXPECT_EQ(check().count(Grade::warning), 1);
  }
}

TEST_F(Check, CallsAnErrorBetterThatWonAsMuch) {
  accepted("metrics", "end.q.translation") = item.result.at("metrics").at("end.q.translation").get<double>() * 2.1;
  const auto outcome = check();
  EXPECT_EQ(outcome.count(Grade::better), 1);
  EXPECT_EQ(outcome.exit(), Exit::ok);
}

TEST_F(Check, TakesTwiceTheDriftForADrift) {
  accepted_item().result["bits"] = "of another run";
  const auto now = item.result.at("metrics").at("drift.velocity").get<double>();
  ASSERT_GT(now, 1e-9);
  accepted("metrics", "drift.velocity") = now / 1.99;
  EXPECT_EQ(check().exit(), Exit::ok);
  accepted("metrics", "drift.velocity") = now / 2.01;
  EXPECT_EQ(check().exit(), Exit::verdict_failed);
}

// Fails if a change of an error at the level of rounding is not noise.
TEST_F(Check, SaysThatNoiseIsNoise) {
  const auto rounded = item.result.at("metrics").at("drift.position").get<double>();
  ASSERT_LT(rounded, 1e-14);
  accepted("metrics", "drift.position") = 1e-19;
  const auto outcome = check();
  EXPECT_EQ(outcome.count(Grade::noise), 1);
  EXPECT_EQ(outcome.exit(), Exit::ok);
  EXPECT_THAT(as_text(outcome, 20), HasSubstr("rounding explains a change of up to"));
}

// Fails if a change of the state in its twelfth digit is missed, or if a change in its last digit is a finding.
TEST_F(Check, SeesAStateThatMovedInItsTwelfthDigitAndNoneInItsLast) {
  auto& q = accepted_item().result.at("q").at(0);
  const double now = q.get<double>();
  q = now * (1 + 4e-16);
  EXPECT_EQ(check().exit(), Exit::ok);
  q = now * (1 + 1e-12);
  const auto outcome = check();
  EXPECT_EQ(outcome.exit(), Exit::verdict_failed);
  EXPECT_THAT(outcome.findings.front().message, StartsWith("q[1] "));
}

// A smaller error changes the final state. This change must not count as a regression.
TEST_F(Check, TakesAStateThatMovedWithABetterErrorForBetter) {
  accepted_item().result.at("q").at(0) = 0.5;
  EXPECT_EQ(check().exit(), Exit::verdict_failed);
  accepted("metrics", "end.q.translation") = 1;
  EXPECT_EQ(check().exit(), Exit::ok);
  EXPECT_EQ(check().count(Grade::better), 1);
}

// Fails if less drift, or a smaller energy error, excuses a change of the final state by 1e-6.
TEST_F(Check, TakesNoStateForBetterThatMovedWithLessDriftAlone) {
  auto& q = accepted_item().result.at("q").at(0);
  q = q.get<double>() + 1e-6;
  for (const char* metric : {"drift.velocity", "energy.max"}) {
    const auto now = accepted("metrics", metric);
    accepted("metrics", metric) = now.get<double>() * 3;
    EXPECT_EQ(check().exit(), Exit::verdict_failed) << metric;
    accepted("metrics", metric) = now;
  }
}

// Fails if a smaller measured error excuses a change of the state that is larger than both errors.
TEST_F(Check, TakesNoStateForBetterThatMovedFurtherThanItsErrors) {
  accepted("metrics", "end.q.translation") = item.result.at("metrics").at("end.q.translation").get<double>() * 3;
  accepted_item().result.at("q").at(0) = 0.5;
  EXPECT_EQ(check().exit(), Exit::verdict_failed);
}

TEST_F(Check, ComparesCountersExactlyInTheSameSurroundings) {
  accepted("counters", "newton_iterations") = item.result.at("counters").at("newton_iterations").get<int>() - 1;
  EXPECT_EQ(check().exit(), Exit::verdict_failed);
  settings.surroundings = {{"compiler", "another"}};
  EXPECT_EQ(check().exit(), Exit::ok);
  EXPECT_EQ(check().count(Grade::warning), 1);
}

// Fails if a counter that the baseline lacks makes the check fail.
TEST_F(Check, CallsACounterNewThatTheBaselineDoesNotHave) {
  accepted_item().result.at("counters").erase("stages");
  const auto outcome = check();
  EXPECT_EQ(outcome.count(Grade::fresh), 1);
  EXPECT_EQ(outcome.exit(), Exit::ok);
}

TEST_F(Check, ComparesBitsWhereTheyAreAskedFor) {
  accepted_item().result["bits"] = "0123456789abcdef";
  EXPECT_EQ(check().exit(), Exit::ok);
  settings.bits = true;
  EXPECT_EQ(check().exit(), Exit::verdict_failed);
  settings.surroundings = {{"libm", "another"}};
  EXPECT_EQ(check().exit(), Exit::ok);
}

TEST_F(Check, TellsARunThatEndsOtherwise) {
  item.result = {{"status", "singular"}};
  const auto outcome = check();
  EXPECT_EQ(outcome.exit(), Exit::verdict_failed);
  EXPECT_EQ(outcome.findings.front().message, "status ok -> singular");
  item.result = {{"status", "timeout"}};
  EXPECT_EQ(check().exit(), Exit::nothing_measured);
  item.result = {{"status", "crashed"}};
  EXPECT_EQ(check().exit(), Exit::verdict_failed);
}

// If the baseline is lost or unrelated, all items are new. Fails if the check then passes.
TEST_F(Check, IsNotGreenWhereNothingIsCompared) {
  baseline.areas.clear();
  EXPECT_EQ(check().exit(), Exit::nothing_measured);
  EXPECT_THAT(as_text(check(), 20), StartsWith("missing: baselines/cells.jsonl: there is no such file; 1 item "));
  baseline = baseline_of({item_of("bdf3")});
  settings.whole = false;
  EXPECT_EQ(check().exit(), Exit::nothing_measured);
  settings.choice = {.methods = {"bdf2"}};  // a new method checked alone
  EXPECT_EQ(check().exit(), Exit::ok);
}

// Fails if a value of a wrong type, as in an edited baseline, aborts the check instead of being reported.
TEST_F(Check, TellsValuesOfAnotherKind) {
  accepted("metrics", "end.q.translation") = "small";
  EXPECT_EQ(check().exit(), Exit::verdict_failed);
}

TEST_F(Check, TellsWhatIsMissingAndWhatIsNew) {
  const auto other = item_of("bdf3");
  EXPECT_EQ(checked(baseline, {item, other}, settings).count(Grade::fresh), 1);
  baseline = baseline_of({item, other});
  EXPECT_EQ(check().exit(), Exit::nothing_measured);
  settings.whole = false;
  EXPECT_EQ(check().exit(), Exit::ok);
  settings = {.choice = {.methods = {"bdf2"}}, .surroundings = here};
  EXPECT_EQ(check().exit(), Exit::ok);
  item.result = nullptr;
  EXPECT_EQ(check().exit(), Exit::nothing_measured);
}

TEST_F(Check, FailsOnABaselineThatWasEdited) {
  baseline.areas.at("cells").edited = true;
  EXPECT_EQ(check().exit(), Exit::verdict_failed);
  EXPECT_THAT(as_text(check(), 20), StartsWith("worse: baselines/cells.jsonl: was edited by hand"));
}

Item order_item(double order, const char* verdict) {
  return {.area = "orders",
          .id = "1",
          .method = "bdf2",
          .result = {{"orders", {{"q", order}}}, {"verdicts", {{"q", verdict}}}}};
}

TEST_F(Check, TakesATenthOfAnOrder) {
  use(order_item(2.0, "pass"));
  item = order_item(1.91, "pass");
  EXPECT_EQ(check().exit(), Exit::ok);
  item = order_item(1.89, "pass");
  EXPECT_EQ(check().exit(), Exit::verdict_failed);
  item = order_item(2.11, "pass");
  EXPECT_EQ(check().exit(), Exit::ok);
  EXPECT_EQ(check().count(Grade::better), 1);
  item = order_item(2.0, "no-window (reference-limited)");
  EXPECT_EQ(check().exit(), Exit::reference_limited);
  use(order_item(2.0, "none"));
  item = order_item(2.0, "diverging");
  EXPECT_EQ(check().exit(), Exit::verdict_failed);
  item = order_item(2.0, "pass");
  EXPECT_EQ(check().exit(), Exit::ok);
}

Item reference_item(int digits, const char* value) {
  return {.area = "references",
          .id = "1",
          .problem = "pendulum",
          .result = {{"digits", {{"q", digits}}}, {"values", {{"q1", value}}}}};
}

// Fails if lost digits count as a regression, or if another value counts as lost digits.
TEST_F(Check, TellsDigitsThatAReferenceLostFromAnotherValue) {
  use(reference_item(8, "0.1234567891"));
  item = reference_item(6, "0.12345678");
  EXPECT_EQ(check().exit(), Exit::reference_limited);
  EXPECT_EQ(check().findings.front().message, "digits q 8 -> 6");
  item = reference_item(9, "0.12345678912");
  EXPECT_EQ(check().exit(), Exit::ok);
  item = reference_item(8, "0.1234569891");
  EXPECT_EQ(check().exit(), Exit::verdict_failed);
}

TEST_F(Check, TakesTheAnalysisToItsDigits) {
  const auto with = [](double limit, double radius, bool stable) {
    return Item{.area = "analysis",
                .id = "1",
                .method = "erk4",
                .result = {{"properties", {{"stability_limit", limit}, {"a_stable", stable}}},
                           {"curve", {{"spectral_radius", {1., radius}}}}}};
  };
  use(with(2.8284271247, 0.99, false));
  item = with(2.8284271248, 0.99 + 1e-14, false);
  EXPECT_EQ(check().exit(), Exit::ok);
  for (const auto& other :
       {with(2.828427, 0.99, false), with(2.8284271247, 0.99 + 1e-10, false), with(2.8284271247, 0.99, true)}) {
    item = other;
    EXPECT_EQ(check().exit(), Exit::verdict_failed);
  }
}

TEST_F(Check, NeverFailsForATime) {
  use({.area = "times", .id = "1", .method = "erk4", .result = {{"times", 1.}}});
  item.result["times"] = 1.4;
  EXPECT_THAT(check().findings, IsEmpty());
  item.result["times"] = 100.;
  EXPECT_EQ(check().count(Grade::warning), 1);
  EXPECT_EQ(check().exit(), Exit::ok);
}

TEST_F(Check, ComparesNumbersAndVerdictsOfPapers) {
  const auto with = [](double measured, const char* verdict) {
    return Item{.area = "papers",
                .id = "1",
                .problem = "li2019/table-1",
                .result = {{"measured", measured}, {"verdict", verdict}}};
  };
  use(with(1.234e-5, "close"));
  item = with(1.2345e-5, "match");
  EXPECT_EQ(check().exit(), Exit::ok);
  item = with(1.25e-5, "close");
  EXPECT_EQ(check().exit(), Exit::verdict_failed);
  item = with(1.234e-5, "differs");
  EXPECT_EQ(check().exit(), Exit::verdict_failed);
}

// Fails if the first line is not the worst, or if a report omits a finding.
TEST_F(Check, ReportsTheWorstFirst) {
  const auto other = item_of("bdf3");
  baseline = baseline_of({item, other});
  auto& items = baseline.areas.at("cells").items;
  auto& little = items.at(item.id).item.result.at("metrics").at("end.q.translation");
  little = little.get<double>() / 2.1;
  auto& much = items.at(other.id).item.result.at("metrics").at("end.q.translation");
  much = much.get<double>() / 1e4;
  const auto outcome = checked(baseline, {item, other}, settings);
  EXPECT_THAT(as_text(outcome, 20), StartsWith("worse: pendulum index3 bdf3"));
  EXPECT_THAT(as_text(outcome, 1), HasSubstr("... and 1 more (--all)"));
  EXPECT_THAT(as_text(outcome, 20), HasSubstr("worse by method: bdf2 1, bdf3 1"));
  EXPECT_THAT(as_markdown(outcome), HasSubstr("| pendulum index3 bdf3 h=0.01 t=0.2 | cells | end.q.translation "));
  const auto xml = as_junit(outcome, {item, other}, 1.5);
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"cells\" tests=\"2\" failures=\"2\" errors=\"0\">"));
  EXPECT_THAT(xml, HasSubstr("<failure message=\"end.q.translation "));
  const auto json = as_json(outcome);
  EXPECT_EQ(json.at("exit"), 1);
  EXPECT_EQ(json.at("findings").at(0).at("method"), "bdf3");
  EXPECT_EQ(json.at("findings").size(), 2);
}

TEST(Junit, EscapesWhatXmlCannotHave) {
  const Item odd{.area = "cells", .id = "1", .problem = "a<b>&\"c\"\x01", .result = {{"status", "ok"}}};
  EXPECT_THAT(as_junit({}, {odd}, 0), HasSubstr("name=\"a&lt;b&gt;&amp;&quot;c&quot;\""));
}

}  // namespace
}  // namespace plumb
