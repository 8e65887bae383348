// No heap allocation in a factorisation or a solution along a tree, and none in KLU while the order of pivots is kept.

#include <gtest/gtest.h>

#include "contract/testing/count_allocations.hpp"
#include "problems/mbs/pinned_node.hpp"
#include "problems/mbs/tree_solver.hpp"

namespace plumb {
namespace {

using testing::allocations;

template <class Scalar>
struct Pendulums {
  double turn;
  void operator()(std::size_t k, auto& own, auto& up, auto& down) const {
    const double s = std::sin(turn + static_cast<double>(k)), c = std::cos(turn + static_cast<double>(k));
    own(0, 0) = own(1, 1) = own(0, 3) = own(1, 4) = own(3, 0) = own(4, 1) = Scalar(1);
    own(2, 2) = Scalar(0.1);
    own(2, 3) = own(3, 2) = up(3, 2) = down(2, 3) = Scalar(s);
    own(2, 4) = own(4, 2) = up(4, 2) = down(2, 4) = Scalar(-c);
    up(3, 0) = up(4, 1) = down(0, 3) = down(1, 4) = Scalar(-1);
  }
};

template <class Scalar>
long allocations_after_the_first(LinearSolver choice) {
  const NodePattern<3, 2> pattern = {.own = {"10010", "01001", "00111", "10100", "01100"},
                                     .up = {"000", "000", "000", "101", "011"},
                                     .down = {"00010", "00001", "00011"}};
  TreeSolver<Scalar, 3, 2, PinnedNode<Scalar, 3, 2>> solver(choice, {-1, 0, 1, 2, 1, 4}, pattern, false);
  Vec<Scalar> z = Vec<Scalar>::Ones(6 * 5);
  EXPECT_TRUE(solver.factor(Pendulums<Scalar>{0}));
  solver.solve(z.data());
  const long before = allocations;
  for (int i = 1; i < 100; ++i) {
    EXPECT_TRUE(solver.factor(Pendulums<Scalar>{i / 1e5}));
    solver.solve(z.data());
  }
  return allocations - before;
}

TEST(TreeAllocation, TheCounterCounts) {
  const long before = allocations;
  const auto grown = std::make_unique<std::vector<double>>(100);
  EXPECT_GE(allocations - before, 2) << grown->size();
}

TEST(TreeAllocation, NoneAfterTheFirstFactorisation) {
  for (const auto choice : {LinearSolver::tree, LinearSolver::klu, LinearSolver::dense}) {
    EXPECT_EQ(allocations_after_the_first<double>(choice), 0);
    EXPECT_EQ(allocations_after_the_first<std::complex<double>>(choice), 0);
  }
  EXPECT_EQ(allocations_after_the_first<quad>(LinearSolver::tree), 0);
}

}  // namespace
}  // namespace plumb
