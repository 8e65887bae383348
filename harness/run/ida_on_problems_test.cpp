// IDA runs on every problem of the catalogue whose configurations are a vector space, with dense blocks of the system
// or with difference quotients.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/run/run_cell.hpp"
#include "problems/catalogue.hpp"

namespace plumb {
namespace {

RunResult run_of(const std::string& problem, const std::string& form, const std::string& method,
                 const std::string& step, const std::string& t_end) {
  CellRequest request;
  request.problem.name = problem;
  request.formulation.name = form;
  request.method = {.name = method, .parameters = {{"rtol", "1e-8"}, {"atol", "1e-8"}}};
  request.step = step;
  request.settings = {{"t_end", t_end}, {"reference", "none"}};
  const StopRequest go{Status::ok};
  return run_without_reference(resolve(request), go, {});
}

TEST(Ida, IsNotRefusedOnVectorSpaces) {
  constexpr int most_velocities = 150;  // difference quotients of larger systems take long
  int runs = 0, without_blocks = 0;
  for (const auto& problem : problems())
    for (const auto& formulation : problem.formulations) {
      const auto system = problem.in_double.system(Parameters(problem.parameters, {}), formulation);
      if (!system.vector_space() || system.sizes().v > most_velocities) continue;
      const auto result = run_of(problem.name, std::string(formulation.name), "ida", "1e-6", "1e-6");
      EXPECT_NE(result.status, Status::unsupported) << problem.name << " " << formulation.name << ": " << result.reason;
      ++runs;
      without_blocks += !system.offers_blocks();
    }
  EXPECT_GT(runs, 30);
  EXPECT_GT(without_blocks, 3);
}

TEST(Ida, AgreesWithRadauWithoutBlocks) {
  struct {
    const char *problem, *form, *t_end;
  } const cells[] = {{"fekete", "index1", "2"}, {"fekete", "index2", "2"}, {"chain", "ode", "0.5"}};
  for (const auto& [problem, form, t_end] : cells) {
    const auto one = run_of(problem, form, "ida", t_end, t_end),
               other = run_of(problem, form, "radau-iia-adaptive", t_end, t_end);
    ASSERT_EQ(one.status, Status::ok) << problem << " " << form << one.reason;
    ASSERT_EQ(other.status, Status::ok) << problem << " " << form << other.reason;
    ASSERT_EQ(one.final_state.q.size(), other.final_state.q.size());
    for (std::size_t i = 0; i < one.final_state.q.size(); ++i)
      EXPECT_NEAR(one.final_state.q[i], other.final_state.q[i], 1e-4) << problem << " " << form << " " << i;
  }
}

}  // namespace
}  // namespace plumb
