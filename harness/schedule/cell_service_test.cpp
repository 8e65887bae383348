#include "harness/schedule/cell_service.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "harness/cell/resolve.hpp"
#include "harness/store/sqlite.hpp"
#include "problems/catalogue.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

/// Returns a run with 50 samples.
ResolvedCell pendulum(const std::string& step) {
  Cell cell;
  cell.problem = "pendulum";
  cell.formulation = "ode";
  cell.method = "erk4";
  cell.step = step;
  cell.t_end = "1";
  cell.samples = 50;
  return resolve(cell);
}

/// Records the answers and samples of one request.
struct RecordedRequest {
  std::vector<RunResult> results = {};
  int samples = 0;

  std::function<void(const RunResult&)> on_result() {
    return [this](const RunResult& run) { results.push_back(run); };
  }
  SampleSink sink() {
    return [this](const Sample<quad>&) { ++samples; };
  }
};

// Fails if a cell with two requests runs twice, or if one of them does not receive its samples.
TEST(CellService, RunsACellOnceForAllWhoAskForIt) {
  Pool pool({.jobs = 2});
  CellService cells(pool, nullptr);
  RecordedRequest plain, states, other_states;
  cells.request({pendulum("1e-4"), plain.on_result()});
  cells.request({pendulum("1e-4"), states.on_result(), states.sink()});
  cells.request({pendulum("1e-4"), other_states.on_result(), other_states.sink()});
  cells.begin();
  pool.run();
  for (const auto* one : {&plain, &states, &other_states}) {
    ASSERT_EQ(one->results.size(), 1U);
    EXPECT_EQ(one->results[0].status, Status::ok);
    EXPECT_EQ(one->results[0].timing, plain.results[0].timing) << "another run took another time";
  }
  EXPECT_EQ(states.samples, 50);
  EXPECT_EQ(other_states.samples, 50);
}

// Fails if a late request causes another run without need, or misses the earlier samples.
TEST(CellService, SharesARunThatHasBegunUnlessSamplesAreWanted) {
  Pool pool({.jobs = 2});
  CellService cells(pool, nullptr);
  RecordedRequest first, late, late_states;
  std::atomic<bool> has_begun = false, joined = false;
  cells.request({pendulum("1e-2"), first.on_result(), [&](const Sample<quad>&) {
                   ++first.samples;
                   has_begun = true;
                   while (!joined) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                 }});
  cells.begin();
  pool.add({.work = [&](TaskState&) -> Finish {
    while (!has_begun) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return [&] {
      cells.request({pendulum("1e-2"), late.on_result()});
      cells.request({pendulum("1e-2"), late_states.on_result(), late_states.sink()});
      cells.begin();
      joined = true;
      return true;
    };
  }});
  pool.run();
  ASSERT_EQ(first.results.size(), 1U);
  ASSERT_EQ(late.results.size(), 1U);
  ASSERT_EQ(late_states.results.size(), 1U);
  EXPECT_EQ(late.results[0].timing, first.results[0].timing);
  EXPECT_EQ(first.samples, 50);
  EXPECT_EQ(late_states.samples, 50);
}

// Fails if an exception of one request's sink affects the others.
TEST(CellService, KeepsAFailureOfASinkFromTheOthers) {
  Pool pool({.jobs = 1});
  CellService cells(pool, nullptr);
  RecordedRequest well, badly;
  cells.request(
      {pendulum("1e-2"), badly.on_result(), [](const Sample<quad>&) { throw std::runtime_error("no such view"); }});
  cells.request({pendulum("1e-2"), well.on_result(), well.sink()});
  cells.begin();
  pool.run();
  EXPECT_EQ(badly.results.at(0).status, Status::crashed);
  EXPECT_EQ(badly.results.at(0).reason, "no such view");
  EXPECT_EQ(well.results.at(0).status, Status::ok);
  EXPECT_EQ(well.samples, 50);
}

/// Simulates another process that reads a store: a separate connection with an open read transaction.
class ReadingProcess {
 public:
  explicit ReadingProcess(const std::filesystem::path& file)
      : db_(file.string(), Opening::read_only, std::chrono::seconds(1)) {
    db_.run("BEGIN");
    db_.number("SELECT count(*) FROM runs");
  }

