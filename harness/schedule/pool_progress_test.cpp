// The progress lines of a pool.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "harness/schedule/pool.hpp"
#include "harness/schedule/testing/set_clock.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A pool with one worker. It prints a line each second of a clock that tests set.
class PoolProgress : public testing::Test {
 protected:
  SetClock clock;
  std::vector<std::string> lines;
  Pool pool{clock.of(
      {.jobs = 1, .progress = [this](const std::string& line) { lines.push_back(line); }, .progress_interval = 1})};
};

// Fails if a task that continues the work of an earlier task counts the earlier progress as its own.
TEST_F(PoolProgress, OfATaskCountsFromItsBeginning) {
  pool.add({.seconds = 1,
            .work = [&](TaskState&) -> Finish {
              for (int i = 0; i <= 20; ++i) {
                report_progress("reference of", 980 + i, 1000, "s");
                clock.pass(2);
              }
              return [] { return true; };
            },
            .title = "two-link",
            .is_one_progress = true,
            .progress_begin = 980});
  pool.run();
  EXPECT_THAT(lines, Contains(AllOf(HasSubstr("990 of 1000 s"), HasSubstr("about 20 s left"))));
}

// Fails if the estimate uses finished tasks only, or if a line does not name the running task.
TEST_F(PoolProgress, NamesALongTaskAndItsTimeLeft) {
  pool.add({.seconds = 1000,  // a wrong estimate
            .work = [&](TaskState&) -> Finish {
              for (int i = 0; i <= 20; ++i) {
                report_progress("reference of", i, 20, "s");
                clock.pass(2);
              }
              return [] { return true; };
            },
            .title = "two-link",
            .is_one_progress = true});
  pool.run();
  EXPECT_THAT(lines, Contains("0/1 cell, reference of two-link, 10 of 20 s, about 20 s left"));
}

// Fails if a time left is printed although the expected time of some tasks is unknown.
TEST_F(PoolProgress, HasNoTimeLeftBeforeAllSizesAreKnown) {
  for (int i = 0; i < 10; ++i)
    pool.add({.seconds = 1, .work = [&](TaskState&) -> Finish {
                clock.pass(2);
                return [] { return true; };
              }});
  pool.set_expected(2, 0);  // announces two tasks of unknown duration
  pool.run();
  EXPECT_THAT(lines, AllOf(Not(testing::IsEmpty()), Each(HasSubstr("elapsed"))));
}

TEST_F(PoolProgress, CountsExpectedTasks) {
  pool.set_expected(3, 3);
  int left = 2;
  std::function<Task()> next = [&]() -> Task {
    return {.seconds = 1, .work = [&](TaskState&) -> Finish {
              clock.pass(2);
              return [&] {
                if (left-- > 0) pool.add(next());
                return true;
              };
            }};
  };
  pool.add(next());
  pool.run();
  EXPECT_THAT(lines, Each(HasSubstr("/3 cells")));
  EXPECT_THAT(lines, Contains(StartsWith("2/3")));
}

// Fails if progress calls a run that ended early a failure. It is a result.
TEST_F(PoolProgress, CountsRunsThatEndedEarly) {
  for (int i = 0; i < 3; ++i)
    pool.add({.seconds = 1, .work = [&, i](TaskState&) -> Finish {
                clock.pass(2);
                return [i] { return i != 0; };
              }});
  pool.run();
  EXPECT_THAT(lines, Contains(StartsWith("1/3 cells, 1 ended early")));
  EXPECT_THAT(lines, Each(Not(HasSubstr("failed"))));
}

}  // namespace
}  // namespace plumb
