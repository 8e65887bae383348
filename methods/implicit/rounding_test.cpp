// Newton's iteration of stages if the rounding error exceeds the tolerance, or if the matrix is singular.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "methods/implicit/stage_solver.hpp"
#include "methods/testing/models.hpp"
#include "methods/testing/small_system.hpp"

namespace plumb {
namespace {

using testing::SmallSystem;

// x'' = F sin(30 t) − ω² x with ω = 1e5: forces of 1e9 cancel when the acceleration passes zero, so the rounding error
// is larger than the size of the acceleration suggests.
struct FastOscillator {
  using Scalar = double;
  static constexpr int nq = 1, nv = 1, nl = 0;
  using V = Vec<double, 1>;
  static constexpr double omega = 1e5, amplitude = 1e12;
  static bool velocity_dependent() { return false; }
  static void mass(const V&, Mat<double, 1>& m) { m.setOnes(); }
  static void force(const double& t, const V& q, const V&, V& f) {
    f[0] = amplitude * std::sin(30 * t) - omega * omega * q[0];
  }
  static void tangents(const double&, const V&, const V&, const V&, const Vec<double, 0>&, Mat<double, 1>& k,
                       Mat<double, 1>& d) {
    k(0, 0) = -omega * omega;
    d(0, 0) = 0;
  }
};

// This fails if an iteration that has reached the rounding error of cancelling forces counts as diverged.
TEST(StageSolver, KnowsRoundingOfForcesThatCancel) {
  const auto statuses = [](std::optional<double> tolerance) {
    AnySystem<double> system{SmallSystem(FastOscillator{})};
    StageSolver<AnySystem<double>, 1> solver(system, {.tolerance = tolerance}, NewtonMode::full,
                                             Mat<double, 1>::Constant(0.3));
    auto x = zero_state(system);
    std::set<Status> out;
    for (int k = 1; k < 100; ++k) {
      const double h = 2e-6 * k, t = std::numbers::pi / 30 - 0.3 * h;  // where accelerations pass zero
      x.q[0] = 100 * std::sin(30 * t);
      x.v[0] = 3000 * std::cos(30 * t);
      solver.base_theta = x.q;
      solver.base_v = x.v;
      solver.a.setZero();
      out.insert(solver.solve(t, h, x, [&](int) { return t + 0.3 * h; }).status);
    }
    return out;
  };
  EXPECT_EQ(statuses({}), std::set{Status::ok}) << "the default is what rounding leaves";
  EXPECT_TRUE(statuses(1e-12).contains(Status::tolerance_unreachable));
  EXPECT_FALSE(statuses(1e-12).contains(Status::newton_diverged));
}

// If the gradient of the constraint is 0, the Newton matrix is singular.
TEST(StageSolver, ReportsASingularMatrix) {
  AnySystem<double> system{SmallSystem(testing::DrivenPendulum<double>{}, Form::index3)};
  auto x = zero_state(system);
  StageSolver<AnySystem<double>, 1> solver(system, {}, NewtonMode::full, Mat<double, 1>::Identity());
  const auto result = solver.solve(0, 0.1, x, [](int) { return 0.1; });
  EXPECT_EQ(result.status, Status::singular);
  EXPECT_FALSE(result.detail.empty());
}

}  // namespace
}  // namespace plumb
