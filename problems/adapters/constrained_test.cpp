// The adapter of constrained models: models with a hand-written elimination agree with models without one.

#include "problems/adapters/constrained.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "problems/pendulum/pendulum.hpp"
#include "problems/spinning-top/top_in_space.hpp"

namespace plumb {
namespace {

double magnitude(const Vec<quad>& x) { return static_cast<double>(x.cwiseAbs().maxCoeff()); }

// The pendulum model without its hand-written elimination, so that the adapter factorises the whole matrix.
struct Plain {
  using Scalar = quad;
  static constexpr int coordinates = 3, constraints = 2, invariant_count = 0;
  using Q = Vec<quad, 3>;
  using L2 = Vec<quad, 2>;
  PendulumCartesian<quad> full;
  bool conservative() const { return true; }
  void mass(const Q& q, Mat<quad, 3>& m) const { full.mass(q, m); }
  void force(const quad& t, const Q& q, const Q& v, Q& f) const { full.force(t, q, v, f); }
  void constraint(const quad& t, const Q& q, L2& g) const { full.constraint(t, q, g); }
  void jacobian(const quad& t, const Q& q, Mat<quad, 2, 3>& g) const { full.jacobian(t, q, g); }
  void bias(const quad& t, const Q& q, const Q& v, L2& gamma) const { full.bias(t, q, v, gamma); }
  void tangents(const quad& t, const Q& q, const Q& v, const Q& a, const L2& l, Mat<quad, 3>& k,
                Mat<quad, 3>& d) const {
    full.tangents(t, q, v, a, l, k, d);
  }
  void jacobian_tangent(const quad& t, const Q& q, const Q& w, Mat<quad, 2, 3>& k) const {
    full.jacobian_tangent(t, q, w, k);
  }
  void bias_tangents(const quad& t, const Q& q, const Q& v, Mat<quad, 2, 3>& by_q, Mat<quad, 2, 3>& by_v) const {
    full.bias_tangents(t, q, v, by_q, by_v);
  }
  quad energy(const quad& t, const Q& q, const Q& v) const { return full.energy(t, q, v); }
  void outputs(const quad& t, const Q& q, const Q& v, Vec<quad>& out) const { full.outputs(t, q, v, out); }
  void invariants(const quad&, const Q&, const Q&, Vec<quad>&) const {}
};

TEST(Constrained, EliminationByHandEqualsFactorisationOfTheWholeMatrix) {
  const PendulumCartesian<quad> model{{quad("1.3"), quad("0.7"), quad("9.81")}};
  Constrained by_hand(model, Form::index3);
  Constrained whole(Plain{model}, Form::index3);
  auto x = zero_state(by_hand);
  x.q << quad("0.2"), quad("-1.1"), quad("0.3");
  x.v << 1, 2, 3;
  x.lambda << 4, -5;
  const Vec<quad, 3> rows(quad("0.3"), -1, quad("0.5"));
  const Blend<quad> blends[] = {{.mass = 1}, {.mass = 2, .damping = 1, .stiffness = 3}, {.identity = 1}};
  for (const auto& b : blends) {
    auto first = by_hand.factors<quad>();
    auto second = whole.factors<quad>();
    const quad t = 0;
    const decltype(whole)::State same{x.q, x.v, x.a, x.lambda};
    ASSERT_TRUE(by_hand.factor(first, {t, x, &t, &rows}, b));
    ASSERT_TRUE(whole.factor(second, {t, same, &t, &rows}, b));
    Vec<quad, 3> w1(1, 2, -3), w2 = w1, p1, p2;
    Vec<quad, 2> e1(quad("0.5"), -1), e2 = e1;
    by_hand.solve(first, w1, e1);
    whole.solve(second, w2, e2);
    EXPECT_LT(magnitude(w1 - w2), 1e-30);
    EXPECT_LT(magnitude(e1 - e2), 1e-30);
    by_hand.momentum(x.q, x.v, p1);
    whole.momentum(x.q, x.v, p2);
    EXPECT_EQ(p1, p2);
  }
  BorderedLu<quad, 3, 2> singular;
  EXPECT_FALSE(singular.factor(Mat<quad, 3>::Identity(), Mat<quad, 2, 3>::Zero(), Mat<quad, 2, 3>::Ones()));
}

struct Sized {
  using Scalar = double;
  static constexpr int coordinates = 5, constraints = 3;
};
struct Patterned : Sized {
  static constexpr auto mass_pattern =
      pattern<5, 5>({"xx.x.", "xx...", "..x..", "x..x.", "....x"});  // L has one additional entry (fill-in)
  static constexpr auto jacobian_pattern = pattern<3, 5>({"x...x", ".xx..", "..x.x"});
};

/// A mass matrix and constraints with random entries, and with zeros given by the patterns of a model.
template <class Model>
struct RandomEquations {
  Mat<double, 5> mass;
  Mat<double, 3, 5> g;
  Vec<double, 5> w;
  Vec<double, 3> e;

