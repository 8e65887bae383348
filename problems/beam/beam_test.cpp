// Compares the beam's accelerations, which are computed without a mass matrix, with the published equation of motion.

#include "problems/beam/beam.hpp"

#include <gtest/gtest.h>

#include "problems/catalogue.hpp"

namespace plumb {
namespace {

Vec<quad> bent(int n, double by) {
  Vec<quad> out(n);
  for (int k = 0; k < n; ++k) out[k] = quad(by) * (k + 1) + quad((k * 7) % 5) / 8;
  return out;
}

// This is hairer1996, eq. (1.15), term by term.
TEST(Beam, KeepsTheEquationOfItsSource) {
  const quad load = quad(5) / 2;
  for (const int n : {2, 3, 8}) {
    const InextensibleBeam<quad> beam(n, load);
    const Vec<quad> q = bent(n, 0.25), v = bent(n, -0.125);
    for (const auto& t : {quad("0.7"), quad("4")}) {
      Vec<quad> a(n);
      beam.acceleration(t, q, v, a);
      const quad phi = t < 3 ? quad(load * sin(t) * sin(t)) : quad(0);
      const quad fx = -phi, fy = phi, n2 = quad(n) * n, n4 = n2 * n2;
      for (int l = 1; l <= n; ++l) {
        const auto angle = [&](int k) { return k == 0 ? quad(-q[0]) : k == n + 1 ? q[n - 1] : q[k - 1]; };
        quad left = 0, right = n4 * (angle(l - 1) - 2 * angle(l) + angle(l + 1));
        right += n2 * (fy * cos(angle(l)) - fx * sin(angle(l)));
        for (int k = 1; k <= n; ++k) {
          const quad g = n + quad(1) / 2 - std::max(l, k);
          left += g * cos(angle(l) - angle(k)) * a[k - 1];
          right -= g * sin(angle(l) - angle(k)) * v[k - 1] * v[k - 1];
        }
        EXPECT_LT(abs(left - right), quad("1e-29") * n4) << n << " " << l;
      }
    }
  }
}

// The lowest frequency of a clamped beam is 3.516015 rad/s (EI = m = length = 1), up to the error of n parts.
TEST(Beam, VibratesAsAClampedBeam) {
  double error_before = 0;
  for (const int n : {10, 20, 40}) {
    const InextensibleBeam<double> beam(n, 0);
    const Vec<double> rest = Vec<double>::Zero(n);
    Mat<double> stiffness(n, n);
    beam.stiffness(0, rest, rest, stiffness);
    Vec<double> shape = Vec<double>::LinSpaced(n, 0.1, 1);
    double eigenvalue = 0;
    for (int k = 0; k < 40; ++k) {
      Lu<double> lu(n);
      lu.matrix = stiffness;
      ASSERT_TRUE(lu.factor());
      Vec<double> next = shape;
      lu.solve(next);
      eigenvalue = shape.dot(shape) / shape.dot(next);
      shape = next / next.norm();
    }
    const double error = std::abs(std::sqrt(-eigenvalue) / 3.5160152685 - 1);
    EXPECT_LT(error, 1. / (n * n)) << n;
    if (error_before > 0) {
      EXPECT_NEAR(error_before / error, 4, 0.3) << n;
    }
    error_before = error;
  }
}

TEST(Beam, RefusesDataThatAreNone) {
  const auto& problem = catalogued_problem("beam");
  EXPECT_THROW(problem.check(Parameters(problem.parameters, {{"n", "2.5"}})), std::invalid_argument);
  EXPECT_EQ(problem.breakpoints(Parameters(problem.parameters, {{"load", "0"}})).size(), 0);
  EXPECT_EQ(problem.breakpoints(Parameters(problem.parameters, {})).size(), 1);
}

}  // namespace
}  // namespace plumb
