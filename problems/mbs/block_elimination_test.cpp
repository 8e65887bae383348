// Tests block elimination with random matrices whose structure is a tree, a mechanism with loops, or a beam, for every
// scalar.

#include "problems/mbs/block_elimination.hpp"

#include <gtest/gtest.h>

#include <random>

namespace plumb {
namespace {

template <class Scalar>
using RealOf = typename Eigen::NumTraits<Scalar>::Real;

// Random numbers in (−1, 1) with full precision of the scalar.
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

// The pattern of nonzero entries: all entries within a block, except between its multipliers, and all entries of the
// listed pairs of parts. Part 2k is the body of block k, part 2k + 1 its joint.
struct Structure {
  std::vector<PivotBlock> blocks;
  std::vector<std::pair<int, int>> pairs;

  int first(int part) const {
    int out = 0;
    for (int k = 0; k < part / 2; ++k) out += block(k).body + block(k).joint;
    return part % 2 == 0 ? out : out + block(part / 2).body;
  }
  int size(int part) const { return part % 2 == 0 ? block(part / 2).body : block(part / 2).joint; }
  const PivotBlock& block(int k) const { return blocks[static_cast<std::size_t>(k)]; }
  int unknowns() const { return first(2 * static_cast<int>(blocks.size())); }

  template <class Each>
  void visit(Each each) const {
    const auto visit_block = [&](int a, int b) {
      for (int j = 0; j < size(b); ++j)
        for (int i = 0; i < size(a); ++i) each(first(a) + i, first(b) + j);
    };
    for (int k = 0; k < static_cast<int>(blocks.size()); ++k) {
      visit_block(2 * k, 2 * k);
      visit_block(2 * k, 2 * k + 1);
      visit_block(2 * k + 1, 2 * k);
    }
    for (const auto& [a, b] : pairs) {
      visit_block(a, b);
      visit_block(b, a);
    }
  }
  EliminationPlan plan() const {
    EntryList entries;
    visit([&](int i, int j) { entries.add(i, j, 0); });
    return {blocks, entries};
  }
};

// Returns a tree with a joint between each node k and its parent. With `couples`, the bodies are also coupled directly.
Structure tree(const std::vector<int>& parents, int body, const std::vector<int>& joints, bool couples) {
  Structure out;
  for (std::size_t k = 0; k < parents.size(); ++k) {
    out.blocks.push_back({body, joints[k % joints.size()]});
    if (parents[k] < 0) continue;
    if (out.blocks.back().joint > 0) out.pairs.emplace_back(2 * parents[k], 2 * static_cast<int>(k) + 1);
    if (couples) out.pairs.emplace_back(2 * parents[k], 2 * static_cast<int>(k));
  }
  return out;
}
std::vector<int> chain(int n) {
  std::vector<int> parents;
  for (int k = 0; k < n; ++k) parents.push_back(k - 1);
  return parents;
}
// Two roots, with branches everywhere.
std::vector<int> forest() { return {-1, 0, 0, 1, -1, 2, 1, 4, 4, 0, 3}; }

// A tree with joints that close two loops, one of them through the ground.
Structure loops() {
  Structure out = tree(forest(), 6, {5, 3, 4}, false);
  const int closing = static_cast<int>(out.blocks.size());
  out.blocks.push_back({0, 2});
  out.blocks.push_back({0, 3});
  out.pairs.insert(out.pairs.end(), {{2 * closing + 1, 2 * 10}, {2 * closing + 1, 2 * 9}, {2 * closing + 3, 2 * 8}});
  return out;
}
// Beams of elements with three nodes; neighbouring elements share their end nodes.
Structure triangles(int elements) {
  Structure out;
  out.blocks.assign(static_cast<std::size_t>(2 * elements + 1), {6, 0});
  for (int e = 0; e < elements; ++e)
    for (const auto& [a, b] : {std::pair(0, 1), std::pair(1, 2), std::pair(0, 2)})
      out.pairs.emplace_back(2 * (2 * e + a), 2 * (2 * e + b));
  return out;
}

template <class Scalar>
Mat<Scalar> random_matrix(const Structure& of, unsigned seed) {
  Random<Scalar> random(seed);
  Mat<Scalar> out = zeros<Mat<Scalar>>(of.unknowns(), of.unknowns());
  of.visit([&](int i, int j) { out(i, j) = random(); });
  for (int k = 0; k < static_cast<int>(of.blocks.size()); ++k)
    for (int i = 0; i < of.block(k).body; ++i) out(of.first(2 * k) + i, of.first(2 * k) + i) += Scalar(4);  // a mass
  return out;
}
template <class Scalar, class Elimination>
bool factor(Elimination& e, const Structure& of, const Mat<Scalar>& matrix) {
  std::ranges::fill(e.values(), Scalar(0));
  auto place = e.places().begin();
  of.visit([&](int i, int j) { e.values()[static_cast<std::size_t>(*place++)] += matrix(i, j); });
  return e.factor();
}
template <class Scalar>
Vec<Scalar> times(const Mat<Scalar>& a, const Vec<Scalar>& x) {
  Vec<Scalar> out = zeros<Vec<Scalar>>(x.size());
  for (Eigen::Index j = 0; j < a.cols(); ++j)
    for (Eigen::Index i = 0; i < a.rows(); ++i)
      if (a(i, j) != Scalar(0)) out[i] += a(i, j) * x[j];
  return out;
}
template <class Scalar>
Vec<Scalar> solution(auto& elimination, Vec<Scalar> right) {
  elimination.solve(right.data());
  return right;
}
// Returns the largest error of the solution for a known exact solution.
template <class Scalar>
double error(auto& elimination, const Mat<Scalar>& matrix) {
  Random<Scalar> random(11);
  Vec<Scalar> x(matrix.rows());
  for (auto& entry : x) entry = random();
  const Vec<Scalar> gap = solution(elimination, times(matrix, x)) - x;
  double largest = 0;
  for (const auto& entry : gap)
    if (const auto size = static_cast<double>(magnitude(entry)); !(size <= largest)) largest = size;
  return largest;
}
template <class Scalar>
constexpr double rounding(double many) {
  return many * static_cast<double>(std::numeric_limits<RealOf<Scalar>>::epsilon());
}

template <class Scalar>
class BlockEliminations : public ::testing::Test {};
using Scalars =
    ::testing::Types<double, long double, quad, std::complex<double>, std::complex<long double>, std::complex<quad>>;
TYPED_TEST_SUITE(BlockEliminations, Scalars);

template <class Scalar, int body, int joint>
void expect_solves(const Structure& of, const char* title) {
  BlockElimination<Scalar, body, joint> elimination(of.plan());
  const auto matrix = random_matrix<Scalar>(of, 7), other = random_matrix<Scalar>(of, 13);
  ASSERT_TRUE(factor(elimination, of, other)) << title;  // must not affect the next factorisation
  ASSERT_TRUE(factor(elimination, of, matrix)) << title;
  EXPECT_LT(error(elimination, matrix), rounding<Scalar>(1e5)) << title;
}

TYPED_TEST(BlockEliminations, SolveWhatTheMatrixMeans) {
  using S = TypeParam;
  for (const bool couples : {false, true}) {
    for (const int n : {1, 2, 3, 8}) expect_solves<S, 3, 2>(tree(chain(n), 3, {2}, couples), "chain");
    expect_solves<S, 3, 2>(tree(forest(), 3, {2}, couples), "tree");
    expect_solves<S, 6, Eigen::Dynamic>(tree(forest(), 6, {5, 3, 0, 1}, couples), "joints of several kinds");
    expect_solves<S, Eigen::Dynamic, Eigen::Dynamic>(tree(forest(), 2, {1, 2}, couples), "unknown sizes");
  }
  expect_solves<S, 6, Eigen::Dynamic>(loops(), "loops");
  expect_solves<S, 6, 0>(triangles(3), "triangles");
}

// The beam has 402 unknowns.
TYPED_TEST(BlockEliminations, SolveALongBeam) { expect_solves<TypeParam, 6, 0>(triangles(33), "beam"); }

// Some pivots are zero, so rows must be exchanged within their blocks; all other blocks need no search for pivots.
TYPED_TEST(BlockEliminations, SearchForPivotsWhereTheseAreNotSafe) {
  const auto of = tree(forest(), 3, {0}, true);
  BlockElimination<TypeParam, 3, 0> elimination(of.plan());
  auto matrix = random_matrix<TypeParam>(of, 3);
  ASSERT_TRUE(factor(elimination, of, matrix));
  EXPECT_EQ(elimination.searched(), 0);
  for (const int tip : {7, 8, 10}) matrix(3 * tip, 3 * tip) = TypeParam(0);
  matrix(3 * 5, 3 * 5) = TypeParam(1e-12);
  ASSERT_TRUE(factor(elimination, of, matrix));
  EXPECT_GE(elimination.searched(), 4);
  EXPECT_LT(error(elimination, matrix), rounding<TypeParam>(1e5));
}

// After a failed factorisation, which has already changed some blocks, a second attempt fails in the same way, and a
// regular matrix is factorised correctly.
TYPED_TEST(BlockEliminations, SayWhenABlockIsSingularAndGoOn) {
  using Real = RealOf<TypeParam>;
  const auto of = tree(forest(), 3, {2}, true);
  BlockElimination<TypeParam, 3, 2> elimination(of.plan());
  const auto good = random_matrix<TypeParam>(of, 5);
  constexpr int root = 5 * 4, last = 5 * 9;  // the second of these is a tip
  auto singular = good, nearly = good, unknown = good;
  singular.middleCols(last, 2).setZero();
  for (int i = 0; i < nearly.rows(); ++i) nearly(i, last + 1) = nearly(i, last);
  nearly(last, last + 1) *= TypeParam(Real(1) + std::numeric_limits<Real>::epsilon());
  unknown(root + 1, root + 1) = TypeParam(std::numeric_limits<double>::quiet_NaN());
  for (int round = 0; round < 2; ++round) {
    EXPECT_FALSE(factor(elimination, of, nearly));
    EXPECT_FALSE(factor(elimination, of, singular));
    EXPECT_FALSE(factor(elimination, of, singular));
    EXPECT_FALSE(factor(elimination, of, unknown));
    ASSERT_TRUE(factor(elimination, of, good));
    EXPECT_LT(error(elimination, good), rounding<TypeParam>(1e5));
  }
}

// Results are bitwise independent of earlier factorisations, and of whether sizes are known at compile time.
TYPED_TEST(BlockEliminations, RepeatEveryBit) {
  const auto of = loops();
  const auto matrix = random_matrix<TypeParam>(of, 1), other = random_matrix<TypeParam>(of, 2);
  const Vec<TypeParam> right = times(matrix, Vec<TypeParam>(Vec<TypeParam>::Ones(matrix.rows())));
  BlockElimination<TypeParam, 6> fresh(of.plan()), used(of.plan());
  BlockElimination<TypeParam> general(of.plan());
  auto broken = other;
  broken.setZero();
  EXPECT_TRUE(factor(used, of, other));
  EXPECT_FALSE(factor(used, of, broken));
  ASSERT_TRUE(factor(fresh, of, matrix) && factor(used, of, matrix) && factor(general, of, matrix));
  EXPECT_EQ(solution(used, right), solution(fresh, right));
  EXPECT_EQ(solution(general, right), solution(fresh, right));
}

// --- the order

TEST(EliminationPlan, ATreeHasNoFill) {
  for (const auto& parents : {chain(5), forest()}) {
    const auto plan = tree(parents, 6, {5, 3}, false).plan();
    for (const auto& step : plan.steps) EXPECT_LE(step.front, 6);
    EXPECT_EQ(plan.steps.back().front, 0);
  }
}
TEST(EliminationPlan, AChainOfTrianglesHasFrontsOfTwoNodes) {
  for (const auto& step : triangles(33).plan().steps) EXPECT_LE(step.front, 12);
}
TEST(EliminationPlan, JointsOfLoopsComeBehindTheirBodies) {
  const auto of = loops();
  const auto plan = of.plan();
  const auto step = [&](int part) {
    return std::ranges::find(plan.steps, of.first(part), &EliminationPlan::Step::unknown) - plan.steps.begin();
  };
  for (const int body : {10, 3, 1, 0, 9}) EXPECT_LT(step(2 * body), step(2 * 11)) << body;
  for (const int body : {8, 4}) EXPECT_LT(step(2 * body), step(2 * 12)) << body;
}

}  // namespace
}  // namespace plumb
