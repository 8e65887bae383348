#include "harness/timing/timing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/cell/resolve.hpp"
#include "harness/run/environment.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

using testing::HasSubstr;

ResolvedCell cell(const std::string& method, const std::string& step = "1e-2") {
  CellRequest request;
  request.problem.name = "pendulum";
  request.method.name = method;
  request.step = step;
  request.settings["t_end"] = "1";
  request.settings["samples"] = "10";
  return resolve(request);
}

/// Returns a cell with samples, as if it had been timed.
TimedCell with_samples(const std::string& method, std::vector<double> samples) {
  return {cell(method), RunResult{}, "", std::move(samples)};
}

std::vector<double> near(double seconds) {  // within 0.1 %
  std::vector<double> out;
  for (int i = 0; i < 15; ++i) out.push_back(seconds * (1 + 1e-3 * ((i * 7) % 15 - 7) / 7));
  return out;
}

TEST(Timing, RanksByTimeAndTiesShareARank) {
  TimingSession session;
  session.cells = {with_samples("erk4", near(2)), with_samples("degree5", near(1)), with_samples("cd", near(1.0001)),
                   with_samples("ab4", near(3))};
  session.cells[3].refusal = "re.q = 0.5 is above 0.01";
  session.copy = near(2);
  std::rotate(session.copy.begin(), session.copy.begin() + 4, session.copy.end());
  judge(session);
  ASSERT_TRUE(session.noise);
  EXPECT_LT(*session.noise, 0.003);
  EXPECT_GT(*session.noise, 0.0001);
  EXPECT_EQ(session.fastest, 1u);
  EXPECT_EQ(session.cells[1].rank, 1);
  EXPECT_EQ(session.cells[2].rank, 1);
  EXPECT_EQ(session.compared(2, 1).standing, Standing::tie);
  EXPECT_EQ(session.cells[0].rank, 3);
  EXPECT_EQ(session.compared(0, 1).standing, Standing::slower);
  EXPECT_EQ(session.cells[3].rank, 0) << "its accuracy failed";
  const auto& timing = session.cells[0].result.timing;
  EXPECT_EQ(timing.seconds, spread_of(near(2)).median);
  EXPECT_EQ(timing.least, spread_of(near(2)).least);
  EXPECT_EQ(timing.low, spread_of(near(2)).interval->low);
  EXPECT_EQ(timing.high, spread_of(near(2)).interval->high);
  EXPECT_EQ(timing.repeats, 15);
  EXPECT_EQ(timing.noise, session.noise);
  EXPECT_DOUBLE_EQ(*timing.nanoseconds_per_step, 1e9 * 2 / 100);
}

TEST(Timing, WithoutNoiseNobodyIsFaster) {
  TimingSession session;
  session.cells = {with_samples("erk4", {1, 1, 1, 1, 1}), with_samples("cd", {2, 2, 2, 2, 2})};
  session.copy = {1, 1, 1, 1, 1};
  judge(session);
  EXPECT_FALSE(session.noise);
  EXPECT_EQ(session.cells[0].rank, 1);
  EXPECT_EQ(session.cells[1].rank, 1);
  EXPECT_EQ(session.compared(1, 0).standing, Standing::unknown);
}

/// Returns a clock by which any work takes a millisecond. Its first readings differ by 1 µs, the cost of a reading.
Clock ticking() {
  return [n = std::make_shared<int>(0)] {
    ++*n;
    return 1e-6 * std::min(*n, 200) + 1e-3 * std::max(*n - 200, 0);
  };
}

