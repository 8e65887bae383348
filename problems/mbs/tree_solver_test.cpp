// Elimination along a tree and KLU against the dense matrix, on random trees and unsymmetric random blocks.

#include "problems/mbs/tree_solver.hpp"

#include <gtest/gtest.h>

#include <random>

#include "problems/mbs/pinned_node.hpp"

namespace plumb {
namespace {

template <class Scalar>
using RealOf = typename Eigen::NumTraits<Scalar>::Real;

// Numbers in (−1, 1) with all the digits of the scalar.
template <class Scalar>
class Random {
 public:
  using Real = RealOf<Scalar>;
  explicit Random(unsigned seed) : engine(seed) {}
  Scalar operator()() {
    if constexpr (Eigen::NumTraits<Scalar>::IsComplex) {
      const Real real = number(), imaginary = number();
      return Scalar(real, imaginary);
    } else {
      return number();
    }
  }

 private:
  Real number() {
    const Real coarse = static_cast<Real>(uniform(engine));
    return coarse + static_cast<Real>(uniform(engine)) * std::numeric_limits<double>::epsilon();
  }
  std::mt19937_64 engine;
  std::uniform_real_distribution<double> uniform{-1, 1};
};

constexpr int body = 3, joint = 2, width = body + joint;
template <class Scalar>
using Blocks = NodeBlocks<Scalar, body, joint>;

// Everything but multipliers with multipliers; the parent's joint couples with nothing of the child.
const NodePattern<body, joint> full = {.own = {"11111", "11111", "11111", "11100", "11100"},
                                       .up = {"111", "111", "111", "111", "111"},
                                       .down = {"11111", "11111", "11111"}};
// The same as PinnedNode wants it, with bodies that meet in their joint only.
const NodePattern<body, joint> pinned = {.own = {"11110", "11101", "11111", "10100", "11100"},
                                         .up = {"000", "000", "000", "111", "111"},
                                         .down = {"00011", "00011", "00011"}};

TreeShape chain(int n) {
  TreeShape tree;
  for (int k = 0; k < n; ++k) tree.push_back(k - 1);
  return tree;
}

// Two roots, and branches everywhere.
TreeShape forest() { return {-1, 0, 0, 1, -1, 2, 1, 4, 4, 0, 3}; }

template <class Scalar>
std::vector<Blocks<Scalar>> random_blocks(std::size_t n, unsigned seed,
                                          const NodePattern<body, joint>& pattern = full) {
  Random<Scalar> random(seed);
  std::vector<Blocks<Scalar>> all(n);
  const auto fill = [&](auto& block, const auto& mask) {
    for (int j = 0; j < block.cols(); ++j)
      for (int i = 0; i < block.rows(); ++i)
        block(i, j) = mask[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] == '0' ? Scalar(0) : random();
  };
  for (auto& blocks : all) {
    fill(blocks.own, pattern.own);
    fill(blocks.up, pattern.up);
    fill(blocks.down, pattern.down);
    for (int i = 0; i < body; ++i) blocks.own(i, i) += Scalar(4);  // like a mass
  }
  return all;
}

template <class Scalar>
auto filling(const std::vector<Blocks<Scalar>>& all) {
  return [&all](std::size_t k, auto& own, auto& up, auto& down) {
    own = all[k].own;
    up = all[k].up;
    down = all[k].down;
  };
}

// The product with the matrix as its definition says it.
template <class Scalar>
Vec<Scalar> times(const TreeShape& tree, const std::vector<Blocks<Scalar>>& all, const Vec<Scalar>& x) {
  Vec<Scalar> out = Vec<Scalar>::Zero(x.size());
  for (std::size_t k = 0; k < tree.size(); ++k) {
    const auto here = static_cast<Eigen::Index>(k) * width, parent = static_cast<Eigen::Index>(tree[k]) * width;
    out.segment(here, width) += all[k].own * x.segment(here, width);
    if (tree[k] < 0) continue;
    out.segment(here, width) += all[k].up * x.segment(parent, body);
    out.segment(parent, body) += all[k].down * x.segment(here, width);
  }
  return out;
}

// Largest error of the solution for a known one.
template <class Scalar, class Solver>
double error(Solver solver, const TreeShape& tree, const NodePattern<body, joint>& pattern) {
  const auto all = random_blocks<Scalar>(tree.size(), 7, pattern);
  Random<Scalar> random(11);
  Vec<Scalar> x(static_cast<Eigen::Index>(tree.size()) * width);
  for (auto& entry : x) entry = random();
  Vec<Scalar> z = times(tree, all, x);
  const auto others = random_blocks<Scalar>(tree.size(), 13, pattern);  // must leave nothing behind
  if (!solver.factor(filling(others)) || !solver.factor(filling(all))) return std::numeric_limits<double>::infinity();
  solver.solve(z.data());
  RealOf<Scalar> largest = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    using std::abs;
    const RealOf<Scalar> gap = abs(z[i] - x[i]);
    if (!(gap <= largest)) largest = gap;
  }
  return static_cast<double>(largest);
}

// The solution for ones, within 1e4 roundings.
template <class Solver, class Scalar>
void expect_solves(Solver& solver, const TreeShape& tree, const std::vector<Blocks<Scalar>>& all) {
  const double rounding = 1e4 * static_cast<double>(std::numeric_limits<RealOf<Scalar>>::epsilon());
  ASSERT_TRUE(solver.factor(filling(all)));
  const Vec<Scalar> ones = Vec<Scalar>::Ones(static_cast<Eigen::Index>(tree.size()) * width);
  Vec<Scalar> z = times(tree, all, ones);
  solver.solve(z.data());
  for (const auto& entry : z) {
    using std::abs;
    EXPECT_LT(static_cast<double>(abs(entry - Scalar(1))), rounding);
  }
}

template <class Scalar>
class TreeSolvers : public testing::Test {};
using Scalars =
    testing::Types<double, long double, quad, std::complex<double>, std::complex<long double>, std::complex<quad>>;
TYPED_TEST_SUITE(TreeSolvers, Scalars);

TYPED_TEST(TreeSolvers, SolveWhatTheMatrixMeans) {
  const double rounding = 1e4 * static_cast<double>(std::numeric_limits<RealOf<TypeParam>>::epsilon());
  using Solver = TreeSolver<TypeParam, body, joint>;
  for (const auto choice : {LinearSolver::tree, LinearSolver::klu, LinearSolver::dense}) {
    for (const auto& tree : {chain(1), chain(2), chain(3), chain(8), forest()}) {
      EXPECT_LT(error<TypeParam>(Solver(choice, tree, full, true), tree, full), rounding) << tree.size();
      EXPECT_LT(error<TypeParam>(Solver(choice, tree, pinned, false), tree, pinned), rounding) << tree.size();
    }
  }
}

TYPED_TEST(TreeSolvers, EliminateByHandWhatJointsPin) {
  const double rounding = 1e5 * static_cast<double>(std::numeric_limits<RealOf<TypeParam>>::epsilon());
  using ByHand = TreeElimination<TypeParam, body, joint, PinnedNode<TypeParam, body, joint>>;
  auto coupled = pinned;
  coupled.up = full.up;
  coupled.down = full.down;
  for (const auto& tree : {chain(1), chain(2), chain(3), chain(8), forest()}) {
    EXPECT_LT(error<TypeParam>(ByHand(tree, false), tree, pinned), rounding) << tree.size();
    EXPECT_LT(error<TypeParam>(ByHand(tree, true), tree, coupled), rounding) << tree.size();
  }
}

// S vanishes, or is what the roundings of its summands have left, or a direction is not pinned.
TYPED_TEST(TreeSolvers, SayWhenAPinnedNodeIsSingular) {
  PinnedNode<TypeParam, body, joint> node;
  const auto factor = [&](const TypeParam& turning, const TypeParam& row) {
    node.matrix.setIdentity();
    node.matrix.bottomRightCorner(joint, joint).setZero();
    for (int i = 0; i < joint; ++i) {
      node.matrix(i, body + i) = node.matrix(joint, body + i) = TypeParam(1);
      node.matrix(body + i, i) = row;
      node.matrix(body + i, joint) = TypeParam(1) / TypeParam(i == 0 ? 3 : 7);
    }
    node.matrix(joint, joint) = turning;
    return node.factor();
  };
  const TypeParam vanishing = TypeParam(-10) / TypeParam(21);
  EXPECT_TRUE(factor(TypeParam(1), TypeParam(1)));
  EXPECT_FALSE(factor(vanishing, TypeParam(1)));
  EXPECT_FALSE(factor(vanishing * TypeParam(1 + std::numeric_limits<RealOf<TypeParam>>::epsilon()), TypeParam(1)));
  EXPECT_TRUE(factor(vanishing * TypeParam(1.0009765625), TypeParam(1)));
  EXPECT_FALSE(factor(TypeParam(1), TypeParam(0)));
}

// A pivot of the body that is zero: rows have to change places within the node.
TYPED_TEST(TreeSolvers, ChoosePivots) {
  const auto tree = chain(3);
  auto all = random_blocks<TypeParam>(tree.size(), 3);
  for (auto& blocks : all) blocks.own(0, 0) = TypeParam(0);
  for (const auto choice : {LinearSolver::tree, LinearSolver::klu, LinearSolver::dense}) {
    TreeSolver<TypeParam, body, joint> solver(choice, tree, full, true);
    expect_solves(solver, tree, all);
  }
}

// A refused matrix leaves nothing behind, neither for itself once more nor for a good one, though parents have heard of
// some of their children. The second round begins with what a good one has left.
TYPED_TEST(TreeSolvers, SayWhenTheMatrixIsSingularAndGoOn) {
  using Real = RealOf<TypeParam>;
  const auto tree = forest();
  const auto all = random_blocks<TypeParam>(tree.size(), 5);
  auto singular = all;
  singular[4].own.setZero();
  for (const int child : {7, 8}) singular[static_cast<std::size_t>(child)].up.setZero();
  auto nearly = singular;  // a root that hears nothing of its children, two of its rows alike but for one rounding
  nearly[4].own.setIdentity();
  nearly[4].own(0, 1) = nearly[4].own(1, 0) = TypeParam(1);
  nearly[4].own(1, 1) = TypeParam(Real(1) + std::numeric_limits<Real>::epsilon());
  auto unknown = all;
  unknown[4].own(1, 1) = TypeParam(std::numeric_limits<double>::quiet_NaN());
  for (const auto choice : {LinearSolver::tree, LinearSolver::klu, LinearSolver::dense}) {
    TreeSolver<TypeParam, body, joint> solver(choice, tree, full, true);
    for (int round = 0; round < 2; ++round) {
      EXPECT_FALSE(solver.factor(filling(nearly)));
      EXPECT_FALSE(solver.factor(filling(nearly)));
      expect_solves(solver, tree, all);
      EXPECT_FALSE(solver.factor(filling(singular)));
      EXPECT_FALSE(solver.factor(filling(unknown)));
      expect_solves(solver, tree, all);
    }
  }
}

TEST(TreeKlu, ChoosesThePivotsAnewOnlyWhenTheyHaveGoneBad) {
  const auto tree = chain(8);
  TreeKlu<double, body, joint> klu(tree, full);
  const Vec<double> ones = Vec<double>::Ones(8 * width);
  const auto error_of = [&](const std::vector<Blocks<double>>& all) {
    EXPECT_TRUE(klu.factor(filling(all)));
    Vec<double> z = times(tree, all, ones);
    klu.solve(z.data());
    return (z - ones).cwiseAbs().maxCoeff();
  };
  EXPECT_LT(error_of(random_blocks<double>(8, 1)), 1e-11);
  EXPECT_LT(error_of(random_blocks<double>(8, 2)), 1e-11);
  EXPECT_EQ(klu.pivotings(), 1);
  auto turned = random_blocks<double>(8, 2);  // what was large is small
  for (auto& blocks : turned)
    for (int i = 0; i < body; ++i) blocks.own(i, i) = 1e-14;
  EXPECT_LT(error_of(turned), 1e-11);
  EXPECT_EQ(klu.pivotings(), 2);
  const auto copy = klu;
  EXPECT_EQ(copy.pivotings(), 0);
}

TEST(Klu, RefusesWhatIsNoPattern) {
  EXPECT_THROW(Klu<double>({{0, 1, 2}, {0, 2}}), std::invalid_argument);
  Klu<double> singular({{0, 1, 2}, {0, 0}});
  singular.values()[0] = singular.values()[1] = 1;
  EXPECT_FALSE(singular.factor());
}

}  // namespace
}  // namespace plumb
