// A cell in a separate process must have the same result bit by bit, and every way in which the process ends must
// become a result.

#include "harness/schedule/cell_processes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <future>

#include "harness/schedule/cell_end.hpp"
#include "harness/schedule/testing/processes.hpp"
#include "harness/schedule/testing/small_matrices.hpp"
#include "harness/schedule/worker.hpp"
#include "harness/worker/worker_process.hpp"

namespace plumb {
namespace {

using namespace matrix_testing;
using namespace process_testing;
using testing::HasSubstr;
using testing::Not;

// Workers run the program plumb, because the program of these tests cannot be a worker.
[[maybe_unused]] const bool uses_worker_program = (use_worker_program(PLUMB_BINARY), true);

constexpr std::uint64_t plenty = 4'000'000'000;

ResolvedCell first(const Axes& axes) { return cells(axes).front(); }

/// Returns a cell with about 10^10 steps and a sample every thousand steps. Tests stop its run.
ResolvedCell endless_with_samples() {
  auto axes = endless;
  axes.settings = {{"samples", {"10000000"}}};
  return first(axes);
}

RunResult in_process(const ResolvedCell& cell, const SampleSink& sink = {}) {
  return run_cell(cell, StopRequest{Status::ok}, {.sample = sink});
}

struct Isolated : testing::Test {
  CellProcesses processes;

  RunResult run(const ResolvedCell& cell, const SampleSink& sink = {}) {
    TaskState state;
    return processes.run(cell, {.memory = plenty}, state, sink);
  }

  static std::vector<pid_t> running() { return children_of(getpid()); }

