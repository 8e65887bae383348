// What is timed is what was checked: a run that nobody watches takes the same steps.

#include "harness/run/unwatched_run.hpp"

#include <gtest/gtest.h>

#include "harness/cell/resolve.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/run/static_pairs.hpp"
#include "methods/catalogue.hpp"

namespace plumb {
namespace {

std::vector<double> end_of(const RunResult& result) {
  auto out = result.final_state.q;
  out.insert(out.end(), result.final_state.v.begin(), result.final_state.v.end());
  return out;
}

/// Starts it and takes all steps, a few at a time.
void take_all(const UnwatchedRun& run, std::int64_t steps) {
  ASSERT_EQ(run.start().status, Status::ok);
  for (std::int64_t n = 0; n < steps; n += 7)
    ASSERT_EQ(run.take(std::min<std::int64_t>(7, steps - n)).status, Status::ok);
}

/// Whether there is an end to compare.
bool expect_same_end(const CellRequest& request, Binding binding) {
  const auto cell = resolve(request);
  const auto watched = run_cell(cell, StopRequest{Status::ok}, {}, binding);
  if (watched.status != Status::ok) return false;  // some methods do not fit
  const auto run = unwatched_run(cell, binding);
  for (int i = 0; i < 2; ++i) {  // it can be started again
    take_all(run, cell.steps());
    EXPECT_EQ(run.state(), end_of(watched)) << cell.text().formulation << " " << cell.text().method;
  }
  return true;
}

TEST(UnwatchedRun, EndsWhereTheWatchedOneDoesWithEveryMethod) {
  int compared = 0;
  for (const auto& method : methods())
    for (const char* formulation : {"ode", "index1", "index3", "projected"}) {
      CellRequest request;
      request.problem = {"pendulum", {{"angle", "-0.7"}, {"rate", "1.5"}}};
      request.formulation.name = formulation;
      request.method.name = method.info.name;
      request.step = "1e-2";
      request.settings = {{"t_end", "0.3"}, {"samples", "3"}};
      compared += expect_same_end(request, Binding::erased) ? 1 : 0;
    }
  EXPECT_GT(compared, 2 * static_cast<int>(methods().size()));
}

TEST(UnwatchedRun, EndsWhereTheWatchedOneDoesInTheStaticBinding) {
  for (const auto& pair : static_pairs()) {
    const auto first = pair.find('/'), second = pair.find('/', first + 1);
    CellRequest request;
    request.problem.name = pair.substr(0, first);
    request.formulation.name = pair.substr(first + 1, second - first - 1);
    request.method.name = pair.substr(second + 1);
    request.step = request.problem.name == "squeezer" ? "1e-5" : "1e-3";
    request.settings["t_end"] = request.problem.name == "squeezer" ? "3e-4" : "3e-2";
    EXPECT_TRUE(expect_same_end(request, Binding::fastest)) << pair;
  }
}

/// How many systems a run makes in the erased binding, its reference apart.
int systems_made(const CellRequest& request) {
  const auto cell = resolve(request);
  auto problem = cell.problem();
  int made = 0;
  problem.in_double.system = [&made, make = problem.in_double.system](const Parameters& p, const Formulation& f) {
    ++made;
    return make(p, f);
  };
  const ResolvedCell counting(cell.text(), problem, *problem.formulation(cell.formulation().name), cell.method(),
                              std::make_shared<const Parameters>(cell.data()),
                              std::make_shared<const Parameters>(cell.options()));
  EXPECT_EQ(run_cell(counting.asking_errors(false), StopRequest{Status::ok}, {}, Binding::erased).status, Status::ok);
  return made;
}

// Fails if the time of cheap steps is that of keeping their states, or dear ones are taken twice.
TEST(UnwatchedRun, TakesCheapStepsOnceMore) {
  const auto of = [](const char* problem, const char* method, const char* step, const char* t_end) {
    CellRequest request;
    request.problem.name = problem;
    request.formulation.name = "index1";
    request.method.name = method;
    request.step = step;
    request.settings = {{"t_end", t_end}};
    return systems_made(request);
  };
  EXPECT_EQ(of("pendulum", "erk4", "1e-3", "1"), 1 + of("squeezer", "radau-iia", "1e-4", "1e-3"));
}

TEST(UnwatchedRun, IsMadeInEveryPrecision) {
  for (const char* precision : {"long", "quad"}) {
    CellRequest request;
    request.problem.name = "pendulum";
    request.method.name = "erk4";
    request.step = "1e-2";
    request.settings = {{"t_end", "0.3"}, {"precision", precision}};
    EXPECT_TRUE(expect_same_end(request, Binding::fastest)) << precision;
  }
}

}  // namespace
}  // namespace plumb
