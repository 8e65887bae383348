// Initial values that keep their constraints pass in every precision; the least that do not is named by its level.

#include "problems/consistency.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "problems/catalogue.hpp"
#include "problems/general_data.hpp"

namespace plumb {
namespace {

std::string refusal(const auto& call) {
  try {
    call();
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

template <class T>
void expect_all_problems_consistent() {
  for (const auto& problem : problems())
    for (const auto& given : {std::map<std::string, std::string>{}, general_data(problem)})
      for (const auto& formulation : problem.formulations) {
        const Parameters data(problem.parameters, given);
        auto system = problem.in<T>().system(data, formulation);
        EXPECT_EQ(refusal([&] { initial_state(problem, data, formulation, system); }), "")
            << problem.name << "/" << formulation.name;
      }
}

TEST(Consistency, HoldsForEveryProblemInEveryPrecision) {
  expect_all_problems_consistent<double>();
  expect_all_problems_consistent<long double>();
  expect_all_problems_consistent<quad>();
}

const Problem& problem_named(std::string_view name) {
  return *std::find_if(problems().begin(), problems().end(), [&](const Problem& p) { return p.name == name; });
}

class TwoLinkConsistency : public testing::Test {
 protected:
  const Problem& problem = problem_named("two-link");
  const Formulation& formulation = *problem.formulation("index3");
  Parameters data{problem.parameters, general_data(problem)};
  AnySystem<double> system = problem.in_double.system(data, formulation);
  AnySystem<double>::State x = initial_state(problem, data, formulation, system);

  std::string refused() {
    return refusal([this] { require_consistent(system, 0., x); });
  }
  void solve() { ASSERT_TRUE(system.acceleration(0, x.q, x.v, x.a, x.lambda)); }
};

TEST_F(TwoLinkConsistency, HoldsForDataOfAnySize) {
  const std::map<std::string, std::string> rows[] = {
      {{"angle1", "1000"}, {"angle2", "-12345.678"}, {"rate1", "300"}},
      {{"mass1", "1e6"}, {"mass2", "1e-3"}, {"rate2", "1e-8"}},
      {{"length1", "1e-6"}, {"length2", "1e3"}, {"rate2", "5"}},
      {{"length1", "1e-6"}, {"length2", "2e-6"}, {"rate2", "5"}},
      {{"angle1", "0"}, {"angle2", "0"}},
      {{"angle1", "pi/2"}, {"angle2", "pi/2"}, {"gravity", "0"}, {"rate1", "1"}, {"rate2", "1"}}};
  for (const auto& row : rows) {
    data = Parameters(problem.parameters, row);
    system = problem.in_double.system(data, formulation);
    EXPECT_EQ(refusal([&] { initial_state(problem, data, formulation, system); }), "") << data.canonical();
  }
}

TEST_F(TwoLinkConsistency, RefusesPositionsOffTheConstraint) {
  x.q[0] += 0.1;
  EXPECT_EQ(refused(), "inconsistent initial values: position level violated by 0.1 (largest component)");
  x.q[0] += 1e-12 - 0.1;
  EXPECT_EQ(refused(), "inconsistent initial values: position level violated by 1e-12 (largest component)");
}

TEST_F(TwoLinkConsistency, RefusesVelocitiesOffTheConstraint) {
  x.v[4] -= 2.5e-12;
  solve();
  EXPECT_EQ(refused(), "inconsistent initial values: velocity level violated by 2.5e-12 (largest component)");
}

TEST_F(TwoLinkConsistency, RefusesAccelerationsOffTheConstraint) {
  x.a[3] += 0.01;
  EXPECT_EQ(refused(), "inconsistent initial values: acceleration level violated by 0.01 (largest component)");
}

TEST_F(TwoLinkConsistency, RefusesWhatIsNotFinite) {
  x.v[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refused(), "the initial values are not finite");
}

// In double a rod of 1e-300 m has no moment of inertia left.
TEST(Consistency, RefusesASingularStart) {
  const auto& problem = problem_named("pendulum");
  const auto& formulation = *problem.formulation("index1");
  const Parameters data(problem.parameters, {{"length", "1e-300"}});
  auto system = problem.in_double.system(data, formulation);
  EXPECT_EQ(refusal([&] { initial_state(problem, data, formulation, system); }),
            "inconsistent initial values: no acceleration, mass and constraints are singular there");
}

}  // namespace
}  // namespace plumb
