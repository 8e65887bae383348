// PartialLu has the bits of Eigen's own factorisation and solution: unrolled, in panels and in blocks, with and without
// vector units. There are few sizes, since Eigen's templates take seconds to compile for each size.

#include "numerics/partial_lu.hpp"

#include <gtest/gtest.h>

#include <random>

namespace plumb {
namespace {

template <class T>
class PartialLuOf : public testing::Test {};
using Scalars = testing::Types<double, quad>;
TYPED_TEST_SUITE(PartialLuOf, Scalars);

// Every third entry is zero, as in the matrices of mechanisms; all digits of a quad are random.
template <class T, int rows, int columns>
Mat<T, rows, columns> random_matrix(std::mt19937_64& random) {
  std::uniform_real_distribution<double> part(-1, 1);
  Mat<T, rows, columns> out;
  for (int i = 0; i < rows * columns; ++i)
    out.data()[i] = random() % 3 == 0 ? T(0) : T(part(random)) + T(part(random)) * T(0x1p-53);
  return out;
}

template <class T, int n>
void expect_bits_of_eigen() {
  std::mt19937_64 random(n);
  for (int trial = 0; trial < 40; ++trial) {
    PartialLu<T, n> ours;
    const Mat<T, n> matrix = random_matrix<T, n, n>(random);
    ours.matrix = matrix;
    const Eigen::PartialPivLU<Mat<T, n>> eigen(matrix);
    const bool regular = eigen.matrixLU().diagonal().cwiseAbs().minCoeff() > 0;
    ASSERT_EQ(ours.factor(), regular);
    if (!regular) continue;
    const Vec<T, n> right = random_matrix<T, n, 1>(random), expected = eigen.solve(right);
    Vec<T, n> z = right;
    ours.solve(z);
    for (int i = 0; i < n; ++i) EXPECT_TRUE(z[i] == expected[i]) << n << " unknowns, " << i;
  }
}

TYPED_TEST(PartialLuOf, HasTheBitsOfEigen) {
  expect_bits_of_eigen<TypeParam, 7>();
  expect_bits_of_eigen<TypeParam, 13>();
  expect_bits_of_eigen<TypeParam, 20>();
}

TYPED_TEST(PartialLuOf, RefusesSingularAndInfiniteMatrices) {
  using T = TypeParam;
  PartialLu<T, 3> lu;
  EXPECT_TRUE(lu.factor());
  lu.matrix.setOnes();
  EXPECT_FALSE(lu.factor());
  lu.matrix.setIdentity();
  lu.matrix(0, 2) = std::numeric_limits<T>::infinity();
  EXPECT_FALSE(lu.factor());
  lu.matrix.setIdentity();
  lu.matrix(0, 0) = std::numeric_limits<T>::quiet_NaN();
  EXPECT_FALSE(lu.factor());
}

}  // namespace
}  // namespace plumb
