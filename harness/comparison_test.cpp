// Errors where configurations are no vector space: on the group, never between the numbers that stand for a rotation.

#include "harness/comparison.hpp"

#include <gtest/gtest.h>

#include "harness/run_cell.hpp"

namespace plumb {
namespace {

struct FreeBodyAtItsEnd {
  const Problem& problem = problem_named("free-body");
  const Formulation& formulation = problem.formulations.front();
  const Parameters data = Parameters(problem.parameters, {});
  const StopRequest go{Status::ok};
  Cell cell;
  ReferenceState exact;

  FreeBodyAtItsEnd() {
    CellRequest request;
    request.problem.name = "free-body", request.method.name = "erk4";
    request.step = "0.5", request.t_end = "1", request.samples = 1;
    cell = resolve(request);
    exact = solution(problem, data)->at(1, formulation);
  }
  std::map<std::string, Metric> metrics(const Vec<quad>& q) const {
    Comparison comparison(cell, problem, formulation, data, go);
    comparison.add(Sample<quad>{1, q, exact.v, exact.a, exact.lambda, exact.outputs});
    return comparison.metrics(true);
  }
};

TEST(Comparison, MeasuresRotationsByTheirAngleWhicheverQuaternionStandsForThem) {
  const FreeBodyAtItsEnd end;
  for (const double angle : {1e-12, 1e-3, 1.0}) {
    auto system = end.problem.in_quad.system(end.data, end.formulation);
    Vec<quad> turned = end.exact.q, theta = Vec<quad>::Zero(3);
    theta[1] = angle;
    system.retract(end.exact.q, theta, turned);
    for (const Vec<quad>& q : {turned, Vec<quad>(-turned)}) {
      const auto metrics = end.metrics(q);
      EXPECT_NEAR(*metrics.at("end.q") / angle, 1, 1e-12);
      EXPECT_NEAR(*metrics.at("rms.q") / angle, 1, 1e-12);
      EXPECT_FALSE(metrics.at("re.q")) << "a rotation has no size";
      EXPECT_NEAR(*metrics.at("mescd"), -std::log10(angle), 1e-12);
      EXPECT_EQ(metrics.at("end.v"), 0.0);
    }
  }
}

TEST(Comparison, OfARunOnRotationsShowsTheOrderOfItsMethod) {
  const auto error = [](const char* step) {
    CellRequest request;
    request.problem.name = "free-body", request.method.name = "erk4", request.step = step, request.t_end = "2";
    return *run_cell(resolve(request), StopRequest{Status::ok}).metrics.at("end.q");
  };
  EXPECT_NEAR(std::log2(error("1e-2") / error("5e-3")), 4, 0.3);
}

}  // namespace
}  // namespace plumb