  /// A cell that runs until a test interferes with it.
  struct Running {
    TaskState state;
    std::future<RunResult> result;
    pid_t process = 0;
  };
  std::unique_ptr<Running> begun(const ResolvedCell& cell, const CellLimits& limits = {.memory = plenty}) {
    auto out = std::make_unique<Running>();
    out->result = std::async(std::launch::async,
                             [this, cell, limits, &state = out->state] { return processes.run(cell, limits, state); });
    EXPECT_TRUE(soon([&] { return out->state.steps_completed > 10000; }));
    out->process = running().empty() ? -1 : running().front();
    return out;
  }
};

std::string all_bits(const Sample<quad>& s) {
  std::string out(reinterpret_cast<const char*>(&s.t), sizeof s.t);
  for (const auto* x : {&s.q, &s.v, &s.a, &s.lambda, &s.outputs})
    out.append(reinterpret_cast<const char*>(x->data()), static_cast<std::size_t>(x->size()) * sizeof(quad));
  return out;
}

// Fails if a result differs from the result of a run in this process, for example because its errors were computed from
// other samples.
TEST_F(Isolated, HasTheSameBits) {
  const std::vector<Axes> all = {
      {.problem = {"pendulum"},
       .formulation = {"ode,index3,ggl"},
       .method = {"erk4,lms3,hht,radau-iia"},
       .step = {"1e-2"}},
      {.problem = {"pendulum"},
       .formulation = {"ode"},
       .method = {"erk4"},
       .step = {"1e-2"},
       .settings = {{"precision", {"long", "quad"}}, {"samples", {"0"}}}},
      {.problem = {"free-body,two-link"},
       .formulation = {"ode"},
       .method = {"erk4,degree5"},
       .step = {"1e-2"},
       .settings = {{"t_end", {"1"}}}},
      {.problem = {"two-link"}, .formulation = {"index3"}, .method = {"lms3,block"}, .step = {"1/2"}},  // these fail
  };
  for (const auto& axes : all)
    for (const auto& cell : cells(axes)) EXPECT_EQ(bits(run(cell)), bits(in_process(cell))) << title(cell.text());
}

TEST_F(Isolated, TellsTheSameSamples) {
  const auto cell = first({.problem = {"pendulum"}, .formulation = {"index1"}, .method = {"erk4"}, .step = {"1e-2"}});
  std::vector<std::string> here, there;
  in_process(cell, [&](const Sample<quad>& sample) { here.push_back(all_bits(sample)); });
  run(cell, [&](const Sample<quad>& sample) { there.push_back(all_bits(sample)); });
  EXPECT_EQ(here.size(), 100U);
  EXPECT_EQ(here, there);
}

// Fails if a crash has no status or reason, or if the errors up to the crash are lost.
TEST_F(Isolated, ACrashIsAResult) {
  const auto cell = endless_with_samples();
  auto run = begun(cell);
  ASSERT_GT(run->process, 0);
  kill(run->process, SIGSEGV);
  const auto result = run->result.get();
  EXPECT_EQ(result.status, Status::crashed);
  EXPECT_THAT(result.reason, testing::StartsWith("SIGSEGV (Segmentation fault), after"))
      << "a signal that was sent has no address";
  EXPECT_GT(result.t_reached, 0);
  EXPECT_GT(*result.counters.steps, 0);
  ASSERT_TRUE(result.metrics.contains("rms.q"));
  EXPECT_TRUE(result.metrics.at("rms.q"));
  ASSERT_TRUE(result.metrics.contains("energy.max")) << "what the run showed by itself";
  EXPECT_TRUE(result.metrics.at("energy.max"));
  EXPECT_EQ(result.final_state.q.size(), 1U);
  EXPECT_TRUE(soon([&] { return running().empty(); }));
  EXPECT_EQ(bits(this->run(first(quick))), bits(in_process(first(quick)))) << "others go on";
}

TEST_F(Isolated, AKillIsAResultOfItsCellAlone) {
  auto one = begun(endless_with_samples());
  ASSERT_GT(one->process, 0);
  kill(one->process, SIGKILL);
  const auto result = one->result.get();
  EXPECT_EQ(result.status, Status::crashed);
  EXPECT_THAT(result.reason, HasSubstr("its process was killed by another process (SIGKILL)"));
}

// Fails if a timeout waits for a method that never checks it.
TEST_F(Isolated, IsEndedByForceWhereItDoesNotObeyItsTimeout) {
  auto run = begun(endless_with_samples(), {.memory = plenty, .grace = 0.2});
  ASSERT_GT(run->process, 0);
  kill(run->process, SIGSTOP);
  run->state.stop = Status::timeout;
  ASSERT_EQ(run->result.wait_for(std::chrono::seconds(5)), std::future_status::ready);
  const auto result = run->result.get();
  EXPECT_EQ(result.status, Status::timeout);
  EXPECT_THAT(result.reason, HasSubstr("exceeded its time limit"));
  EXPECT_TRUE(result.metrics.at("energy.max"));
  EXPECT_TRUE(result.metrics.at("rms.q"));
}

// Fails if a method that stops at its timeout loses its own data.
TEST_F(Isolated, ObeysItsTimeoutWithAllThatItKnows) {
  auto run = begun(first(endless));
  run->state.stop = Status::timeout;
  const auto result = run->result.get();
  EXPECT_EQ(result.status, Status::timeout);
  EXPECT_TRUE(result.metrics.at("energy.max"));
  EXPECT_GT(result.t_reached, 0);
}

// Fails if a timeout before the process can receive it counts as a crash, or is lost.
TEST_F(Isolated, ObeysATimeoutThatComesBeforeItHasBegun) {
  for (const bool alone : {false, true}) {
    TaskState state;
    state.stop = Status::timeout;
    const auto result = processes.run(first(endless), {.memory = plenty, .grace = 20, .alone = alone}, state);
    EXPECT_EQ(result.status, Status::timeout) << result.reason;
    EXPECT_THAT(result.reason, Not(HasSubstr("its process was ended"))) << "it waited for the grace";
  }
}

// Fails if an interruption waits for the grace period, which is infinite here.
TEST_F(Isolated, EndsAtOnceWhenInterrupted) {
  auto run = begun(first(endless), {.memory = plenty, .grace = 1e9});
  run->state.stop = Status::interrupted;
  EXPECT_EQ(run->result.get().status, Status::interrupted);
  EXPECT_TRUE(soon([&] { return running().empty(); }, 1));
}

// Fails if a cell that exceeds its memory limit is reported as a crash, or ends other cells.
TEST_F(Isolated, MemoryIsLimited) {
  if (!limits_address_space()) GTEST_SKIP() << "a sanitizer takes terabytes of addresses";
  const auto heavy = first({.problem = {"planar-chain(n=1000,solver=dense)"},
                            .formulation = {"index3"},
                            .method = {"radau-iia"},
                            .step = {"1e-3"},
                            .settings = {{"t_end", {"1e-2"}}, {"samples", {"1"}}}});
  TaskState state;
  const auto result = processes.run(heavy, {.memory = 5'000'000}, state);
  EXPECT_EQ(result.status, Status::out_of_memory) << result.reason;
  EXPECT_THAT(result.reason, HasSubstr("limit 5.00 MB"));
  EXPECT_EQ(run(first(quick)).status, Status::ok);
}

TEST_F(Isolated, GoesOnWhenAnIdleProcessWasKilled) {
  const auto cell = first(quick);
  run(cell);
  ASSERT_EQ(running().size(), 1U);
  const auto idle = running().front();
  kill(idle, SIGKILL);
  EXPECT_EQ(bits(run(cell)), bits(in_process(cell)));
  EXPECT_FALSE(is_alive(idle));
}

TEST(CellProcesses, AreNoneBeforeACellNeedsOneAndAfterTheLast) {
  std::vector<pid_t> all;
  {
    CellProcesses processes;
    EXPECT_TRUE(children_of(getpid()).empty());
    TaskState state;
    for (int i = 0; i < 3; ++i) processes.run(first(quick), {.memory = plenty}, state);
    all = descendants_of(getpid());
    EXPECT_EQ(all.size(), 1U) << "the same for all";
  }
  EXPECT_TRUE(std::none_of(all.begin(), all.end(), is_alive));
}

TEST(CellProcesses, ThatCannotBeStartedAreAResult) {
  use_worker_program("/nowhere/plumb");
  TaskState state;
  const auto result = CellProcesses().run(first(quick), {.memory = plenty}, state);
  use_worker_program(PLUMB_BINARY);
  EXPECT_EQ(result.status, Status::crashed);
  EXPECT_THAT(result.reason, HasSubstr("its process could not be started: a worker: No such file"));
}

TEST(CellEnd, TellsMemoryFromCrashes) {
  ProcessEnd end{.status = SIGSEGV, .crash = Crash{SIGSEGV, ENOMEM, 0}, .memory = 512'000'000};
  EXPECT_EQ(cell_end(end).status, Status::out_of_memory);
  EXPECT_THAT(cell_end(end).reason, HasSubstr("an allocation failed (limit 512 MB): SIGSEGV"));
  end.crash->error = 0;
  EXPECT_EQ(cell_end(end).status, Status::crashed);
  EXPECT_THAT(cell_end(end).reason, HasSubstr("at address 0x0"));
  end = {.status = SIGABRT, .crash = Crash{SIGABRT, 0, 0}, .words = "assertion\n"};
  EXPECT_THAT(cell_end(end).reason, HasSubstr("SIGABRT (Aborted): assertion\\n"));
  end = {.status = 7 << 8};
  EXPECT_EQ(cell_end(end).status, Status::crashed);
  EXPECT_THAT(cell_end(end).reason, HasSubstr("exit code 7 and without a result"));
}

}  // namespace
}  // namespace plumb
