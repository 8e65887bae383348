// For every problem, the equations in independent coordinates agree with their definition: states reached from
// displaced coordinates satisfy the constraints, with the same independent coordinates, and all derivatives contain the
// chart.

#include "problems/adapters/independent.hpp"

#include <gtest/gtest.h>

#include "problems/catalogue.hpp"
#include "problems/derived/derived_formulations.hpp"
#include "problems/testing/difference_quotients.hpp"

namespace plumb {
namespace {

using namespace testing;
using Vector = Vec<quad>;

double largest_of(const Vector& x) { return x.size() == 0 ? 0 : static_cast<double>(x.cwiseAbs().maxCoeff()); }

/// Calls see(problem, formulation) for every problem in independent coordinates.
void each_independent(auto see) {
  for (const auto& problem : problems())
    for (const auto& name : derived_names(problem)) {
      const auto derived = *derived_name(name);
      if (derived.kind.name != "independent") continue;
      see(problem, derived_formulation(derived.kind, *problem.formulation(derived.listed),
                                       Parameters(derived.kind.parameters, {}), ""));
    }
}

/// A system with general data in the chart of its initial state q_0, at another state that satisfies the constraints.
struct InChart {
  Parameters data;
  AnySystem<quad> system, plain;
  const quad t;
  Vector base;                 // q_0
  AnySystem<quad>::State off;  // displaced state (q̂, v̂)
  AnySystem<quad>::State x;    // state reached from it, with a* and λ*

