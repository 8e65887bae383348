#include "contract/stop.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace plumb {
namespace {

TEST(StoppingPoint, ObeysTheStopOfItsThreadOnly) {
  StopRequest stop = Status::ok;
  EXPECT_NO_THROW(stopping_point());
  const Stoppable stoppable(stop);
  EXPECT_NO_THROW(stopping_point());
  stop = Status::timeout;
  EXPECT_TRUE(stop_requested());
  try {
    stopping_point();
    FAIL();
  } catch (const Stopped& stopped) {
    EXPECT_EQ(stopped.why, Status::timeout);
  }
  std::jthread([] { EXPECT_NO_THROW(stopping_point()); });
}

// This fails if a nested Stoppable hides a stop request of the enclosing one.
TEST(StoppingPoint, ObeysEveryStopAroundItAndTellsTheSameProgress) {
  StopRequest outer = Status::ok, inner = Status::ok;
  Progress progress;
  const Stoppable stoppable(outer, progress);
  {
    const Stoppable nested(inner);
    EXPECT_NO_THROW(stopping_point());
    report_progress("reference of", 3, 20, "s");
    outer = Status::interrupted;
    EXPECT_THROW(stopping_point(), Stopped);
    outer = Status::ok;
    inner = Status::timeout;
    EXPECT_TRUE(stop_requested());
  }
  EXPECT_NO_THROW(stopping_point());
  EXPECT_EQ(std::string(progress.activity), "reference of");
  EXPECT_EQ(progress.reached, 3);
  EXPECT_EQ(progress.end, 20);
}

}  // namespace
}  // namespace plumb
