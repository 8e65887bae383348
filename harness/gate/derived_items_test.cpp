// The nightly times are divided by a calibration of the same session, so they must not depend on the unit of the clock.
// A change of times must never be more than a warning.

#include "harness/gate/derived_items.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <memory>

#include "harness/cell/resolve.hpp"
#include "harness/gate/check.hpp"
#include "harness/run/run_cell.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::Each;
using testing::Field;
using testing::Gt;
using testing::Lt;
using testing::SizeIs;

ResolvedCell timed_cell(const std::string& method, const std::string& step) {
  return resolve(CellRequest{.problem = {"pendulum", {}},
                             .formulation = {"ode", {}},
                             .method = {method, {}},
                             .step = step,
                             .settings = {{"t_end", "1"}, {"samples", "10"}}});
}

/// Returns a clock by which every measurement takes `seconds`, and reading the clock takes a thousandth of this time.
Clock every(double seconds) {
  return [seconds, n = std::make_shared<int>(0)] {
    ++*n;
    return seconds * (1e-3 * std::min(*n, 200) + std::max(*n - 200, 0));
  };
}

class CalibratedTimes : public testing::Test {
 protected:
  CalibratedTimes() {
    const StopRequest go = Status::ok;
    for (const auto& cell : cells) runs.emplace_back(run_cell(cell, go));
  }

  const std::vector<ResolvedCell> cells = {timed_cell("erk4", "1e-2"), timed_cell("bdf3", "1e-2"),
                                           timed_cell("erk4", "5e-3")};
  std::vector<std::optional<RunResult>> runs;
};

// Fails if a time is in seconds, or if the calibration is not the first cell of the same session.
TEST_F(CalibratedTimes, AreRatiosThatAnotherSpeedOfTheMachineLeavesAsTheyAre) {
  const auto fast = calibrated_times(cells, runs, every(1e-4)), slow = calibrated_times(cells, runs, every(1e-3));
  ASSERT_THAT(fast, SizeIs(2));  // the calibration has no item
  ASSERT_THAT(slow, SizeIs(2));
  for (std::size_t i = 0; i < fast.size(); ++i) {
    EXPECT_EQ(fast[i].area, "times");
    EXPECT_GT(fast[i].result.at("times"), 0);
    const double ratio = fast[i].result.at("times").get<double>() / slow[i].result.at("times").get<double>();
    EXPECT_THAT(ratio, AllOf(Gt(0.5), Lt(2))) << fast[i].title();  // times in seconds would have the ratio 0.1
  }
}

// Fails if a failed or useless run has a time, or if times exist although the calibration could not be timed.
TEST_F(CalibratedTimes, AreNoneOfWhatCannotBeTimed) {
  auto without = runs;
  without[1].reset();
  auto some = calibrated_times(cells, without, every(1e-3));
  EXPECT_TRUE(some[0].result.is_null());
  EXPECT_FALSE(some[1].result.is_null());
  auto failed = runs;
  failed[0]->status = Status::non_finite;
  EXPECT_THAT(calibrated_times(cells, failed, every(1e-3)), Each(Field(&Item::result, Json(nullptr))));
}

// Fails if a slow machine, or a machine without usable timings, stops the nightly check.
TEST_F(CalibratedTimes, NeverFailACheck) {
  const Json surroundings = {{"compiler", "this"}};
  Baseline baseline{"baselines"};
  auto measured = calibrated_times(cells, runs, every(1e-3));
  for (const auto& item : measured) baseline.areas["times"].items[item.id] = {item, surroundings};
  const CheckSettings settings{.surroundings = surroundings};
  EXPECT_EQ(checked(baseline, measured, settings).findings.size(), 0u);
  for (auto& item : measured) item.result["times"] = 1000 * item.result.at("times").get<double>();
  EXPECT_EQ(checked(baseline, measured, settings).count(Grade::warning), 2u);
  EXPECT_EQ(checked(baseline, measured, settings).exit(), Exit::ok);
  for (auto& item : measured) item.result = nullptr;
  EXPECT_EQ(checked(baseline, measured, settings).count(Grade::warning), 2u);
  EXPECT_EQ(checked(baseline, measured, settings).exit(), Exit::ok);
}

}  // namespace
}  // namespace plumb