  InChart(const Problem& problem, const Formulation& formulation)
      : data(problem.parameters, problem.general_data),
        system(problem.in_quad.system(data, formulation)),
        plain(problem.in_quad.system(data, listed(formulation))),
        t(problem.begin<quad>()),
        off(initial_state(problem, data, formulation, system)) {
    base = off.q;
    EXPECT_TRUE(system.choose_chart(t, base)) << problem.name;
    auto w = off.v;
    for (Eigen::Index i = 0; i < w.size(); ++i) {
      w[i] = quad(1 + i % 3) / 4096;
      off.v[i] += quad(2 - i % 5) / 64;
    }
    system.retract(base, w, off.q);
    x = off;
    EXPECT_TRUE(system.settle(t, off.q, off.v, x.q, x.v)) << problem.name;
    EXPECT_TRUE(system.acceleration(t, x.q, x.v, x.a, x.lambda)) << problem.name;
  }
};

TEST(Independent, ChangesEveryProblemWithConstraintsButMomenta) {
  int found = 0;
  each_independent([&](const Problem& problem, const Formulation& formulation) {
    ++found;
    EXPECT_EQ(formulation.form, Form::index1) << problem.name;
    EXPECT_TRUE(formulation.settles) << problem.name;
    EXPECT_TRUE(formulation.momenta_of.empty()) << problem.name;
  });
  EXPECT_GE(found, 18);
}

TEST(Independent, DisplacedStatesReachTheConstraints) {
  each_independent([](const Problem& problem, const Formulation& formulation) {
    InChart at(problem, formulation);
    Vector error = at.x.lambda;
    at.plain.constraint(at.t, at.off.q, error);
    EXPECT_GT(largest_of(error), 1e-9) << problem.name << ": the displaced state satisfies the constraints";
    at.plain.constraint(at.t, at.x.q, error);
    EXPECT_LT(largest_of(error), 1e-28) << problem.name;
    at.plain.constraint_rate(at.t, at.x.q, at.x.v, error);
    EXPECT_LT(largest_of(error), 1e-26 * (1 + largest_of(at.x.v))) << problem.name;
  });
}

// The difference between (q̂, v̂) and (q, v) is a combination of the directions U: its projection onto the tangent space
// at q_0, in the metric M, vanishes.
TEST(Independent, DisplacedStatesKeepTheirIndependentCoordinates) {
  int found = 0;
  each_independent([&](const Problem& problem, const Formulation& formulation) {
    InChart at(problem, formulation);
    if (!at.plain.vector_space()) return;
    ++found;
    auto base = at.x;
    base.q = at.base;
    auto factors = at.plain.factors<quad>();
    ASSERT_TRUE(at.plain.factor(factors, {.t = at.t, .x = base}, Blend<quad>{.mass = 1}));
    const auto in_tangent_space = [&](const Vector& difference) {
      Vector w = difference, none = zeros<Vector>(at.x.lambda.size());
      at.plain.momentum(at.base, difference, w);
      at.plain.solve(factors, w, none);
      return largest_of(w);
    };
    EXPECT_LT(in_tangent_space(at.x.q - at.off.q), 1e-26) << problem.name;
    EXPECT_LT(in_tangent_space(at.x.v - at.off.v), 1e-24) << problem.name;
    EXPECT_GT(largest_of(at.x.q - at.off.q), 1e-9) << problem.name;
  });
  EXPECT_GE(found, 8);
}

// On the constraints the accelerations are the accelerations of index 1, whatever the chart. Off the constraints they
// are the accelerations at the reached state.
TEST(Independent, AccelerationsAreThoseOfTheReachedState) {
  each_independent([](const Problem& problem, const Formulation& formulation) {
    InChart at(problem, formulation);
    auto found = at.x, wanted = at.x;
    ASSERT_TRUE(at.plain.acceleration(at.t, at.x.q, at.x.v, wanted.a, wanted.lambda)) << problem.name;
    ASSERT_TRUE(at.system.choose_chart(at.t, at.base)) << problem.name;
    ASSERT_TRUE(at.system.acceleration(at.t, at.off.q, at.off.v, found.a, found.lambda)) << problem.name;
    const double size = 1 + largest_of(wanted.a) + largest_of(wanted.lambda);
    EXPECT_LT(largest_of(found.a - wanted.a), 1e-22 * size) << problem.name;
    EXPECT_LT(largest_of(found.lambda - wanted.lambda), 1e-20 * size) << problem.name;
  });
}

// The equations of implicit methods have the solution a*, λ* also off the constraints.
TEST(Independent, ImplicitEquationsHaveTheSameSolution) {
  each_independent([](const Problem& problem, const Formulation& formulation) {
    InChart at(problem, formulation);
    auto y = at.off;
    ASSERT_TRUE(at.system.acceleration(at.t, y.q, y.v, y.a, y.lambda)) << problem.name;
    Vector force = y.v, inertia = y.v, reaction = y.v, rows = y.lambda;
    at.system.force(at.t, y.q, y.v, force);
    at.system.momentum(y.q, y.a, inertia);
    at.system.reaction(at.t, y.q, y.lambda, reaction);
    at.system.constraint_acceleration(at.t, y.q, y.v, y.a, rows);
    const Vector balance = force - inertia - reaction;
    EXPECT_LT(largest_of(balance), 1e-25 * (1 + largest_of(force) + largest_of(reaction))) << problem.name;
    EXPECT_LT(largest_of(rows), 1e-25 * (1 + largest_of(y.a))) << problem.name;
  });
}

TEST(Independent, BlocksAreDifferenceQuotients) {
  int found = 0;
  each_independent([&](const Problem& problem, const Formulation& formulation) {
    InChart at(problem, formulation);
    if (!at.system.offers_blocks()) return;
    ++found;
    ASSERT_TRUE(at.system.choose_chart(at.t, at.base)) << problem.name;
    auto expected = blocks_by_differences(at.system, at.x, at.t);
    BlocksOfAny<quad> blocks(at.system.sizes().v, at.system.sizes().lambda);
    at.system.blocks(at.t, at.x, blocks);
    expected.rate_by_q = blocks.rate_by_q;  // not compared: a block of constraints on velocities
    const auto [gap, block] = worst_block<quad>(blocks, expected);
    EXPECT_LT(gap, 1e-15) << problem.name << "/" << formulation.name << " " << block;
  });
  EXPECT_GE(found, 10);
}

// The test multiplies the solution by the matrix [B Gᵀ; R 0], so it fails if the matrix omits a derivative.
TEST(Independent, MatricesHaveTheDerivativesOfTheChart) {
  const Blend<quad> b{.mass = quad("1.5"),
                      .damping = quad("0.2"),
                      .stiffness = quad("0.04"),
                      .by_v = quad("0.2"),
                      .by_q = quad("0.04")};
  each_independent([&](const Problem& problem, const Formulation& formulation) {
    InChart at(problem, formulation);
    if (!at.system.offers_blocks()) return;
    ASSERT_TRUE(at.system.choose_chart(at.t, at.base)) << problem.name;
    const auto blocks = blocks_by_differences(at.system, at.x, at.t);
    const auto nv = at.x.v.size(), nl = at.x.lambda.size();
    Vector z = Vector::LinSpaced(nv, quad("0.4"), quad("1.1")), mu = Vector::LinSpaced(nl, quad("0.5"), quad("0.9"));
    Vector w = b.mass * blocks.mass * z - b.damping * blocks.damping * z - b.stiffness * blocks.stiffness * z +
               blocks.jacobian.transpose() * mu;
    Vector e = blocks.jacobian * z + b.by_v * blocks.acceleration_by_v * z + b.by_q * blocks.acceleration_by_q * z;
    auto factors = at.system.factors<quad>();
    ASSERT_TRUE(at.system.factor(factors, {.t = at.t, .x = at.x}, b)) << problem.name << "/" << formulation.name;
    at.system.solve(factors, w, e);
    EXPECT_LT(largest_of(w - z), 1e-13) << problem.name << "/" << formulation.name;
  });
}

TEST(Independent, ChartsChangeIfTheirIterationContractsSlowly) {
  const auto& problem = catalogued_problem("two-link");
  const Parameters data(problem.parameters, {});
  const auto at = [&](Form form) {
    auto level = *problem.formulation("index1");
    level.form = form;
    return ErasedSystem<double>(problem.in_double.system(data, level));
  };
  auto plain = problem.in_double.system(data, *problem.formulation("index1"));
  const auto x = initial_state(problem, data, *problem.formulation("index1"), plain);
  const auto changes = [&](double contraction, double displacement) {
    Independent<double> system(at(Form::index1), at(Form::index2), contraction);
    EXPECT_TRUE(system.choose_chart(0, x.q));
    Vec<double> q = x.q, v = x.v;
    const Vec<double> moved = x.q.array() + displacement;
    EXPECT_TRUE(system.settle(0, moved, x.v, q, v));
    return system.charts() - 1;
  };
  EXPECT_EQ(changes(0.1, 1e-6), 0);
  EXPECT_EQ(changes(0.1, 0.5), 1);
  EXPECT_EQ(changes(1, 0.5), 0);
  EXPECT_EQ(changes(0, 1e-6), 1);
}

}  // namespace
}  // namespace plumb