TEST(Timing, OnlyWhatKeptItsAccuracyIsTimed) {
  const StopRequest go{Status::ok};
  const std::vector<ResolvedCell> cells = {cell("erk4"), cell("cd", "0.5"), cell("stormer-verlet"), cell("degree5")};
  std::vector<std::optional<RunResult>> results;
  for (const auto& c : cells) results.emplace_back(run_cell(c, go));
  results[3].reset();
  auto checked = checked_cells(cells, results, {.metric = "re.q", .most = 1e-3});
  EXPECT_EQ(checked[0].refusal, "");
  EXPECT_THAT(checked[1].refusal, HasSubstr("re.q = "));
  EXPECT_THAT(checked[1].refusal, HasSubstr("is above 1e-3"));
  EXPECT_EQ(checked[3].refusal, "it did not run");
  const auto before = checked[1].result.timing;
  const auto session = timed(std::move(checked), {.samples = 9, .budget = 0.1}, ticking());
  EXPECT_EQ(session.cells[0].refusal, "");
  EXPECT_EQ(session.cells[session.copy_of].samples.size(), session.copy.size());
  EXPECT_EQ(session.cells[0].result.environment["cpu"], environment()["cpu"]);
  EXPECT_TRUE(session.cells[1].samples.empty());
  EXPECT_EQ(session.cells[1].rank, 0);
  EXPECT_EQ(session.cells[1].result.timing, before);
  EXPECT_EQ(session.cells[3].rank, 0);
}

// Fails if the noise is measured with a repeat of a long run, in which disturbances average out.
TEST(Timing, TheCopyIsOfTheShortestRun) {
  std::vector<CheckedCell> checked;
  for (const double seconds : {3., 1., 2.}) {
    checked.push_back({cell("erk4"), run_cell(cell("erk4"), StopRequest{Status::ok})});
    checked.back().result.timing.seconds = seconds;
  }
  EXPECT_EQ(timed(std::move(checked), {.samples = 9, .budget = 0.1}, ticking()).copy_of, 1u);
}

TEST(Timing, OfOtherBitsThanTheCheckedRunThereIsNone) {
  auto result = run_cell(cell("erk4"), StopRequest{Status::ok});
  result.final_state.q[0] = std::nextafter(result.final_state.q[0], 10.);
  const auto session = timed({{cell("erk4"), result}}, {.samples = 9, .budget = 0.1}, ticking());
  EXPECT_THAT(session.cells[0].refusal, HasSubstr("different final states"));
  EXPECT_EQ(session.cells[0].rank, 0);
  EXPECT_FALSE(session.fastest);
}

// A method must not look faster because it is compiled for its problem and another method is not.
TEST(Timing, AllThatIsComparedHasOneBinding) {
  const auto session_of = [](const std::vector<std::string>& methods) {
    std::vector<CheckedCell> checked;
    for (const auto& method : methods)
      checked.push_back({cell(method), run_cell(cell(method), StopRequest{Status::ok})});
    return timed(std::move(checked), {.samples = 9, .budget = 0.1}, ticking());
  };
  EXPECT_TRUE(session_of({"erk4", "degree5"}).is_static);
  EXPECT_FALSE(session_of({"erk4", "dopri5"}).is_static);
}

TEST(Accuracy, IsAMetricAndABound) {
  const auto bound = accuracy_from_text("end.q=1e-6");
  EXPECT_EQ(bound.metric, "end.q");
  EXPECT_EQ(bound.most, 1e-6);
  EXPECT_NO_THROW(require_metric(bound, cell("erk4")));
  for (const char* wrong : {"", "end.q", "end.q=", "=1", "end.q=x", "end.q=0", "end.q=-1"})
    EXPECT_THROW(accuracy_from_text(wrong), UsageError) << wrong;
  for (const char* wrong : {"end.p", "seconds", "scd", "iterations.mean"})
    EXPECT_THROW(require_metric({wrong, 1}, cell("erk4")), UsageError) << wrong;
}

TEST(Accuracy, FailsWhereTheErrorIsNotKnown) {
  RunResult result;
  result.note = "no errors: no reference";
  EXPECT_EQ(shortfall(result, {}), "re.q is unknown: no errors: no reference");
  result.metrics["re.q"] = 1e-2;
  EXPECT_EQ(shortfall(result, {}), "");
  result.metrics["re.q"] = 1.01e-2;
  EXPECT_EQ(shortfall(result, {}), "re.q = 0.0101 is above 0.01");
  result.status = Status::singular;
  result.reason = "in step 1";
  EXPECT_EQ(shortfall(result, {}), "singular: in step 1");
}

}  // namespace
}  // namespace plumb
