// Long computations of references must stop on request, and must refuse times that no integration can reach.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <stdexcept>
#include <thread>

#include "contract/stop.hpp"
#include "contract/testing/processor_time.hpp"
#include "problems/catalogue.hpp"
#include "reference/certified.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

using Overrides = std::map<std::string, std::string>;

void certify_at(const char* name, const char* t, const Overrides& overrides = {}) {
  const auto& problem = catalogued_problem(name);
  certified(problem, Parameters(problem.parameters, overrides), problem.formulations.front(), {t});
}

/// Returns the CPU time from the stop request to the end of the computation [s].
double obeyed_after(const char* name, const char* t, const Overrides& overrides = {}) {
  StopRequest stop = Status::ok;
  const Stoppable stoppable(stop);
  double requested_at = 0;
  const std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    requested_at = processor_seconds();
    stop = Status::interrupted;
  });
  EXPECT_THROW(certify_at(name, t, overrides), Stopped) << name;
  return processor_seconds() - requested_at;
}

TEST(Certified, ObeysAStopInEveryRoute) {
  for (const char* name : {"pleiades", "two-link", "pendulum", "oscillator"})
    EXPECT_LT(obeyed_after(name, "1e4"), 1) << name;
}

// This fails if a stop takes effect only at the end of an interval, which takes seconds for so many bodies.
TEST(ChebyshevMotion, ObeysAStopWithinAnInterval) { EXPECT_LT(obeyed_after("chain", "10", {{"n", "24"}}), 1); }

TEST(Certified, RefusesTimesThatNothingReachesAndSaysHowLateTheyMayBe) {
  using ::testing::HasSubstr, ::testing::ThrowsMessage;
  const auto begin = processor_seconds();
  for (const char* t : {"1e12", "1e300"})
    EXPECT_THAT([&] { certify_at("pendulum", t); },
                ThrowsMessage<std::invalid_argument>(
                    ::testing::AllOf(HasSubstr("too late: the integrations"), HasSubstr("they can reach about"))));
  EXPECT_LT(processor_seconds() - begin, 10);
}

// This fails if a partial interval remains after a stop, or if a stop changes the length of the next interval.
TEST(ChebyshevMotion, HasTheSameBitsAfterAStop) {
  const auto& problem = catalogued_problem("two-link");
  const Parameters data(problem.parameters, {});
  const quad end = 2;
  const Solution whole(problem, data), resumed(problem, data), interrupted(problem, data);
  for (int i = 0; !resumed.advance(end); ++i) {
    StopRequest stop = i % 2 == 0 ? Status::interrupted : Status::ok;
    const Stoppable stoppable(stop);
    try {
      resumed.digits(end, resumed.least_digits());
    } catch (const Stopped&) {
      continue;
    }
  }
  const auto a = whole.carried(end), b = resumed.carried(end);
  EXPECT_EQ(whole.digits(end, whole.least_digits()), resumed.digits(end, resumed.least_digits()));
  EXPECT_EQ(a.q, b.q);
  EXPECT_EQ(a.v, b.v);
  for (int i = 0; !interrupted.advance(end); ++i) {
    StopRequest stop = Status::ok;
    const Stoppable stoppable(stop);
    const std::jthread anywhere([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(1000 + 3700 * (i % 7)));
      stop = Status::interrupted;
    });
    try {
      interrupted.digits(end, interrupted.least_digits());
    } catch (const Stopped&) {
    }
  }
  EXPECT_EQ(a.q, interrupted.carried(end).q);
  EXPECT_EQ(a.v, interrupted.carried(end).v);
}

}  // namespace
}  // namespace plumb
