// Lu solves equations in any units of rows and columns, and detects a singular matrix in any units.

#include "numerics/lu.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

using Matrix = Mat<double>;

const Matrix regular{{2, 1, 0, -1}, {1, 3, 1, 0}, {0, 1, 0, 1}, {-1, 0, 1, 0}};
const Matrix singular{{2, 1, 3, -1}, {1, 3, 4, 0}, {0, 1, 1, 1}, {-1, 0, -1, 5}};  // column 3 = column 1 + column 2

/// Scales the first two rows and columns (velocities) and the others (constraints) by powers of two.
Matrix in_units(const Matrix& of, int velocity, int constraint) {
  const auto unit = [&](Eigen::Index i) { return std::ldexp(1., i < 2 ? velocity : constraint); };
  Matrix out = of;
  for (Eigen::Index i = 0; i < of.rows(); ++i)
    for (Eigen::Index j = 0; j < of.cols(); ++j) out(i, j) *= unit(i) * unit(j);
  return out;
}

TEST(Lu, SolvesInAnyUnitsOnceScaled) {
  const Vec<double> expected{{1, -2, 0.5, 3}};
  int refused = 0;
  for (const int velocity : {-60, 0, 60})
    for (const int constraint : {-60, 0, 60}) {
      SCOPED_TRACE(testing::Message() << velocity << " " << constraint);
      const Matrix matrix = in_units(regular, velocity, constraint);
      Lu<double> lu(4);
      lu.matrix = matrix;
      if (!lu.factor()) ++refused;
      ASSERT_TRUE(lu.factor([&] { lu.matrix = matrix; }));
      Vec<double> z = expected;
      for (Eigen::Index j = 0; j < 4; ++j) z[j] = std::ldexp(expected[j], j < 2 ? -velocity : -constraint);
      z = (matrix * z).eval();
      lu.solve(z);
      for (Eigen::Index j = 0; j < 4; ++j) z[j] = std::ldexp(z[j], j < 2 ? velocity : constraint);
      EXPECT_LE((z - expected).cwiseAbs().maxCoeff(), 1e-14);
      lu.matrix = regular;
      ASSERT_TRUE(lu.factor());  // must not use the scales of the previous matrix
      z = regular * expected;
      lu.solve(z);
      EXPECT_LE((z - expected).cwiseAbs().maxCoeff(), 1e-14);
    }
  EXPECT_GT(refused, 0) << "no case needs scales";
}

TEST(Lu, RefusesSingularMatricesInAnyUnits) {
  for (const int velocity : {-60, 0, 60})
    for (const int constraint : {-60, 0, 60}) {
      Lu<double> lu(4);
      EXPECT_FALSE(lu.factor([&] { lu.matrix = in_units(singular, velocity, constraint); }))
          << velocity << " " << constraint;
    }
  Lu<double> lu(4);
  EXPECT_FALSE(lu.factor([&] {
    lu.matrix = regular;
    lu.matrix.row(1).setZero();
  }));
}

}  // namespace
}  // namespace plumb
