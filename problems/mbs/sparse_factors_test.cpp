// Tests which of the factorisations is used, and that no factorisation depends on earlier factorisations.

#include "problems/mbs/sparse_factors.hpp"

#include <gtest/gtest.h>

namespace plumb {
namespace {

template <class Scalar>
using RealOf = typename Eigen::NumTraits<Scalar>::Real;

/// A chain of `n` bodies with two unknowns each; every unknown is coupled with the unknowns of its neighbours.
struct Chain {
  int n;

  std::vector<PivotBlock> blocks() const { return {static_cast<std::size_t>(n), {2, 0}}; }
  template <class Each>
  void visit(Each each) const {
    for (int b = 0; b < n; ++b)
      for (int a = std::max(b - 1, 0); a <= std::min(b + 1, n - 1); ++a)
        for (int j = 2 * b; j < 2 * b + 2; ++j)
          for (int i = 2 * a; i < 2 * a + 2; ++i) each(i, j);
  }
  EntryList entries() const {
    EntryList out;
    visit([&](int i, int j) { out.add(i, j, 0); });
    return out;
  }
  /// Returns a regular matrix. With `hollow`, the pivot block of the last body is singular; otherwise none is.
  template <class Scalar>
  Mat<Scalar> matrix(int variant, bool hollow) const {
    Mat<Scalar> out = zeros<Mat<Scalar>>(2 * n, 2 * n);
    visit([&](int i, int j) {
      out(i, j) = Scalar(1) / Scalar(RealOf<Scalar>(3 + (5 * i + 3 * j + variant) % 11)) + Scalar(i == j ? 2 : 0);
    });
    if (hollow)
      for (int i : {2 * n - 2, 2 * n - 1})
        for (int j : {2 * n - 2, 2 * n - 1}) out(i, j) = Scalar(0);
    return out;
  }
};

template <class Scalar>
struct Subject {
  Chain chain{5};
  SparseFactors<Scalar, 2, 0> factors;

  explicit Subject(LinearSolver solver) : factors(solver, chain.blocks(), chain.entries()) {}
  bool factor(const Mat<Scalar>& matrix) {
    return factors.factor([&](auto& sums) { chain.visit([&](int i, int j) { sums.add(i, j, matrix(i, j)); }); });
  }
  Vec<Scalar> solution(Vec<Scalar> right) {
    factors.solve(right.data());
    return right;
  }
  double error(const Mat<Scalar>& matrix) {
    const Vec<Scalar> ones = Vec<Scalar>::Ones(matrix.rows());
    double largest = 0;
    for (const auto& x : solution(matrix * ones))
      largest = std::max(largest, static_cast<double>(magnitude(Scalar(x - Scalar(1)))));
    return largest;
  }
};

template <class Scalar>
class AllSparseFactors : public ::testing::Test {
 protected:
  static constexpr double rounding = 1e3 * static_cast<double>(std::numeric_limits<RealOf<Scalar>>::epsilon());
};
using Scalars =
    ::testing::Types<double, long double, quad, std::complex<double>, std::complex<long double>, std::complex<quad>>;
TYPED_TEST_SUITE(AllSparseFactors, Scalars);

TYPED_TEST(AllSparseFactors, SolveWhereAPivotBlockIsSingular) {
  for (const auto solver : {LinearSolver::tree, LinearSolver::klu, LinearSolver::dense}) {
    Subject<TypeParam> s(solver);
    for (const bool hollow : {true, false, true}) {
      const auto matrix = s.chain.template matrix<TypeParam>(0, hollow);
      ASSERT_TRUE(s.factor(matrix));
      EXPECT_LT(s.error(matrix), this->rounding) << solver_name<TypeParam>(solver) << hollow;
    }
  }
}

TYPED_TEST(AllSparseFactors, SayWhatIsSingularAltogether) {
  for (const auto solver : {LinearSolver::tree, LinearSolver::klu, LinearSolver::dense}) {
    Subject<TypeParam> s(solver);
    auto matrix = s.chain.template matrix<TypeParam>(0, false);
    auto unknown = matrix;
    unknown(3, 3) = TypeParam(std::numeric_limits<double>::quiet_NaN());
    matrix.col(4).setZero();
    EXPECT_FALSE(s.factor(matrix)) << solver_name<TypeParam>(solver);
    matrix.col(4) = matrix.col(5);
    matrix(2, 4) *= TypeParam(1 + std::numeric_limits<RealOf<TypeParam>>::epsilon());
    EXPECT_FALSE(s.factor(matrix)) << solver_name<TypeParam>(solver);
    EXPECT_FALSE(s.factor(unknown)) << solver_name<TypeParam>(solver);
  }
}

// Scales the unknowns and equations of every second body by 2^60.
TYPED_TEST(AllSparseFactors, DoNotDependOnUnits) {
  using Real = RealOf<TypeParam>;
  for (const auto solver : {LinearSolver::tree, LinearSolver::klu, LinearSolver::dense})
    for (const bool hollow : {false, true}) {
      Subject<TypeParam> s(solver);
      auto matrix = s.chain.template matrix<TypeParam>(0, hollow);
      const auto unit = [](Eigen::Index i) { return Real(i / 2 % 2 == 0 ? 1 : 0x1p60); };
      for (Eigen::Index i = 0; i < matrix.rows(); ++i)
        for (Eigen::Index j = 0; j < matrix.cols(); ++j) matrix(i, j) *= unit(i) * unit(j);
      ASSERT_TRUE(s.factor(matrix)) << solver_name<TypeParam>(solver) << hollow;
      Vec<TypeParam> z = Vec<TypeParam>::Ones(matrix.rows());
      for (Eigen::Index i = 0; i < z.size(); ++i) z[i] /= unit(i);
      z = s.solution(matrix * z);
      for (Eigen::Index i = 0; i < z.size(); ++i)
        EXPECT_LT(static_cast<double>(magnitude(TypeParam(z[i] * unit(i) - TypeParam(1)))), this->rounding)
            << solver_name<TypeParam>(solver) << hollow << i;
      matrix.col(4) = matrix.col(5);
      EXPECT_FALSE(s.factor(matrix)) << solver_name<TypeParam>(solver) << hollow;
    }
}

// Pivots that are suitable for the first matrix are not suitable for the second, in reversed order.
TYPED_TEST(AllSparseFactors, RepeatEveryBit) {
  const Vec<TypeParam> ones = Vec<TypeParam>::Ones(10);
  for (const auto solver : {LinearSolver::tree, LinearSolver::klu, LinearSolver::dense})
    for (const bool hollow : {false, true}) {
      Subject<TypeParam> fresh(solver), used(solver);
      const auto matrix = fresh.chain.template matrix<TypeParam>(0, hollow);
      Mat<TypeParam> other = fresh.chain.template matrix<TypeParam>(4, !hollow);
      for (int i = 0; i < 8; i += 2) other(i, i) = other(i + 1, i + 1) = TypeParam(1e-3);
      ASSERT_TRUE(used.factor(other));
      ASSERT_TRUE(fresh.factor(matrix) && used.factor(matrix));
      EXPECT_EQ(fresh.solution(ones), used.solution(ones)) << solver_name<TypeParam>(solver) << hollow;
    }
}

}  // namespace
}  // namespace plumb
