// Long analyses stop on request.

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "contract/stop.hpp"
#include "contract/testing/processor_time.hpp"
#include "methods/analysis/analysis.hpp"
#include "methods/catalogue.hpp"
#include "methods/from_data/from_data.hpp"

namespace plumb {
namespace {

// A method with n stages, whose analysis takes seconds for large n.
Method many_stages(int n) {
  TableauData data{.stages = n};
  for (int i = 0; i < n; ++i) {
    std::string sum = "0";
    for (int j = 0; j < n; ++j) {
      data.a.push_back(std::to_string((i * j + j * j) % 61) + "/4096");
      sum += " + " + data.a.back();
    }
    data.b.push_back("1/" + std::to_string(n));
    data.c.push_back(sum);
  }
  return runge_kutta_method({.name = "many-stages", .title = "", .source = ""}, data);
}

// This fails if the polynomials of a tableau with many stages are computed without stopping points.
TEST(Analysis, EndsWithinASecondWithTheStatusOfTheStop) {
  const auto method = many_stages(64);
  StopRequest stop = Status::ok;
  Progress progress;
  const Stoppable stoppable(stop, progress);
  double requested_at = 0;
  const std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    requested_at = processor_seconds();
    stop = Status::timeout;
  });
  try {
    analyze(method, Parameters(method.parameters, {}));
    FAIL() << "it ended by itself";
  } catch (const Stopped& stopped) {
    EXPECT_EQ(stopped.why, Status::timeout);
  }
  EXPECT_LT(processor_seconds() - requested_at, 1);
}

TEST(Analysis, TellsWhichRayItScans) {
  const auto& method = catalogued_method("newmark");  // it has no coefficients
  const StopRequest go = Status::ok;
  Progress progress;
  const Stoppable stoppable(go, progress);
  EXPECT_EQ(a_stable(method, Parameters(method.parameters, {})), true);
  EXPECT_STREQ(progress.activity, "A-stability of");
  EXPECT_EQ(progress.reached, 5);
  EXPECT_EQ(progress.end, 6);
}

}  // namespace
}  // namespace plumb
