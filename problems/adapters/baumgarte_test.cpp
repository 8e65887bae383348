// For every problem, the accelerations, matrices and blocks of Baumgarte's formulation agree with its formula, also at
// states that violate the constraints.

#include "problems/adapters/baumgarte.hpp"

#include <gtest/gtest.h>

#include "problems/catalogue.hpp"
#include "problems/derived/derived_formulations.hpp"
#include "problems/testing/difference_quotients.hpp"

namespace plumb {
namespace {

using namespace testing;
using Vector = Vec<quad>;

const quad alpha = quad(3) / 4, beta = quad(5) / 2;  // 1/s

const Formulation& stabilised(const Problem& problem, const std::string& name) {
  const auto derived = *derived_name(name);
  const Parameters values(derived.kind.parameters, {{"alpha", "0.75"}, {"beta", "2.5"}});
  return derived_formulation(derived.kind, *problem.formulation(derived.listed), values, "");
}

/// Calls see(problem, formulation) for every Baumgarte formulation of every problem.
void each_stabilised(auto see) {
  for (const auto& problem : problems())
    for (const auto& name : derived_names(problem))
      if (derived_name(name)->kind.name == "baumgarte") see(problem, stabilised(problem, name));
}

double size_of(const Vector& x) { return x.size() == 0 ? 0 : static_cast<double>(x.cwiseAbs().maxCoeff()); }

TEST(Baumgarte, ChangesEveryProblemWithConstraints) {
  int found = 0;
  each_stabilised([&](const Problem& problem, const Formulation& formulation) {
    ++found;
    EXPECT_EQ(formulation.form, Form::index1) << problem.name;
    EXPECT_EQ(listed(formulation).form, Form::index1) << problem.name;
  });
  EXPECT_GE(found, 20);
}

// The state violates all constraints, so the test fails if any coefficient of the formula is wrong.
TEST(Baumgarte, AccelerationsKeepItsFormula) {
  each_stabilised([](const Problem& problem, const Formulation& formulation) {
    if (!formulation.momenta_of.empty()) return;
    ArbitraryInstant<quad> at(problem, formulation);
    auto plain = problem.in_quad.system(at.data, listed(formulation));
    auto& x = at.x;
    ASSERT_TRUE(at.system.acceleration(at.t, x.q, x.v, x.a, x.lambda)) << problem.name;
    Vector phi = x.lambda, rate = x.lambda, acceleration = x.lambda, force = x.v, inertia = x.v, reaction = x.v;
    plain.constraint(at.t, x.q, phi);
    plain.constraint_rate(at.t, x.q, x.v, rate);
    plain.constraint_acceleration(at.t, x.q, x.v, x.a, acceleration);
    const auto holonomic = x.lambda.size() - plain.sizes().nonholonomic;
    for (Eigen::Index i = 0; i < x.lambda.size(); ++i)
      acceleration[i] += i < holonomic ? 2 * alpha * rate[i] + beta * beta * phi[i] : alpha * rate[i];
    EXPECT_LT(size_of(acceleration), 1e-25 * (1 + size_of(x.a))) << problem.name << "/" << formulation.name;
    EXPECT_GT(size_of(phi) + size_of(rate), 1e-3) << problem.name << ": these data would not show a wrong coefficient";
    plain.force(at.t, x.q, x.v, force);
    plain.momentum(x.q, x.a, inertia);
    plain.reaction(at.t, x.q, x.lambda, reaction);
    const Vector balance = force - inertia - reaction;
    EXPECT_LT(size_of(balance), 1e-25 * (1 + size_of(reaction))) << problem.name << "/" << formulation.name;
  });
}

TEST(Baumgarte, BlocksAreDifferenceQuotients) {
  int found = 0;
  each_stabilised([&](const Problem& problem, const Formulation& formulation) {
    ArbitraryInstant<quad> at(problem, formulation);
    if (!at.system.offers_blocks()) return;
    ++found;
    auto expected = blocks_by_differences(at.system, at.x, at.t);
    const auto blocks = at.blocks();
    expected.rate_by_q = blocks.rate_by_q;  // not compared: a block of constraints on velocities
    const auto [gap, block] = worst_block<quad>(blocks, expected);
    EXPECT_LT(gap, 1e-19) << problem.name << "/" << formulation.name << " " << block;
  });
  EXPECT_GE(found, 10);
}

// The matrix [B Gᵀ; R 0] has R = jacobian G + by_v ∂Φ''/∂v + by_q ∂Φ''/∂q, with the stabilised expression in place of
// Φ''. The test multiplies the solution by this matrix, so it fails if an elimination omits a part of R.
TEST(Baumgarte, MatricesHaveTheDerivativesOfItsRows) {
  const Blend<quad> b{.mass = quad("1.5"),
                      .damping = quad("0.2"),
                      .stiffness = quad("0.04"),
                      .by_v = quad("0.2"),
                      .by_q = quad("0.04")};
  each_stabilised([&](const Problem& problem, const Formulation& formulation) {
    if (!formulation.momenta_of.empty()) return;
    ArbitraryInstant<quad> at(problem, formulation);
    const auto blocks = blocks_by_differences(at.system, at.x, at.t);
    const auto nv = at.x.v.size(), nl = at.x.lambda.size();
    Vector z = Vector::LinSpaced(nv, quad("0.4"), quad("1.1")), mu = Vector::LinSpaced(nl, quad("0.5"), quad("0.9"));
    Vector w = b.mass * blocks.mass * z - b.damping * blocks.damping * z - b.stiffness * blocks.stiffness * z +
               blocks.jacobian.transpose() * mu;
    Vector e = blocks.jacobian * z + b.by_v * blocks.acceleration_by_v * z + b.by_q * blocks.acceleration_by_q * z;
    auto factors = at.system.factors<quad>();
    ASSERT_TRUE(at.system.factor(factors, {at.t, at.x}, b)) << problem.name << "/" << formulation.name;
    at.system.solve(factors, w, e);
    EXPECT_LT(size_of(Vector(w - z)), 1e-15) << problem.name << "/" << formulation.name;
  });
}

TEST(Baumgarte, RatesMayBeMultiplesOfOneOverTheStep) {
  const auto& problem = catalogued_problem("pendulum");
  const auto derived = *derived_name("baumgarte");
  const auto at_start = [&](const std::map<std::string, std::string>& overrides, const std::string& step) {
    const Parameters values(derived.kind.parameters, overrides);
    ArbitraryInstant<double> at(problem,
                                derived_formulation(derived.kind, *problem.formulation("index1"), values, step));
    EXPECT_TRUE(at.system.acceleration(at.t, at.x.q, at.x.v, at.x.a, at.x.lambda));
    return at.x.lambda[0];
  };
  const std::map<std::string, std::string> multiple = {{"alpha", "0.2"}, {"beta", "0.1"}, {"unit", "per-step"}};
  EXPECT_NEAR(at_start(multiple, "1/100"), at_start({{"alpha", "20"}, {"beta", "10"}}, ""), 1e-10);
  EXPECT_NE(at_start(multiple, "1/100"), at_start(multiple, "1/200"));
}

}  // namespace
}  // namespace plumb
