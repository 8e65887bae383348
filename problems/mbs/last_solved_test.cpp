// A system that caches its last solution returns the same bits as a new system.

#include "problems/mbs/last_solved.hpp"

#include <gtest/gtest.h>

#include "problems/mbs/multibody_system.hpp"
#include "problems/mbs/testing/mechanisms.hpp"

namespace plumb::mbs {
namespace {

using namespace testing;

TEST(LastSolved, IsReportedForTheBitsOfItsStateAlone) {
  LastSolved<double> solved({.q = 1, .v = 1, .lambda = 1});
  const Vec<double> one = Vec<double>::Ones(1), zero = Vec<double>::Zero(1);
  Vec<double> a = zero, lambda = zero;
  EXPECT_FALSE(solved.recall(0, zero, zero, a, lambda));
  solved.remember(0, zero, one, 2 * one, 3 * one);
  EXPECT_TRUE(solved.recall(0, zero, one, a, lambda));
  EXPECT_EQ(a[0], 2);
  EXPECT_EQ(lambda[0], 3);
  EXPECT_FALSE(solved.recall(1, zero, one, a, lambda));
  EXPECT_FALSE(solved.recall(-0., zero, one, a, lambda));
  EXPECT_FALSE(solved.recall(0, -zero, one, a, lambda));
  EXPECT_FALSE(solved.recall(0, zero, zero, a, lambda));
  solved.forget();
  EXPECT_FALSE(solved.recall(0, zero, one, a, lambda));
}

Mechanism rubbing(Mechanism m, const char* coefficient) {
  m.frictions = {{"slide", "de", number(coefficient)}};
  return m;
}

using Index3System = MultibodySystem<double>;

/// All results that depend on a solution of the index-1 equations.
struct SolutionOfIndex1 {
  Vec<double> a, lambda, force, outputs, w, e;
  double power;

  bool operator==(const SolutionOfIndex1& other) const {
    return a == other.a && lambda == other.lambda && force == other.force && outputs == other.outputs && w == other.w &&
           e == other.e && power == other.power;
  }
};
SolutionOfIndex1 solution_of(const Index3System& s, double t, const Index3System::State& x) {
  SolutionOfIndex1 out{x.a, x.lambda, x.a, zeros<Vec<double>>(static_cast<Eigen::Index>(s.assembly().outputs.size())),
                       x.v, x.lambda, 0};
  EXPECT_TRUE(s.acceleration(t, x.q, x.v, out.a, out.lambda));
  out.power = s.power(t, x.q, x.v, out.lambda);
  s.force(t, x.q, x.v, out.force);
  s.outputs(t, x, out.outputs);
  auto factors = s.factors<double>();
  EXPECT_TRUE(s.factor(factors, {t, x}, Blend<double>{.mass = 1, .damping = 0.1, .stiffness = 0.01}));
  s.solve(factors, out.w, out.e);
  return out;
}

Index3System index3_system(const Mechanism& m) { return Index3System(assemble<double>(m), Form::index3); }

Index3System::State moving_state(const Index3System& s, double speed) {
  auto x = zero_state(s);
  x.q = s.assembly().q;
  for (Eigen::Index i = 0; i < x.v.size(); ++i) x.v[i] = speed * static_cast<double>(i % 5 - 2);
  return x;
}

// Fails if a result, matrix or friction force was computed for another state than the given state.
TEST(LastSolved, SystemsAnswerAsIfTheyHadForgotten) {
  for (const auto& mechanism : {loop(), rubbing(loop(), "0.3"), rubbing(tree(), "0.3")}) {
    const auto requested = index3_system(mechanism);
    const auto x = moving_state(requested, 0.5), y = moving_state(requested, -0.7);
    const auto other = solution_of(index3_system(mechanism), 0, y);
    ASSERT_NE(other.a, solution_of(index3_system(mechanism), 0, x).a);
    EXPECT_TRUE(solution_of(requested, 0, x) == solution_of(index3_system(mechanism), 0, x));
    Vec<double> a = x.a, lambda = x.lambda, force = x.a;
    ASSERT_TRUE(requested.acceleration(0.2, y.q, y.v, a, lambda));
    requested.force(0, x.q, x.v, force);
    EXPECT_TRUE(solution_of(requested, 0, y) == other);
    EXPECT_TRUE(solution_of(requested, 0.2, y) == solution_of(index3_system(mechanism), 0.2, y));
    EXPECT_TRUE(solution_of(requested, 0, y) == other);
  }
}

// Friction with coefficient 0 needs no solution of its own equations.
TEST(LastSolved, FrictionWithoutCoefficientIsNone) {
  const auto without = index3_system(loop()), with = index3_system(rubbing(loop(), "0"));
  const auto x = moving_state(without, 0.5);
  const auto expected = solution_of(without, 0, x), found = solution_of(with, 0, x);
  EXPECT_EQ(found.a, expected.a);
  EXPECT_EQ(found.lambda, expected.lambda);
  EXPECT_EQ(found.force, expected.force);
  EXPECT_EQ(found.power, expected.power);
}

}  // namespace
}  // namespace plumb::mbs
