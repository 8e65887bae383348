// Changes between two stores are classified and shown with the value that matters most.

#include "harness/report/store_changes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/store/testing/store_folder.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;

class StoreChanges : public testing::Test {
 protected:
  static Cell cell(const char* step = "1e-2") {
    Cell out;
    out.problem = "pendulum";
    out.problem_parameters = "length=1,mass=1,gravity=9.81,angle=0,rate=2";
    out.formulation = "index3";
    out.method = "hht";
    out.step = step;
    out.t_end = "1";
    out.samples = default_samples;
    return out;
  }
  static RunResult ended(double error) {
    RunResult out;
    out.t_reached = 1;
    out.metrics = {{"end.q", error}, {"energy.max", 1e-5}};
    out.counters.newton_iterations = 17;
    return out;
  }
  static RunResult failed(Status status) {
    auto out = ended(1e-3);
    out.status = status;
    return out;
  }
  NamedRecord stored(const char* name, const std::vector<std::pair<Cell, RunResult>>& runs) const {
    Store store(scratch.path() / name);
    for (const auto& [cell, result] : runs) store.put(cell, name, result);
    return {name, record_of(store)};
  }
  /// Returns the row of the only changed run.
  Json change(const RunResult& before, const RunResult& after) const {
    const ScratchFolder folder;
    const auto record = [&](const char* name, const RunResult& result) {
      Store store(folder.path() / name);
      store.put(cell(), name, result);
      return NamedRecord{name, record_of(store)};
    };
    const auto changes = store_changes(record("old.db", before), record("new.db", after));
    EXPECT_EQ(changes["changed"].size(), 1U);
    Json out;
    for (std::size_t i = 0; i < changes["columns"].size(); ++i)
      out[changes["columns"][i].get<std::string>()] = changes["changed"][0][i];
    return out;
  }

  const ScratchFolder scratch;
};

TEST_F(StoreChanges, ClassifiesByStatusThenByError) {
  EXPECT_EQ(change(ended(1e-3), failed(Status::singular))["kind"], "fails now");
  EXPECT_EQ(change(failed(Status::singular), ended(1e-3))["kind"], "works now");
  EXPECT_EQ(change(failed(Status::singular), failed(Status::crashed))["kind"], "fails otherwise");
  EXPECT_EQ(change(ended(1e-3), ended(1.02e-3))["kind"], "larger error");
  EXPECT_EQ(change(ended(1e-3), ended(0.98e-3))["kind"], "smaller error");
  EXPECT_EQ(change(ended(1e-3), ended(1.005e-3))["kind"], "other digits");
  auto other = ended(1e-3);
  other.counters.newton_iterations = 18;
  EXPECT_EQ(change(ended(1e-3), other)["kind"], "only counters");
}

// The energy changes more than the error, but the error is what a reader looks for first.
TEST_F(StoreChanges, ShowsTheMainError) {
  auto after = ended(2e-3);
  after.metrics["energy.max"] = 7;
  const auto row = change(ended(1e-3), after);
  EXPECT_EQ(row["value"], "end.q");
  EXPECT_EQ(row["before"], 1e-3);
  EXPECT_EQ(row["after"], 2e-3);
  EXPECT_EQ(row["problem"], "pendulum(rate=2)");
  EXPECT_EQ(row["method"], "hht");
  EXPECT_THAT(row["parts"].get<std::string>(), HasSubstr("metrics(2)"));
  after.metrics["end.q"] = 1e-3;
  EXPECT_EQ(change(ended(1e-3), after)["value"], "energy.max");
}

TEST_F(StoreChanges, ShowsTheComponentThatDiffersMost) {
  auto before = ended(1e-3), after = ended(1e-3);
  before.final_state.q = {1, 2, 3};
  after.final_state.q = {1, 2.5, 3.1};
  const auto row = change(before, after);
  EXPECT_EQ(row["value"], "q[2]");
  EXPECT_EQ(row["after"], 2.5);
}

TEST_F(StoreChanges, PutsTheWorstFirstAndListsRunsOfOneStore) {
  const auto before =
      stored("old.db", {{cell("1e-2"), ended(1e-3)}, {cell("5e-3"), ended(1e-4)}, {cell("1e-3"), ended(1e-5)}});
  const auto after = stored(
      "new.db", {{cell("1e-2"), ended(1e-4)}, {cell("5e-3"), failed(Status::singular)}, {cell("1e-4"), ended(1e-6)}});
  const auto changes = store_changes(before, after);
  EXPECT_EQ(changes["both"], 2);
  EXPECT_EQ(changes["identical"], 0);
  ASSERT_EQ(changes["changed"].size(), 2U);
  EXPECT_EQ(changes["changed"][0][1], "fails now");
  EXPECT_EQ(changes["changed"][1][1], "smaller error");
  EXPECT_EQ(changes["kinds"]["fails now"], 1);
  EXPECT_EQ(changes["only_before"], Json({"hht on pendulum(rate=2) index3, h = 1e-3 s to 1 s"}));
  EXPECT_EQ(changes["only_after"], Json({"hht on pendulum(rate=2) index3, h = 1e-4 s to 1 s"}));
  EXPECT_EQ(changes["builds"].size(), 2U);
}

TEST_F(StoreChanges, MergesTheNewerRun) {
  auto one = stored("one.db", {{cell("1e-2"), ended(1)}}).record,
       other = stored("two.db", {{cell("5e-3"), ended(2)}}).record;
  auto newer = one;
  newer.runs.begin()->second.created = "9999";
  newer.runs.begin()->second.result["metrics"]["end.q"] = 3;
  merge(other, one);
  EXPECT_EQ(one.runs.size(), 2U);
  EXPECT_EQ(one.builds.size(), 2U);
  merge(newer, one);
  const auto key = newer.runs.begin()->first;
  EXPECT_EQ(one.runs.at(key).result["metrics"]["end.q"], 3);
}

}  // namespace
}  // namespace plumb
