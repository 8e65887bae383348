// Analyses that take long end when they are told to.

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "contract/stop.hpp"
#include "methods/analysis/analysis.hpp"
#include "methods/catalogue.hpp"

namespace plumb {
namespace {

// Fails when a scan passes no stopping point: the analysis of lms4 takes many seconds.
TEST(Analysis, EndsWithinASecondWithTheStatusOfTheStop) {
  const auto& method = catalogued_method("lms4");
  StopRequest stop = Status::ok;
  Progress progress;
  const Stoppable stoppable(stop, progress);
  using Clock = std::chrono::steady_clock;
  Clock::time_point asked;
  const std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    asked = Clock::now();
    stop = Status::timeout;
  });
  try {
    analyze(method, Parameters(method.parameters, {}));
    FAIL() << "it ended by itself";
  } catch (const Stopped& stopped) {
    EXPECT_EQ(stopped.why, Status::timeout);
  }
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - asked).count(), 1);
}

TEST(Analysis, TellsWhichRayItScans) {
  const auto& method = catalogued_method("implicit-euler");
  const StopRequest go = Status::ok;
  Progress progress;
  const Stoppable stoppable(go, progress);
  EXPECT_EQ(a_stable(method, Parameters(method.parameters, {})), true);
  EXPECT_STREQ(progress.of, "A-stability of");
  EXPECT_EQ(progress.reached, 5);
  EXPECT_EQ(progress.end, 6);
}

}  // namespace
}  // namespace plumb
