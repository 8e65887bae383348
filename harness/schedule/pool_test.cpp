#include "harness/schedule/pool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

namespace plumb {
namespace {

Task counting(int& count) {
  return {.seconds = 1, .work = [&count](TaskState&) -> Finish {
            return [&count] {
              ++count;
              return true;
            };
          }};
}

// Obeys a stop, and says which one it was.
Task endless(std::vector<Status>& stops) {
  return {.seconds = 1, .work = [&stops](TaskState& state) -> Finish {
            while (state.stop == Status::ok) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            const Status why = state.stop;
            return [&stops, why] {
              stops.push_back(why);
              return false;
            };
          }};
}

// Fails when tasks run in the order of adding.
TEST(Pool, BeginsWithTheCostlyTasks) {
  Pool pool({.jobs = 1});
  std::vector<double> order;
  for (const double seconds : {1., 3., 2., 3.})
    pool.add({.seconds = seconds, .work = [&order, seconds](TaskState&) -> Finish {
                order.push_back(seconds);
                return [] { return true; };
              }});
  pool.run();
  EXPECT_THAT(order, testing::ElementsAre(3, 3, 2, 1));
}

// Fails when workers leave while a task runs that will add others.
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

// Fails when outcomes are handled in parallel.
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
  Pool pool({.jobs = 1, .task_timeout = 0.05});
  std::vector<Status> stops;
  int count = 0;
  auto slow = endless(stops);
  slow.seconds = 2;
  pool.add(slow);
  pool.add(counting(count));
  const auto outcome = pool.run();
  EXPECT_THAT(stops, testing::ElementsAre(Status::timeout));
  EXPECT_EQ(count, 1);
  EXPECT_FALSE(outcome.timed_out);
}

TEST(Pool, BeginsNothingAfterTheGlobalTimeout) {
  Pool pool({.jobs = 2, .global_timeout = 0.05});
  std::vector<Status> stops;
  int count = 0;
  for (int i = 0; i < 2; ++i) {
    auto slow = endless(stops);
    slow.seconds = 2;
    pool.add(slow);
  }
  pool.add(counting(count));
  EXPECT_TRUE(pool.run().timed_out);
  EXPECT_THAT(stops, testing::ElementsAre(Status::interrupted, Status::interrupted));
  EXPECT_EQ(count, 0);
}

// Fails when an exception ends the program, is lost, or leaves others running.
TEST(Pool, ThrowsWhatATaskThrew) {
  Pool pool({.jobs = 2});
  std::vector<Status> stops;
  pool.add(endless(stops));
  pool.add({.seconds = 0, .work = [](TaskState&) -> Finish { throw std::runtime_error("broken"); }});
  EXPECT_THAT([&] { pool.run(); }, testing::ThrowsMessage<std::runtime_error>("broken"));
}

}  // namespace
}  // namespace plumb
