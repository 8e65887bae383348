#include "harness/store/store_diff.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <thread>

#include "harness/store/run_row.hpp"
#include "harness/store/sqlite.hpp"
#include "text/exit_codes.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

Cell a_cell(const std::string& step = "1e-2") {
  return {.problem = "pendulum",
          .problem_parameters = "length=1,mass=1,gravity=9.81,angle=0,rate=0",
          .formulation = "index3",
          .formulation_parameters = "",
          .method = "lms3",
          .method_parameters = "rho=0.6,newton=full,start=members,predictor=second,initial=consistent",
          .step = step,
          .t_end = "1",
          .newton_tol = {}};
}

RunResult a_result() {
  RunResult r;
  r.t_reached = 1;
  r.metrics = {{"end.q", 1e-9}, {"re.lambda", std::nullopt}};
  r.counters.steps = 100;
  r.counters.newton_iterations = 300;
  r.counters.stages.reset();
  r.timing.seconds = 0.25;
  r.final_state = {.t = 1, .q = {1, nan_value}, .v = {2, 3}, .a = {0}, .lambda = {5}, .outputs = {{"x", 0.5}}};
  r.final_state.bits = "0123456789abcdef";
  r.environment = {{"commit", "c0ffee"}, {"cpu", "one"}};
  return r;
}

double next(double x) { return std::nextafter(x, 1e300); }

class StoreDiffTest : public testing::Test {
 protected:
  Record record(const char* name, const std::optional<std::string>& build = {}) const {
    return record_of(Store(folder / name, Access::read_only), build);
  }
  void put(const char* name, const Cell& cell, const RunResult& result, const char* build = "build-1") const {
    Store(folder / name).put(cell, build, result);
  }
  StoreDiff diff() const { return difference(record("a"), record("b")); }
  /// Replaces the text of every cell of a store.
  void rewrite_cells(const char* name, const Json& cell) const {
    const Sqlite db((folder / name).string(), Opening::read_write, std::chrono::seconds(1));
    Statement update(db, "UPDATE runs SET cell = ?");
    const auto text = cell.dump();
    update.bind({text});
    update.step();
    sign_rows(db);
  }

  void rewrite_results(const char* name, const Json& result) const {
    const Sqlite db((folder / name).string(), Opening::read_write, std::chrono::seconds(1));
    Statement update(db, "UPDATE runs SET result = ?");
    const auto text = result.dump();
    update.bind({text});
    update.step();
    sign_rows(db);
  }

  /// Updates the checksums of the rows.
  static void sign_rows(const Sqlite& db) {
    std::vector<RunRow> rows;
    for (Statement all(db, fmt::format("SELECT {} FROM runs", RunRow::columns)); all.step();)
      rows.push_back(RunRow::of(all));
    for (auto& row : rows) {
      row.checksum = row_checksum(row);
      write_row(db, row);
    }
  }

  const ScratchFolder scratch;
  const fs::path& folder = scratch.path();
};

TEST_F(StoreDiffTest, EveryPartOfAResultIsSeenAndNothingElse) {
  const std::vector<std::pair<std::string, std::function<void(RunResult&)>>> changes = {
      {"", [](RunResult&) {}},
      {"", [](RunResult& r) { r.timing.seconds = 7; }},
      {"", [](RunResult& r) { r.environment["cpu"] = "another"; }},
      {"status", [](RunResult& r) { r.status = Status::singular; }},
      {"reason", [](RunResult& r) { r.reason = "in step 3"; }},
      {"t_reached", [](RunResult& r) { r.t_reached = next(1); }},
      {"metrics", [](RunResult& r) { r.metrics["end.q"] = next(1e-9); }},
      {"metrics", [](RunResult& r) { r.metrics["end.q"].reset(); }},
      {"metrics", [](RunResult& r) { r.metrics["re.lambda"] = 0; }},
      {"counters", [](RunResult& r) { ++*r.counters.newton_iterations; }},
      {"counters", [](RunResult& r) { r.counters.stages = 0; }},
      {"counters", [](RunResult& r) { r.counters.rejected_steps = 0; }},
      {"",
       [](RunResult& r) {
         r.timing.samples = {1, 2};
       }},
      {"t", [](RunResult& r) { r.final_state.t = next(1); }},
      {"q", [](RunResult& r) { r.final_state.q[0] = next(1); }},
      {"q", [](RunResult& r) { r.final_state.q[1] = 1; }},
      {"v", [](RunResult& r) { r.final_state.v.pop_back(); }},
      {"a", [](RunResult& r) { r.final_state.a.clear(); }},
      {"a", [](RunResult& r) { r.final_state.a[0] = -0.0; }},
      {"lambda", [](RunResult& r) { r.final_state.lambda[0] = next(5); }},
      {"outputs", [](RunResult& r) { r.final_state.outputs["x"] = next(0.5); }},
      {"bits", [](RunResult& r) { r.final_state.bits[0] = '1'; }},
  };
  put("a", a_cell(), a_result());
  for (const auto& [part, change] : changes) {
    auto result = a_result();
    change(result);
    put("b", a_cell(), result);
    const auto found = diff();
    EXPECT_EQ(found.both, 1u);
    EXPECT_EQ(found.same(), part.empty()) << part;
    if (!part.empty()) {
      EXPECT_THAT(found.parts(), ElementsAre(Pair(part, 1u)));
      EXPECT_THAT(found.methods(), ElementsAre(Pair("lms3", 1u)));
    }
  }
}

