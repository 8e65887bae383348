// Every point of linearisation of a stage contains the predicted state of this stage, the first iterate of Newton's
// iteration. Systems with `tangent=predicted` compute their matrices there.

#include <gtest/gtest.h>

#include "methods/implicit/stage_solver.hpp"
#include "methods/testing/models.hpp"
#include "methods/testing/small_system.hpp"

namespace plumb {
namespace {

using namespace testing;
using Numbers = std::vector<double>;

Numbers entries(const Vec<double, 3>& x) { return {x.begin(), x.end()}; }
Numbers entries(const Vec<double, 2>& x) { return {x.begin(), x.end()}; }

/// The chart coordinates at one factorisation; `predicted` is empty if the point has no predicted state.
struct Linearisation {
  Numbers theta, predicted;
};

/// A system that records the points of its factorisations.
template <class Model>
struct Recorder : SmallSystem<Model> {
  using Base = SmallSystem<Model>;
  std::vector<Linearisation>* points;

  explicit Recorder(std::vector<Linearisation>& to) : Base(Model()), points(&to) {}
  template <class Entry>
  bool factor(typename Base::template Factors<Entry>& f, const PointOf<Base>& point, const Blend<Entry>& b) {
    auto& out = points->emplace_back();
    if (point.theta) out.theta = entries(*point.theta);
    if (point.predicted_theta) out.predicted = entries(*point.predicted_theta);
    return Base::factor(f, point, b);
  }
};

/// Solves one implicit Euler stage with the initial guess `a` for all accelerations. Returns its linearisations. The
/// system is type-erased, so the points also pass through the erasure.
template <class Model>
class Stage {
 public:
  explicit Stage(NewtonMode mode) : system(Recorder<Model>(points)), solver(system, {}, mode, Mat<double, 1>::Ones()) {
    const auto begin = Model::initial();
    x = zero_state(system);
    x.q = begin.q;
    x.v = begin.v;
    solver.chart.centre_at(x.q);
    solver.chart.coordinates(x.q, solver.base_theta.col(0));
    solver.base_v.col(0) = x.v;
    solver.measure(0, h, x);
  }

  std::vector<Linearisation> linearisations(double a) {
    points.clear();
    solver.a.setConstant(a);
    EXPECT_EQ(solver.solve(0, h, x, [](int) { return h; }).status, Status::ok);
    return points;
  }

 private:
  static constexpr double h = 0.2;
  std::vector<Linearisation> points;
  AnySystem<double> system;
  StageSolver<AnySystem<double>, 1> solver;
  AnySystem<double>::State x;
};

// Both solutions have the same time and the same centre of the chart, as stages of a step at equal times have.
TEST(StageSolver, EveryPointHasThePredictionOfItsOwnStage) {
  for (const auto mode : {NewtonMode::full, NewtonMode::damped}) {
    Stage<RigidBody<double>> stage(mode);
    Numbers before;
    for (const double guess : {0., 1.}) {
      const auto points = stage.linearisations(guess);
      ASSERT_GE(points.size(), 2U);
      const Numbers first = points.front().theta;
      for (const auto& point : points) EXPECT_EQ(point.predicted, first);
      EXPECT_NE(points.back().theta, first);
      EXPECT_NE(first, before);
      before = first;
    }
  }
}

// A linearisation at the beginning of the step, and one on a vector space, have no chart.
TEST(StageSolver, PointsWithoutAChartHaveNoPrediction) {
  for (const auto& points : {Stage<RigidBody<double>>(NewtonMode::simplified).linearisations(0),
                             Stage<CoupledPair<double>>(NewtonMode::full).linearisations(0)}) {
    ASSERT_FALSE(points.empty());
    for (const auto& point : points) EXPECT_TRUE(point.theta.empty() && point.predicted.empty());
  }
}

}  // namespace
}  // namespace plumb