 private:
  Sqlite db_;
};

// Fails if runs are lost because another process is reading the store when they are to be stored.
TEST(CellService, LosesNoRunToAReader) {
  const auto file = scratch_folder() / "reader.db";
  RecordedRequest accepted, refused;
  {
    Store store(file, Access::read_write, std::chrono::milliseconds(50));
    Pool pool({.jobs = 1});
    CellService cells(pool, &store);
    cells.request({pendulum("1e-2"), accepted.on_result()});
    cells.begin();
    const ReadingProcess reader(file);
    pool.run();
    EXPECT_EQ(accepted.results.size(), 1U);
    EXPECT_EQ(store.count(), 1U);
  }
  {
    Store store(file, Access::read_write, std::chrono::milliseconds(50));
    const ReadingProcess reader(file);
    Pool pool({.jobs = 1});
    CellService cells(pool, &store);
    cells.request({pendulum("1e-3"), refused.on_result()});
    EXPECT_THROW(cells.begin(), StoreError) << "before anything has run";
    EXPECT_TRUE(refused.results.empty());
  }
  std::filesystem::remove(file);
}

/// Returns a cell of a problem that outlives all tests.
ResolvedCell two_link_of(const Problem& problem) {
  Cell cell;
  cell.problem = "two-link";
  cell.formulation = "ode";
  cell.method = "erk4";
  cell.step = "1e-3";
  cell.t_end = "1e-2";
  cell.samples = 1;
  const auto known = resolve(cell);
  return {known.text(),
          problem,
          *problem.formulation("ode"),
          known.method(),
          std::make_shared<const Parameters>(known.data()),
          std::make_shared<const Parameters>(known.options()),
          known.steps()};
}

// Fails if a reference that cannot be computed, or whose cost is unknown, affects other cells than its own.
TEST(CellService, AReferenceThatFailsIsAResultOfItsCells) {
  static Problem without_quad = catalogued_problem("two-link"), without_double = without_quad;
  without_quad.name = "two-link-without-quad";
  without_quad.in_quad.system = [](const Parameters&, const Formulation&) -> AnySystem<quad> {
    throw std::runtime_error("no equations in quad");
  };
  without_double.name = "two-link-without-double";
  without_double.in_double.system = [](const Parameters&, const Formulation&) -> AnySystem<double> {
    throw std::runtime_error("no equations in double");
  };
  for (const auto* problem : {&without_quad, &without_double}) {
    Pool pool({.jobs = 2});
    CellService cells(pool, nullptr);
    RecordedRequest badly, well;
    cells.request({two_link_of(*problem), badly.on_result()});
    cells.request({pendulum("1e-2"), well.on_result()});
    cells.begin();
    pool.run();
    ASSERT_EQ(badly.results.size(), 1U);
    EXPECT_EQ(badly.results[0].status, Status::crashed);
    EXPECT_THAT(badly.results[0].reason, testing::HasSubstr("no equations in"));
    ASSERT_EQ(well.results.size(), 1U);
    EXPECT_EQ(well.results[0].status, Status::ok);
  }
}

// Fails if a result is not kept for a later request, or is not committed.
TEST(CellService, KnowsWhatRanAndWhatIsInTheStore) {
  const auto file = scratch_folder() / "cells.db";
  const auto cell = pendulum("1e-2");
  RecordedRequest accepted;
  {
    Store store(file);
    Pool pool({.jobs = 1});
    CellResults kept;
    CellService cells(pool, nullptr, &kept), storing(pool, &store);
    EXPECT_FALSE(cells.known(cell) || storing.known(cell));
    for (auto* service : {&cells, &storing}) {
      service->request({cell, accepted.on_result()});
      service->begin();
    }
    pool.run();
    ASSERT_TRUE(cells.known(cell));
    EXPECT_EQ(cells.known(cell)->timing, accepted.results.at(0).timing);
    ASSERT_TRUE(storing.known(cell));
    EXPECT_EQ(storing.known(cell)->timing, accepted.results.at(1).timing);
  }
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace plumb
