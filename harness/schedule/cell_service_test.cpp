#include "harness/schedule/cell_service.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "harness/cell/resolve.hpp"

namespace plumb {
namespace {

/// 50 samples.
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

/// What one who asked was told.
struct Asked {
  std::vector<RunResult> answers = {};
  int samples = 0;

  CellService::Answer answer() {
    return [this](const RunResult& run) { answers.push_back(run); };
  }
  SampleSink sink() {
    return [this](const Sample<quad>&) { ++samples; };
  }
};

// Fails when two who ask for the same cell run it twice, or one of them goes without its samples.
TEST(CellService, RunsACellOnceForAllWhoAskForIt) {
  Pool pool({.jobs = 2});
  CellService cells(pool, nullptr);
  Asked plain, states, other_states;
  cells.ask(pendulum("1e-4"), plain.answer());
  cells.ask(pendulum("1e-4"), states.answer(), states.sink());
  cells.ask(pendulum("1e-4"), other_states.answer(), other_states.sink());
  cells.begin();
  pool.run();
  for (const auto* one : {&plain, &states, &other_states}) {
    ASSERT_EQ(one->answers.size(), 1U);
    EXPECT_EQ(one->answers[0].status, Status::ok);
    EXPECT_EQ(one->answers[0].timing, plain.answers[0].timing) << "another run took another time";
  }
  EXPECT_EQ(states.samples, 50);
  EXPECT_EQ(other_states.samples, 50);
}

// Fails when who comes late has a run of its own without need, or loses the samples before.
TEST(CellService, SharesARunThatHasBegunUnlessSamplesAreWanted) {
  Pool pool({.jobs = 2});
  CellService cells(pool, nullptr);
  Asked first, late, late_states;
  std::atomic<bool> has_begun = false, joined = false;
  cells.ask(pendulum("1e-2"), first.answer(), [&](const Sample<quad>&) {
    ++first.samples;
    has_begun = true;
    while (!joined) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  cells.begin();
  pool.add({.work = [&](TaskState&) -> Finish {
    while (!has_begun) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return [&] {
      cells.ask(pendulum("1e-2"), late.answer());
      cells.ask(pendulum("1e-2"), late_states.answer(), late_states.sink());
      cells.begin();
      joined = true;
      return true;
    };
  }});
  pool.run();
  ASSERT_EQ(first.answers.size(), 1U);
  ASSERT_EQ(late.answers.size(), 1U);
  ASSERT_EQ(late_states.answers.size(), 1U);
  EXPECT_EQ(late.answers[0].timing, first.answers[0].timing);
  EXPECT_EQ(first.samples, 50);
  EXPECT_EQ(late_states.samples, 50);
}

// Fails when what one does with the samples spoils the run for others.
TEST(CellService, KeepsAFailureOfASinkFromTheOthers) {
  Pool pool({.jobs = 1});
  CellService cells(pool, nullptr);
  Asked well, badly;
  cells.ask(pendulum("1e-2"), badly.answer(), [](const Sample<quad>&) { throw std::runtime_error("no such view"); });
  cells.ask(pendulum("1e-2"), well.answer(), well.sink());
  cells.begin();
  pool.run();
  EXPECT_EQ(badly.answers.at(0).status, Status::crashed);
  EXPECT_EQ(badly.answers.at(0).reason, "no such view");
  EXPECT_EQ(well.answers.at(0).status, Status::ok);
  EXPECT_EQ(well.samples, 50);
}

// Fails when a result is not kept for who asks later, or not committed.
TEST(CellService, KnowsWhatRanAndWhatIsInTheStore) {
  const auto file = std::filesystem::path(testing::TempDir()) / ("plumb-cells-" + std::to_string(getpid()) + ".db");
  const auto cell = pendulum("1e-2");
  Asked asked;
  {
    Store store(file);
    Pool pool({.jobs = 1});
    CellResults kept;
    CellService cells(pool, nullptr, &kept), storing(pool, &store);
    EXPECT_FALSE(cells.known(cell) || storing.known(cell));
    for (auto* service : {&cells, &storing}) {
      service->ask(cell, asked.answer());
      service->begin();
    }
    pool.run();
    ASSERT_TRUE(cells.known(cell));
    EXPECT_EQ(cells.known(cell)->timing, asked.answers.at(0).timing);
    ASSERT_TRUE(storing.known(cell));
    EXPECT_EQ(storing.known(cell)->timing, asked.answers.at(1).timing);
  }
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace plumb