// Fails if all runs of an earlier build count as changed because that build did not have a counter.
TEST_F(StoreDiffTest, WhatOneBuildDidNotCountIsNotCompared) {
  auto after = a_result();
  after.counters.rejected_steps = 12;
  put("a", a_cell(), a_result());
  put("b", a_cell(), after);
  EXPECT_FALSE(diff().same()) << "null is not 12";
  auto earlier = to_json(a_result());
  earlier["counters"].erase("rejected_steps");
  rewrite_results("a", earlier);
  EXPECT_TRUE(diff().same());
}

// The same program may have other last bits on another processor, because its mathematical functions differ.
TEST_F(StoreDiffTest, BitsAreComparedWhereTheMathematicalFunctionsAreTheSame) {
  auto before = a_result(), after = a_result();
  after.final_state.bits[0] = '1';
  const auto detected = [&](const char* libm_before, const char* libm_after) {
    before.environment["libm"] = libm_before;
    after.environment["libm"] = libm_after;
    put("a", a_cell(), before);
    put("b", a_cell(), after);
    return !diff().same();
  };
  EXPECT_TRUE(detected("glibc 2.36, fma, 1", "glibc 2.36, fma, 1"));
  EXPECT_FALSE(detected("glibc 2.36, fma, 1", "glibc 2.36, sse2, 2"));
}

TEST_F(StoreDiffTest, NullAndAbsentAreTheSame) {
  put("a", a_cell(), a_result());
  auto without = a_result();
  without.metrics.erase("re.lambda");
  put("b", a_cell(), without);
  EXPECT_TRUE(diff().same());
}

TEST_F(StoreDiffTest, TheLinearAlgebraIsComparedWhereBothTellIt) {
  auto reported = a_result(), otherwise = a_result();
  reported.linear_algebra = "tree";
  otherwise.linear_algebra = "klu";
  put("a", a_cell(), a_result());
  put("b", a_cell(), reported);
  EXPECT_TRUE(diff().same());
  put("a", a_cell(), otherwise);
  EXPECT_THAT(diff().parts(), ElementsAre(Pair("linear_algebra", 1u)));
}

TEST_F(StoreDiffTest, CellsOfOneStoreAreNamed) {
  put("a", a_cell(), a_result());
  put("a", a_cell("1/3"), a_result());
  put("b", a_cell(), a_result());
  put("b", a_cell("1/4"), a_result());
  const auto found = diff();
  EXPECT_EQ(found.both, 1u);
  EXPECT_FALSE(found.same());
  ASSERT_EQ(found.only_before.size(), 1u);
  ASSERT_EQ(found.only_after.size(), 1u);
  EXPECT_EQ(found.only_before[0].step, "1/3");
  EXPECT_EQ(found.only_after[0].step, "1/4");
}

TEST_F(StoreDiffTest, ASettingThatOneWriterDidNotKnowHasItsDefault) {
  put("a", a_cell(), a_result());
  put("b", a_cell(), a_result());
  auto older = to_json(a_cell());
  older.erase("newton_norm");
  older.erase("newton_max");
  older["method_parameters"] = "rho=0.60";
  rewrite_cells("a", older);
  EXPECT_TRUE(diff().same());
  older["method_parameters"] = "rho=0.5";
  rewrite_cells("a", older);
  EXPECT_EQ(diff().both, 0u);
}

