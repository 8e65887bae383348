// A timed run without observation must take the same steps as the observed run.

#include "harness/run/runner.hpp"

#include <gtest/gtest.h>

#include "harness/run/testing/static_cells.hpp"
#include "methods/catalogue.hpp"

namespace plumb {
namespace {

std::vector<double> end_of(const RunResult& result) {
  auto out = result.final_state.q;
  out.insert(out.end(), result.final_state.v.begin(), result.final_state.v.end());
  return out;
}

/// Starts the run and takes all steps, in blocks of 7.
void take_all(const Runner& run, std::int64_t steps) {
  ASSERT_EQ(run.start().status, Status::ok);
  for (std::int64_t n = 0; n < steps; n += 7)
    ASSERT_EQ(run.take(std::min<std::int64_t>(7, steps - n)).status, Status::ok);
}

/// Expects the same final state with and without observation. Returns false if the run fails.
bool expect_same_end(const CellRequest& request, Binding binding) {
  const auto cell = resolve(request);
  const auto watched = run_cell(cell, StopRequest{Status::ok}, {.binding = binding});
  if (watched.status != Status::ok) return false;  // some methods do not support the formulation
  const auto run = runner_of(cell, binding);
  for (int i = 0; i < 2; ++i) {  // a run may be restarted
    take_all(run, cell.steps());
    EXPECT_EQ(run.state(), end_of(watched)) << cell.text().formulation << " " << cell.text().method;
  }
  return true;
}

TEST(Runner, EndsWhereTheWatchedOneDoesWithEveryMethod) {
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

TEST(Runner, EndsWhereTheWatchedOneDoesInTheStaticBinding) {
  for (const auto& pair : static_pairs())
    EXPECT_TRUE(expect_same_end(short_request(pair), Binding::fastest)) << pair.method->info.name;
}

RunResult run_of(const char* problem, const char* formulation, const char* method, const char* step,
                 const char* t_end) {
  CellRequest request;
  request.problem.name = problem;
  request.formulation.name = formulation;
  request.method.name = method;
  request.step = step;
  request.settings = {{"t_end", t_end}};
  return run_cell(resolve(request), StopRequest{Status::ok});
}

// Fails if the time of cheap steps includes storing their states, or if expensive steps are taken twice.
TEST(Runner, TakesCheapStepsOnceMoreAndSaysSo) {
  const auto cheap = run_of("pendulum", "index1", "erk4", "1e-3", "1");
  EXPECT_EQ(cheap.timing.unwatched_steps, 1000);
  EXPECT_EQ(cheap.timing.repeats, 1);
  EXPECT_EQ(cheap.counters.stages, 4 * 1000) << "the steps of the second execution are no work of the first";
  const auto dear = run_of("squeezer", "index1", "radau-iia", "1e-4", "1e-3");
  EXPECT_FALSE(dear.timing.unwatched_steps);
  EXPECT_TRUE(dear.timing.seconds);
}

TEST(Runner, TakesNoMoreThanATenthOfASecondAgain) {
  const auto many = run_of("pendulum", "ode", "erk4", "1e-6", "10");
  EXPECT_EQ(many.counters.steps, 10000000);
  ASSERT_TRUE(many.timing.unwatched_steps);
  EXPECT_LT(*many.timing.unwatched_steps, 10000000);
  const auto of_a_step = *many.timing.nanoseconds_per_step * 1e-9;
  EXPECT_NEAR(*many.timing.seconds, of_a_step * 1e7, 1e-9);
  EXPECT_NEAR(of_a_step * static_cast<double>(*many.timing.unwatched_steps), 0.1, 0.05);
}

// An external problem or method with the name of a built-in one does not get the built-in, statically bound steps.
TEST(Runner, IsStaticOfTheCatalogueInDoubleOnly) {
  const auto& pair = static_pairs().front();
  auto request = short_request(pair);
  const auto cell = resolve(request);
  EXPECT_EQ(static_pair_of(cell), &pair);
  const auto as = [&](const Problem& problem, const Method& method) {
    return ResolvedCell(cell.text(), problem, *problem.formulation(cell.formulation().name), method,
                        std::make_shared<const Parameters>(cell.data()),
                        std::make_shared<const Parameters>(cell.options()), cell.steps());
  };
  const auto problem = cell.problem();
  const auto method = cell.method();
  EXPECT_EQ(static_pair_of(as(cell.problem(), cell.method())), &pair);
  EXPECT_EQ(static_pair_of(as(problem, cell.method())), nullptr);
  EXPECT_EQ(static_pair_of(as(cell.problem(), method)), nullptr);
  request.settings["precision"] = "long";
  EXPECT_EQ(static_pair_of(resolve(request)), nullptr);
}

TEST(Runner, IsErasedWhereItsParametersAreNotCompiled) {
  const auto of = [](const char* method) {
    CellRequest request;
    request.problem.name = "squeezer";
    request.formulation.name = "index3";
    request.method = expand_methods({method}).front();
    request.step = "1e-5";
    return static_pair_of(resolve(request));
  };
  EXPECT_NE(of("lms3(start=trapezoidal)"), nullptr);
  EXPECT_EQ(of("lms3(start=backwards)"), nullptr);
}

TEST(Runner, IsStaticWithEveryNumberOfCoupledStages) {
  for (const char* method : {"block(r=2)", "block(r=3)", "block(r=5)", "gauss(stages=2)", "lobatto-iiic(stages=4)"}) {
    CellRequest request;
    request.problem.name = "two-link";
    request.formulation.name = "index1";
    request.method = expand_methods({method}).front();
    request.step = "1e-3";
    request.settings["t_end"] = "3e-2";
    EXPECT_NE(static_pair_of(resolve(request)), nullptr) << method;
    EXPECT_TRUE(expect_same_end(request, Binding::fastest)) << method;
  }
}

TEST(Runner, IsMadeInEveryPrecision) {
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
