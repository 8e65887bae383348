// Tests of runs whose errors and drifts count only from a later time on, and of runs whose last step ends after the end
// time.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/cell/short_name.hpp"
#include "harness/run/run_cell.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

CellRequest request_of(const std::map<std::string, std::string>& settings, const std::string& problem = "pendulum") {
  CellRequest out;
  out.problem.name = problem;
  out.method.name = "erk4";
  out.step = "1e-2";
  for (const auto& [name, value] : settings) out.settings.emplace(name, value);
  return out;
}
RunResult result_of(const std::map<std::string, std::string>& settings, const std::string& problem = "pendulum") {
  return run_cell(resolve(request_of(settings, problem)), StopRequest(Status::ok));
}

TEST(Window, ErrorsAreThoseFromItsBeginningOn) {
  const auto all = result_of({{"t_end", "2"}, {"samples", "2"}});
  const auto late = result_of({{"t_end", "2"}, {"samples", "2"}, {"errors_from", "1.5"}});
  EXPECT_EQ(late.metrics.at("rms.q"), all.metrics.at("end.q"));
  EXPECT_NE(all.metrics.at("rms.q"), all.metrics.at("end.q"));
  EXPECT_EQ(late.metrics.at("end.q"), all.metrics.at("end.q"));
  const auto with_its_begin = result_of({{"t_end", "2"}, {"samples", "2"}, {"errors_from", "1"}});
  EXPECT_EQ(with_its_begin.metrics.at("rms.q"), all.metrics.at("rms.q"));
}

// The energy drifts steadily, so the drift over half of the time is half as large.
TEST(Window, EnergyIsComparedWithThatOfItsBeginning) {
  const auto all = result_of({{"t_end", "200"}}), late = result_of({{"t_end", "200"}, {"errors_from", "100"}});
  EXPECT_NEAR(*late.metrics.at("energy.max") / *all.metrics.at("energy.max"), 0.5, 0.1);
  EXPECT_EQ(late.final_state.bits, all.final_state.bits);
}

TEST(Window, BalancesTheWorkOfForcesFromThereOn) {
  const auto all = result_of({{"t_end", "2"}}, "oscillator"),
             late = result_of({{"t_end", "2"}, {"errors_from", "1"}}, "oscillator");
  ASSERT_TRUE(all.work && late.work);
  EXPECT_NE(all.work->done, late.work->done);
  EXPECT_LT(*late.metrics.at("energy.max"), 1e-6);
}

TEST(Window, IsAnotherCellAndHasAnEnd) {
  const auto plain = resolve(request_of({{"t_end", "2"}})),
             late = resolve(request_of({{"t_end", "2"}, {"errors_from", "1"}}));
  EXPECT_NE(plain.id(), late.id());
  EXPECT_THAT(title(late.text()), ::testing::HasSubstr("t=2 from 1"));
  EXPECT_EQ(id(cell_from_json(to_json(late.text()))), late.id());
  EXPECT_THROW(resolve(request_of({{"t_end", "2"}, {"errors_from", "2"}})), UsageError);
  EXPECT_THROW(resolve(request_of({{"t_end", "2"}, {"errors_from", "0"}})), UsageError);
}

TEST(EndBeyond, TakesAsManyStepsAsReachTheHorizon) {
  EXPECT_THROW(resolve(request_of({{"t_end", "0.125"}})), UsageError);
  const auto beyond = result_of({{"t_end", "0.125"}, {"last_step", "beyond"}, {"samples", "1"}});
  EXPECT_DOUBLE_EQ(beyond.t_reached, 0.13);
  const auto divided = result_of({{"t_end", "0.13"}, {"samples", "1"}});
  EXPECT_EQ(beyond.final_state.bits, divided.final_state.bits);
  EXPECT_EQ(beyond.metrics.at("end.q"), divided.metrics.at("end.q"));
  EXPECT_DOUBLE_EQ(result_of({{"t_end", "0.13"}, {"last_step", "beyond"}}).t_reached, 0.13)
      << "where it is divided, it ends there";
  EXPECT_THROW(resolve(request_of({{"last_step", "before"}})), UsageError);
}

}  // namespace
}  // namespace plumb
