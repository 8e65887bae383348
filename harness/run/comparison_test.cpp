// Errors are computed for each kind of coordinates: metres separately from radians. The error of a rotation is a
// rotation vector, never a difference of quaternions.

#include "harness/run/comparison.hpp"

#include <gtest/gtest.h>

#include "harness/run/run_cell.hpp"

namespace plumb {
namespace {

struct FinalFreeBody {
  const Problem& problem = problem_named("free-body");
  const Formulation& formulation = problem.formulations.front();
  const Parameters data = Parameters(problem.parameters, {});
  const StopRequest go{Status::ok};
  ResolvedCell cell = requested_cell();
  ReferenceState exact = solution(problem, data)->at(1, formulation);

  static ResolvedCell requested_cell() {
    CellRequest request;
    request.problem.name = "free-body";
    request.method.name = "erk4";
    request.step = "0.5";
    request.settings = {{"t_end", "1"}, {"samples", "1"}};
    return resolve(request);
  }
  std::map<std::string, Metric> metrics(const Vec<quad>& q) const {
    Comparison comparison(cell, go);
    comparison.add(Sample<quad>{1, q, exact.v, exact.a, exact.lambda, exact.outputs});
    return comparison.metrics(true);
  }
};

TEST(Comparison, MeasuresRotationsByTheirAngleWhicheverQuaternionStandsForThem) {
  const FinalFreeBody end;
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

TEST(Comparison, NeverAddsMetresToRadians) {
  const auto& problem = problem_named("spinning-top");
  const auto& formulation = formulation_named(problem, "rotation-index3");
  const Parameters data(problem.parameters, {});
  CellRequest request;
  request.problem.name = "spinning-top";
  request.formulation.name = "rotation-index3";
  request.method.name = "rattle";
  request.step = "0.5";
  request.settings = {{"t_end", "1"}, {"samples", "1"}};
  const StopRequest go{Status::ok};
  const auto cell = resolve(request);
  Comparison comparison(cell, go);
  const auto exact = solution(problem, data)->at(1, formulation);

  auto system = problem.in_quad.system(data, formulation);
  Vec<quad> shift = Vec<quad>::Zero(6), q = exact.q, v = exact.v, a = exact.a;
  shift << 3e-3, 0, 4e-3, 0, 0, 12e-3;
  system.retract(exact.q, shift, q);
  v[1] += quad("0.25");
  v[4] -= quad("0.5");
  a[5] += 2;
  comparison.add(Sample<quad>{1, q, v, a, exact.lambda, exact.outputs});
  const auto metrics = comparison.metrics(true);
  EXPECT_NEAR(*metrics.at("end.q.translation"), 5e-3, 1e-15);
  EXPECT_NEAR(*metrics.at("end.q.rotation"), 12e-3, 1e-15);
  EXPECT_NEAR(*metrics.at("end.q"), 13e-3, 1e-15);
  EXPECT_NEAR(*metrics.at("re.q.translation"), 5e-3 / 0.05, 1e-12) << "of the distance from the fixed point";
  EXPECT_FALSE(metrics.at("re.q.rotation")) << "a rotation has no size";
  EXPECT_NEAR(*metrics.at("end.v.translation"), 0.25, 1e-15);
  EXPECT_NEAR(*metrics.at("rms.v.rotation"), 0.5, 1e-15);
  EXPECT_EQ(metrics.at("end.a.translation"), 0.0);
  EXPECT_NEAR(*metrics.at("end.a.rotation"), 2, 1e-15);
  EXPECT_FALSE(metrics.contains("end.q.angle"));
}

TEST(Comparison, OfOneKindOfCoordinatesNeedsNoParts) {
  EXPECT_FALSE(FinalFreeBody().metrics(FinalFreeBody().exact.q).contains("end.q.rotation"));
}

TEST(Comparison, OfARunOnRotationsShowsTheOrderOfItsMethod) {
  const auto error = [](const char* step) {
    CellRequest request;
    request.problem.name = "free-body";
    request.method.name = "erk4";
    request.step = step;
    request.settings["t_end"] = "2";
    return *run_cell(resolve(request), StopRequest{Status::ok}).metrics.at("end.q");
  };
  EXPECT_NEAR(std::log2(error("1e-2") / error("5e-3")), 4, 0.3);
}

// A stop may come while the reference is computed, and the method may diverge before the comparison. The errors are
// then missing, so the run must have the status of the stop.
TEST(Comparison, AStopCountsWhateverTheMethodCameTo) {
  CellRequest request;
  request.problem.name = "two-link";
  request.method.name = "cd";
  request.step = "1e-1";
  const auto cell = resolve(request);
  EXPECT_EQ(run_cell(cell, StopRequest{Status::ok}).status, Status::newton_diverged);
  StopRequest stop{Status::ok};
  const auto stopped = run_cell(cell, stop, {.sample = [&](const Sample<quad>&) { stop = Status::timeout; }});
  EXPECT_EQ(stopped.status, Status::timeout) << stopped.reason;
}

// Fails if a reference of few digits is treated like one of many: its errors would then contain meaningless digits.
TEST(Comparison, TellsWhatAReferenceOfFewDigitsLeavesUnknown) {
  CellRequest request;
  request.problem.name = "two-link";
  request.formulation.name = "index3";
  request.method.name = "radau-iia";
  request.step = "1e-2";
  request.settings = {{"t_end", "2"}, {"samples", "10"}};
  const auto certified = run_cell(resolve(request), StopRequest{Status::ok});
  request.settings["reference"] = "quick";
  const auto quick = run_cell(resolve(request), StopRequest{Status::ok});
  EXPECT_TRUE(certified.reference_uncertainty.empty());
  int compared = 0;
  for (const auto& [name, uncertainty] : quick.reference_uncertainty) {
    const auto few = *quick.metrics.at(name), many = *certified.metrics.at(name);
    EXPECT_LE(std::abs(few - many), uncertainty + 1e-15 * many) << name;
    ++compared;
  }
  EXPECT_GT(compared, 10);
  for (const char* name : {"end.q", "rms.v", "re.lambda"})
    EXPECT_TRUE(quick.reference_uncertainty.contains(name)) << name;
  request.settings["reference"] = "none";
  const auto none = run_cell(resolve(request), StopRequest{Status::ok});
  EXPECT_FALSE(none.metrics.contains("end.q"));
  EXPECT_EQ(none.metrics.at("energy.max"), certified.metrics.at("energy.max"));
}

}  // namespace
}  // namespace plumb