TEST_F(StoreDiffTest, ASettingThatOnlyANewerBuildKnowsKeepsCellsApart) {
  put("a", a_cell(), a_result());
  put("b", a_cell(), a_result());
  auto newer = to_json(a_cell());
  newer["damping"] = "none";
  rewrite_cells("b", newer);
  EXPECT_EQ(diff().both, 0u);
  newer.erase("damping");
  newer["method"] = "method-of-tomorrow";
  rewrite_cells("a", newer);
  rewrite_cells("b", newer);
  EXPECT_TRUE(diff().same());
}

TEST_F(StoreDiffTest, OfSeveralBuildsTheNewestRunCountsOrTheOneAskedFor) {
  auto older = a_result(), newer = a_result();
  newer.metrics["end.q"] = 2e-9;
  newer.environment["commit"] = "decaf";
  put("a", a_cell(), older, "build-1");
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  put("a", a_cell(), newer, "build-0");
  put("a", a_cell("1/3"), older, "build-1");
  const auto end = [](const Record& r) { return r.runs.begin()->second.result["metrics"]["end.q"].get<double>(); };
  EXPECT_EQ(end(record("a")), 2e-9);
  EXPECT_EQ(end(record("a", "build-1")), 1e-9);
  EXPECT_EQ(end(record("a", "c0f")), 1e-9);
  EXPECT_EQ(end(record("a", "decaf")), 2e-9);
  ASSERT_EQ(record("a").builds.size(), 2u);
  EXPECT_EQ(record("a").builds[0].runs, 1u);
  EXPECT_EQ(record("a", "build-1").runs.size(), 2u);
  try {
    record("a", "build-7");
    FAIL() << "accepted";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("build-0 (decaf), build-1 (c0ffee)"));
  }
}

TEST_F(StoreDiffTest, TheWorstStandsFirst) {
  const std::vector<std::function<void(RunResult&)>> changes = {
      [](RunResult& r) { r.reason = "other words"; },    [](RunResult& r) { ++*r.counters.newton_iterations; },
      [](RunResult& r) { r.final_state.q[0] += 1e-12; }, [](RunResult& r) { r.final_state.q[0] += 1e-3; },
      [](RunResult& r) { r.status = Status::singular; },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    auto result = a_result();
    const auto cell = a_cell("1/" + std::to_string(i + 1));
    put("a", cell, result);
    changes[i](result);
    put("b", cell, result);
  }
  std::vector<std::string> steps;
  for (const auto& cell : diff().changed) steps.push_back(cell.cell.step);
  EXPECT_THAT(steps, ElementsAre("1/5", "1/4", "1/3", "1/2", "1/1"));
}

TEST(AgreeingDigits, AreRelativeToTheClassAndHonestAtZero) {
  const auto digits = [](const Json& a, const Json& b) { return agreeing_digits(a, b).value_or(-1); };
  EXPECT_NEAR(digits(1.0, 1.0 + 1e-6), 6, 0.01);
  EXPECT_NEAR(digits(1e-20, 1.001e-20), 3, 0.01);
  EXPECT_NEAR(digits({1.0, 1e-9}, {1.0, 2e-9}), 9, 0.01);
  EXPECT_EQ(digits(0.0, 1e-300), 0);
  EXPECT_EQ(digits(1.0, -1.0), 0);
  EXPECT_EQ(digits(1e308, -1e308), 0);
  EXPECT_EQ(digits(1.0, nullptr), 0);
  EXPECT_EQ(digits({1.0, nullptr}, {1.0, 2.0}), 0);
  EXPECT_EQ(digits({1.0, nullptr}, {1.0, nullptr}), 17);
  EXPECT_EQ(digits({1.0}, {1.0, 2.0}), 0);
  EXPECT_EQ(digits(0.0, -0.0), 17);
  EXPECT_NEAR(digits(1.0, std::nextafter(1.0, 2.0)), 15.65, 0.01);
  EXPECT_FALSE(agreeing_digits("ok", "singular"));
  EXPECT_FALSE(agreeing_digits(nullptr, nullptr));
}

// Fails if a component that became NaN counts as unchanged, or if lists of unequal lengths are compared by component.
TEST(ChangeText, NamesTheComponentThatDiffersMost) {
  const auto text = [](const Json& before, const Json& after) { return change_text({"q", "q", before, after, {}}); };
  EXPECT_EQ(text({1, 2, 0.5}, {1, 2.5, 0.25}), "q[2] 2 -> 2.5");
  EXPECT_EQ(text({1, nullptr, 3}, {1, nullptr, nullptr}), "q[3] 3 -> none");
  EXPECT_EQ(text({1, 2}, Json::array({1})), "q: 2 -> 1 component");
  EXPECT_EQ(text("ok", nullptr), "q ok -> none");
}

}  // namespace
}  // namespace plumb
