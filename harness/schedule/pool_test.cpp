#include "harness/schedule/pool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "harness/schedule/testing/set_clock.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::function<void(const std::string&)> collector_of(std::vector<std::string>& lines) {
  return [&lines](const std::string& line) { lines.push_back(line); };
}

Task counting(int& count) {
  return {.seconds = 1, .work = [&count](TaskState&) -> Finish {
            return [&count] {
              ++count;
              return true;
            };
          }};
}

// Returns a task that lets `seconds` pass on the simulated clock, waits until it is stopped, and adds the status of the
// stop to `stops`.
Task endless(std::vector<Status>& stops, SetClock& clock, double seconds) {
  return {.seconds = 1, .work = [&stops, &clock, seconds](TaskState& state) -> Finish {
            clock.pass(seconds);
            while (state.stop == Status::ok) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            const Status why = state.stop;
            return [&stops, why] {
              stops.push_back(why);
              return false;
            };
          }};
}

// Fails if tasks begin in the order of their cost: the result of the first task might then come last.
TEST(Pool, BeginsInTheOrderOfAdding) {
  Pool pool({.jobs = 1});
  std::vector<double> order;
  for (const double seconds : {1., 3., 2., 3.})
    pool.add({.seconds = seconds, .work = [&order, seconds](TaskState&) -> Finish {
                order.push_back(seconds);
                return [] { return true; };
              }});
  pool.run();
  EXPECT_THAT(order, ElementsAre(1, 3, 2, 3));
}

// Fails if tasks run together whose total memory exceeds the limit, or if a task above the limit never runs.
TEST(Pool, RunsTogetherWhatFitsIntoMemory) {
  Pool pool({.jobs = 4, .memory = 10});
  std::atomic<double> now = 0, most = 0;
  int ended = 0;
  for (const double bytes : {100., 6., 6., 6., 3., 3., 0.})
    pool.add({.bytes = bytes, .work = [&, bytes](TaskState&) -> Finish {
                now += bytes;
                if (bytes < 10) most = std::max<double>(most, now);
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
                now -= bytes;
                return [&] { return ++ended != 0; };
              }});
  pool.run();
  EXPECT_EQ(ended, 7);
  EXPECT_LE(most, 10);
}

// Fails if a task that waits for an external event keeps a worker from other work.
TEST(Pool, WaitsLast) {
  Pool pool({.jobs = 1});
  std::vector<std::string> order;
  const auto task = [&](const char* name, bool comes_last) {
    pool.add({.seconds = comes_last ? 5. : 0.,
              .work = [&order, name](TaskState&) -> Finish {
                order.emplace_back(name);
                return [] { return true; };
              },
              .comes_last = comes_last});
  };
  task("waits", true);
  task("works", false);
  pool.run();
  EXPECT_THAT(order, ElementsAre("works", "waits"));
}

// Fails if threads end while the Finish of a running task may still add tasks.
TEST(Pool, DoesWhatAFinishAdds) {
  Pool pool({.jobs = 4});
  int count = 0;
  for (int i = 0; i < 8; ++i)
    pool.add({.seconds = 1, .work = [&](TaskState&) -> Finish {
                return [&] {
                  for (int k = 0; k < 10; ++k) pool.add(counting(count));
                  return true;
                };
              }});
  pool.run();
  EXPECT_EQ(count, 80);
}

// Fails if outcomes are handled in parallel.
TEST(Pool, FinishesOneTaskAtATime) {
  Pool pool({.jobs = 4});
  int inside = 0, most = 0, done = 0;
  for (int i = 0; i < 100; ++i)
    pool.add({.seconds = 1, .work = [&](TaskState&) -> Finish {
                return [&] {
                  most = std::max(most, ++inside);
                  std::this_thread::yield();
                  --inside;
                  ++done;
                  return true;
                };
              }});
  pool.run();
  EXPECT_EQ(most, 1);
  EXPECT_EQ(done, 100);
}

TEST(Pool, StopsATaskThatTakesTooLongAndNoOther) {
  SetClock clock;
  Pool pool(clock.of({.jobs = 1, .task_timeout = 5}));
  std::vector<Status> stops;
  int count = 0;
  pool.add(endless(stops, clock, 6));
  pool.add({.work = [&](TaskState& state) -> Finish {
    clock.pass(4);
    if (state.stop == Status::ok) ++count;
    return [] { return true; };
  }});
  const auto outcome = pool.run();
  EXPECT_THAT(stops, ElementsAre(Status::timeout));
  EXPECT_EQ(count, 1);
  EXPECT_FALSE(outcome.timed_out);
}

// Fails if a prerequisite, or waiting for it, uses up the timeout of a task.
TEST(Pool, TimesNeitherPrerequisitesNorWaiting) {
  SetClock clock;
  Pool pool(clock.of({.jobs = 2, .task_timeout = 5}));
  std::vector<Status> stops;
  const auto reported = [&stops](const TaskState& state) -> Finish {
    return [&stops, why = state.stop.load()] {
      stops.push_back(why);
      return true;
    };
  };
  const auto prerequisite = pool.add({.work = [&](TaskState& state) -> Finish {
                                        clock.pass(20);
                                        return reported(state);
                                      },
                                      .is_prerequisite = true});
  const auto waits = pool.add({.work = reported}, {prerequisite});
  pool.add(endless(stops, clock, 6), {waits});
  pool.run();
  EXPECT_THAT(stops, ElementsAre(Status::ok, Status::ok, Status::timeout));
}