  explicit RandomEquations(std::mt19937_64& random) {
    std::uniform_real_distribution<double> entry(-1, 1);
    const auto draw = [&] { return entry(random); };
    const Mat<double, 5> root = Mat<double, 5>::NullaryExpr(draw);
    mass = root * root.transpose() + 0.1 * Mat<double, 5>::Identity();
    g = Mat<double, 3, 5>::NullaryExpr(draw);
    w = Vec<double, 5>::NullaryExpr(draw);
    e = Vec<double, 3>::NullaryExpr(draw);
    if constexpr (requires { Model::mass_pattern; }) {
      mass += 3 * Mat<double, 5>::Identity();  // keeps M positive definite after entries outside the pattern are 0
      for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 5; ++j) mass(i, j) *= Model::mass_pattern.has[i][j];
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 5; ++j) g(i, j) *= Model::jacobian_pattern.has[i][j];
    }
  }
};

template <class Model>
void expect_solutions_of_the_whole_matrix() {
  std::mt19937_64 random(11);
  int solved = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const RandomEquations<Model> equations(random);
    auto w1 = equations.w, w2 = w1;
    auto e1 = equations.e, e2 = e1;
    BorderedLu<double, 5, 3> whole;
    ASSERT_TRUE(whole.factor(equations.mass, equations.g, equations.g));
    whole.solve(w2, e2);
    if (!MassFirst<Model>::solve(equations.mass, equations.g, w1, e1)) {  // rows of G are nearly dependent
      EXPECT_EQ(w1, equations.w);
      EXPECT_EQ(e1, equations.e);
      continue;
    }
    ++solved;
    EXPECT_LT((w1 - w2).norm(), 1e-9 * (w2.norm() + e2.norm())) << trial;
    EXPECT_LT((e1 - e2).norm(), 1e-9 * (w2.norm() + e2.norm())) << trial;
  }
  EXPECT_GT(solved, 90);
}

// Fails if a triangular system is solved in the wrong order, or if the pattern of L lacks an entry of the fill-in.
TEST(Constrained, AccelerationsByTheMassFirstAreThoseOfTheWholeMatrix) {
  expect_solutions_of_the_whole_matrix<Sized>();
  expect_solutions_of_the_whole_matrix<Patterned>();
}

// A needle in space has no inertia about its axis, so M is singular, but the whole matrix is regular.
TEST(Constrained, AccelerationsOfASingularMassMatrixAreThoseOfTheWholeMatrix) {
  TopInSpace<double> needle;
  needle.body_mass = 2;
  needle.gravity = 9.81;
  needle.moments << 0.3, 0.2, 0;
  needle.lever << 0.3, 0.4, 0.5;
  Constrained system(needle, Form::index1);
  auto x = zero_state(system);
  x.q << 0.1, 0.2, 0.3, 0.5, 0.5, 0.5, 0.5;
  x.v << 0.3, -0.2, 0.1, 1, 2, 3;
  Mat<double, 6> mass;
  Mat<double, 3, 6> rows;
  needle.mass(x.q, mass);
  needle.jacobian(0, x.q, rows);
  auto w = x.v;
  auto e = x.lambda;
  EXPECT_FALSE(MassFirst<TopInSpace<double>>::solve(mass, rows, w, e));

  ASSERT_TRUE(system.acceleration(0, x.q, x.v, x.a, x.lambda));
  needle.force(0, x.q, x.v, w);
  EXPECT_LT((mass * x.a + rows.transpose() * x.lambda - w).norm(), 1e-12 * w.norm());
  system.constraint_acceleration(0, x.q, x.v, x.a, e);
  EXPECT_LT(e.norm(), 1e-12 * x.a.norm());
}

TEST(Constrained, TheMassFirstRefusesWhatItCannotBear) {
  const Mat<double, 5> one = Mat<double, 5>::Identity();
  Mat<double, 5> singular = one;
  singular(4, 4) = 0;
  Mat<double, 3, 5> dependent = Mat<double, 3, 5>::Random();
  dependent.row(2) = dependent.row(0) - dependent.row(1);
  Vec<double, 5> w = Vec<double, 5>::Ones();
  Vec<double, 3> e = Vec<double, 3>::Ones();
  EXPECT_TRUE(MassFirst<Sized>::solve(one, Mat<double, 3, 5>::Identity(), w, e));
  EXPECT_FALSE(MassFirst<Sized>::solve(singular, Mat<double, 3, 5>::Identity(), w, e));
  EXPECT_FALSE(MassFirst<Sized>::solve(one, dependent, w, e));
  EXPECT_FALSE(MassFirst<Sized>::solve(one, Mat<double, 3, 5>::Constant(std::nan("")), w, e));
}

}  // namespace
}  // namespace plumb
