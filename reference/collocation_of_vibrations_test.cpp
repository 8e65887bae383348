// The solution of the collocation equations with one stiffness at all nodes must satisfy them.

#include "reference/collocation_of_vibrations.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

// The stiffness is not symmetric, and has frequencies up to 30 rad/s and a pair of complex eigenvalues. The half width
// of the interval is up to 60 radians of the fastest vibration.
TEST(CollocationOfVibrations, SolvesItsEquations) {
  Mat<double> stiffness(4, 4);
  stiffness << -900, 3, 0, 1, 20, -100, 5, 0, 0, 1, -4, 7, 2, 0, -7, -4;
  const CollocationOfVibrations equations(stiffness);
  for (const double half_width : {0.01, 0.5, 2.}) {
    Mat<double> residual(collocation_nodes, 4);
    for (int j = 0; j < collocation_nodes; ++j)
      for (int i = 0; i < 4; ++i) residual(j, i) = std::cos((i + 1) * static_cast<double>(CollocationNodes::node(j)));
    NodalMotion<double> change{equations.solved(half_width, residual), {}, {}};
    const Vec<double> rest = Vec<double>::Zero(4);
    CollocationInterval<double>{0, half_width, rest, rest}.integrate(change);
    const Mat<double> left = change.a - change.q * stiffness.transpose() - residual;
    EXPECT_LT(left.cwiseAbs().maxCoeff(), 1e-9) << half_width;
  }
}

}  // namespace
}  // namespace plumb