// Fails if tasks that wait for another occupy workers: they would take both, and none would end.
TEST(Pool, HoldsNoWorkerForATaskThatWaits) {
  Pool pool({.jobs = 2});
  std::atomic<int> others = 0;
  std::vector<std::string> order;
  const auto named = [&order](const std::string& name, double seconds) -> Task {
    return {.seconds = seconds, .work = [&order, name](TaskState&) -> Finish {
              return [&order, name] {
                order.push_back(name);
                return true;
              };
            }};
  };
  auto reference = named("reference", 1);
  reference.is_prerequisite = true;
  reference.work = [&others, finish = reference.work](TaskState& state) -> Finish {
    for (int i = 0; i < 5000 && others < 4; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return finish(state);
  };
  const auto first = pool.add(reference);
  for (const char* name : {"costly", "costly too"}) pool.add(named(name, 100), {first});
  for (int i = 0; i < 4; ++i)
    pool.add({.seconds = 1, .work = [&others](TaskState&) -> Finish {
                ++others;
                return [] { return true; };
              }});
  pool.run();
  EXPECT_EQ(others, 4);
  EXPECT_THAT(order, ElementsAre("reference", "costly", "costly too"));
}

// Fails if a task waits forever for a task that has already ended, was stopped, or waits for another task.
TEST(Pool, BeginsWhatWaitsHoweverItsPredecessorsEnd) {
  SetClock clock;
  Pool pool(clock.of({.jobs = 2, .task_timeout = 5}));
  std::vector<Status> stops;
  int count = 0;
  const auto slow = pool.add(endless(stops, clock, 6));
  const auto next = pool.add(counting(count), {slow});
  pool.add({.work = [&](TaskState&) -> Finish {
             return [&] {
               pool.add(counting(count), {slow, next});
               return true;
             };
           }},
           {next});
  const auto outcome = pool.run();
  EXPECT_EQ(count, 2);
  EXPECT_THAT(stops, ElementsAre(Status::timeout));
  EXPECT_FALSE(outcome.interrupted || outcome.timed_out);
}

// Fails if an interruption is lost that comes before the first task, or after the last task.
TEST(Pool, IsInterruptedWhateverIsLeftToDo) {
  std::atomic<bool> is_requested = true;
  const auto requested = [&] { return is_requested.load(); };
  {
    Pool idle({.jobs = 1, .interrupted = requested});
    EXPECT_TRUE(idle.run().interrupted);
  }
  is_requested = false;
  Pool pool({.jobs = 1, .interrupted = requested});
  pool.add({.work = [&](TaskState&) -> Finish {
    is_requested = true;
    return [] { return true; };
  }});
  EXPECT_TRUE(pool.run().interrupted);
}

TEST(Pool, BeginsNothingAfterTheGlobalTimeout) {
  SetClock clock;
  Pool pool(clock.of({.jobs = 2, .global_timeout = 5}));
  std::vector<Status> stops;
  int count = 0;
  for (int i = 0; i < 2; ++i) pool.add(endless(stops, clock, 3));  // each alone would be in time
  pool.add(counting(count));
  EXPECT_TRUE(pool.run().timed_out);
  EXPECT_THAT(stops, ElementsAre(Status::interrupted, Status::interrupted));
  EXPECT_EQ(count, 0);
}

// Fails if an exception of a task ends the program, is lost, or leaves other tasks running.
TEST(Pool, ThrowsWhatATaskThrew) {
  SetClock clock;
  Pool pool(clock.of({.jobs = 2}));
  std::vector<Status> stops;
  pool.add(endless(stops, clock, 0));
  pool.add({.seconds = 0, .work = [](TaskState&) -> Finish { throw std::runtime_error("broken"); }});
  EXPECT_THAT([&] { pool.run(); }, testing::ThrowsMessage<std::runtime_error>("broken"));
}

// Fails if a prerequisite waits behind the tasks that need it, or is counted as one of them.
TEST(Pool, BeginsWithPrerequisitesAndDoesNotCountThem) {
  SetClock clock;
  std::vector<std::string> lines;
  std::vector<int> order;
  Pool pool(clock.of({.jobs = 1, .progress = collector_of(lines), .progress_interval = 1}));
  const auto task = [&](int number, bool is_prerequisite) -> Task {
    return {.seconds = is_prerequisite ? 1. : 5.,
            .work = [&, number](TaskState&) -> Finish {
              order.push_back(number);
              clock.pass(2);
              return [] { return true; };
            },
            .is_prerequisite = is_prerequisite};
  };
  pool.add(task(1, false));
  pool.add(task(2, true));
  pool.run();
  EXPECT_THAT(order, ElementsAre(2, 1));
  EXPECT_THAT(lines, AllOf(Not(testing::IsEmpty()), Each(StartsWith("0/1 cell"))));
}

// Fails if a stopping point deep below a task does not detect the stop of the task, or if a stop counts as a failure.
TEST(Pool, StopsTasksAtTheirStoppingPoints) {
  SetClock clock;
  Pool pool(clock.of({.jobs = 1, .task_timeout = 5}));
  int count = 0;
  pool.add({.seconds = 2, .work = [&](TaskState&) -> Finish {
              clock.pass(6);
              for (;;) {
                stopping_point();
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
              }
            }});
  pool.add(counting(count));
  EXPECT_NO_THROW(pool.run());
  EXPECT_EQ(count, 1);
}

// Fails if a thread is started although no other thread is needed.
TEST(Pool, OneTaskIsDoneByTheThreadThatAsks) {
  std::thread::id worked;
  Pool pool({.jobs = 4});
  pool.add({.work = [&](TaskState&) {
    worked = std::this_thread::get_id();
    return [] { return true; };
  }});
  pool.run();
  EXPECT_EQ(worked, std::this_thread::get_id());
}

}  // namespace
}  // namespace plumb
