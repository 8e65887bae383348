// E − E0 − W of a run must converge to 0 with the order of its method, in every formulation.

#include <gtest/gtest.h>

#include <cmath>

#include "harness/cell/resolve.hpp"
#include "harness/run/run_cell.hpp"

namespace plumb {
namespace {

RunResult run(const CellRequest& of, const std::string& step) {
  CellRequest request = of;
  request.step = step;
  const auto result = run_cell(resolve(request), StopRequest{Status::ok});
  EXPECT_EQ(result.status, Status::ok) << result.reason;
  return result;
}

CellRequest oscillator(const char* method, const std::map<std::string, std::string>& parameters) {
  CellRequest request;
  request.problem = {"oscillator",
                     {{"omega", "3"}, {"damping", "0.2"}, {"frequency", "5"}, {"start", "given"}, {"position", "1"}}};
  request.formulation.name = "ode";
  request.method = {method, parameters};
  request.settings["t_end"] = "2";
  request.settings["precision"] = "quad";
  return request;
}

double order_of(const RunResult& coarse, const RunResult& fine, const std::string& metric) {
  return std::log2(coarse.metrics.at(metric).value() / fine.metrics.at(metric).value());
}

void expect_order(int order, const CellRequest& request, const std::string& coarse, const std::string& fine) {
  const auto first = run(request, coarse), second = run(request, fine);
  EXPECT_NEAR(order_of(first, second, "energy.max"), order, 0.15) << request.method.name;
  EXPECT_NEAR(order_of(first, second, "energy.end"), order, 0.15) << request.method.name;
  ASSERT_TRUE(second.work);
  EXPECT_LT(second.work->done, -1);
  EXPECT_LT(second.work->uncertainty, *second.metrics.at("energy.max")) << request.method.name;
}

TEST(Work, LeavesTheErrorOfTheMethodAlone) {
  expect_order(4, oscillator("erk4", {}), "1/100", "1/200");
  expect_order(8, oscillator("dop853", {}), "1/100", "1/200");
  expect_order(4, oscillator("gauss", {{"stages", "2"}}), "1/100", "1/200");
  expect_order(6, oscillator("gauss", {{"stages", "3"}}), "1/100", "1/200");
}

// A moving constraint does work by its multipliers. W uses the multipliers of the index-1 equations.
TEST(Work, OfADriverConvergesInEveryFormulation) {
  for (const char* formulation : {"index1", "index2", "index3", "ggl"}) {
    CellRequest request;
    request.problem.name = "car-axis";
    request.formulation.name = formulation;
    request.method = {"radau-iia", {{"stages", "3"}}};
    request.settings["t_end"] = "1";
    request.settings["precision"] = "long";
    const auto coarse = run(request, "1/800"), fine = run(request, "1/1600");
    EXPECT_LT(*fine.metrics.at("energy.max"), 1e-8) << formulation;
    EXPECT_GT(order_of(coarse, fine, "energy.max"), formulation == std::string("index1") ? 4.7 : 1.7) << formulation;
  }
}

TEST(Work, OfFrictionIsTheSameInBothCoordinates) {
  std::vector<double> work;
  for (const char* formulation : {"ode", "index1"}) {
    CellRequest request;
    request.problem = {"planar-chain", {{"n", "3"}, {"friction", "0.25"}}};
    request.formulation.name = formulation;
    request.method.name = "dop853";
    request.settings["t_end"] = "1";
    request.settings["precision"] = "long";
    const auto result = run(request, "1/1000");
    EXPECT_LT(*result.metrics.at("energy.max"), 1e-14) << formulation;
    work.push_back(result.work.value().done);
  }
  EXPECT_LT(work[0], -0.1);
  EXPECT_NEAR(work[0], work[1], 1e-13);
}

}  // namespace
}  // namespace plumb
