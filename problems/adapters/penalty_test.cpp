// For every problem, accelerations, multipliers and derivatives of the penalty and augmented Lagrangian formulations
// agree with their formulas, also at states that violate the constraints, and with redundant constraints.

#include "problems/adapters/penalty.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "problems/catalogue.hpp"
#include "problems/derived/derived_formulations.hpp"
#include "problems/testing/difference_quotients.hpp"
#include "problems/testing/repeated_rows.hpp"

namespace plumb {
namespace {

using namespace testing;
using Vector = Vec<quad>;

const quad soft_penalty = 40, frequency = quad(5) / 2, damping_ratio = quad(3) / 10;  // kg, 1/s, -

double largest_in(const Vector& x) { return x.size() == 0 ? 0 : static_cast<double>(x.cwiseAbs().maxCoeff()); }

/// Calls see(problem, formulation) for every formulation derived by `kind`, for example "penalty", of every problem.
void each_derived(const std::string& kind, const std::map<std::string, std::string>& overrides, auto see) {
  for (const auto& problem : problems())
    for (const auto& name : derived_names(problem)) {
      const auto derived = *derived_name(name);
      if (derived.kind.name != kind) continue;
      const Parameters values(derived.kind.parameters, overrides);
      see(problem, derived_formulation(derived.kind, *problem.formulation(derived.listed), values, ""));
    }
}
void each_soft(const std::string& kind, auto see) {
  each_derived(kind, {{"alpha", "40"}, {"omega", "2.5"}, {"mu", "0.3"}}, see);
}

/// The equations of a problem, created by the adapter. With `repeated`, every constraint occurs twice.
struct Made {
  Penalty<quad> system;

  Made(const Problem& problem, const Formulation& base, const PenaltySettings<quad>& settings, bool repeated = false)
      : system(at(problem, base, Form::index1, repeated), at(problem, base, Form::index2, repeated), settings) {}

 private:
  static ErasedSystem<quad> at(const Problem& problem, const Formulation& base, Form form, bool repeated) {
    auto level = base;
    level.form = form;
    ErasedSystem<quad> out = problem.in_quad.system(Parameters(problem.parameters, problem.general_data), level);
    return repeated ? ErasedSystem<quad>(RepeatedRows<quad>(std::move(out))) : std::move(out);
  }
};

/// Returns Φ'' + 2 ω μ Φ' + ω² Φ, and the corresponding expression of nonholonomic rows, without a term for positions.
Vector stabilised_rows(AnySystem<quad>& plain, const quad& t, const AnySystem<quad>::State& x) {
  Vector phi = x.lambda, rate = x.lambda, out = x.lambda;
  plain.constraint(t, x.q, phi);
  plain.constraint_rate(t, x.q, x.v, rate);
  plain.constraint_acceleration(t, x.q, x.v, x.a, out);
  const auto holonomic = out.size() - plain.sizes().nonholonomic;
  for (Eigen::Index i = 0; i < out.size(); ++i)
    out[i] += i < holonomic ? 2 * frequency * damping_ratio * rate[i] + frequency * frequency * phi[i]
                            : frequency * damping_ratio * rate[i];
  return out;
}
Vector balance(AnySystem<quad>& plain, const quad& t, const AnySystem<quad>::State& x) {
  Vector force = x.v, inertia = x.v, reaction = x.v;
  plain.force(t, x.q, x.v, force);
  plain.momentum(x.q, x.a, inertia);
  plain.reaction(t, x.q, x.lambda, reaction);
  return force - inertia - reaction;
}

// The state violates all constraints, so the test fails if any coefficient of the formula is wrong.
TEST(Penalty, MultipliersAreThePenaltyTimesTheRows) {
  int found = 0;
  each_soft("penalty", [&](const Problem& problem, const Formulation& formulation) {
    ++found;
    ArbitraryInstant<quad> at(problem, formulation);
    auto plain = problem.in_quad.system(at.data, listed(formulation));
    auto& x = at.x;
    ASSERT_TRUE(at.system.acceleration(at.t, x.q, x.v, x.a, x.lambda)) << problem.name;
    const Vector gap = x.lambda - soft_penalty * stabilised_rows(plain, at.t, x);
    EXPECT_LT(largest_in(gap), 1e-24 * (1 + largest_in(x.lambda) + 40 * largest_in(x.a)))
        << problem.name << "/" << formulation.name;
    EXPECT_GT(largest_in(x.lambda), 1e-3) << problem.name;
    EXPECT_LT(largest_in(balance(plain, at.t, x)), 1e-25 * (1 + largest_in(x.lambda) + largest_in(x.a)))
        << problem.name;
  });
  EXPECT_GE(found, 20);
}

TEST(AugmentedLagrangian, LimitIsBaumgartes) {
  each_derived("augmented-lagrangian", {{"alpha", "1e7"}, {"omega", "2.5"}, {"mu", "0.3"}},
               [&](const Problem& problem, const Formulation& formulation) {
                 ArbitraryInstant<quad> at(problem, formulation);
                 auto plain = problem.in_quad.system(at.data, listed(formulation));
                 auto& x = at.x;
                 ASSERT_TRUE(at.system.acceleration(at.t, x.q, x.v, x.a, x.lambda)) << problem.name;
                 EXPECT_LT(largest_in(stabilised_rows(plain, at.t, x)), 1e-22 * (1 + largest_in(x.a))) << problem.name;
                 EXPECT_LT(largest_in(balance(plain, at.t, x)), 1e-22 * (1 + largest_in(x.lambda))) << problem.name;
               });
}

// The error falls by 1 + α s in each iteration, with s = 1/m along the rod of a pendulum.
TEST(AugmentedLagrangian, NeedsAsManySolutionsAsItsContractionSays) {
  const auto& problem = catalogued_problem("pendulum");
  const auto& of = *problem.formulation("index1");
  ArbitraryInstant<quad> at(problem, of);
  Vector p = at.x.v;
  at.system.momentum(at.x.q, Vector::Unit(3, 0), p);
  const auto s = static_cast<double>(1 / p[0]);
  for (const double penalty : {1e2, 1e4, 1e7, 1e10}) {
    Made made(problem, of, {.alpha = quad(penalty), .omega = frequency, .mu = damping_ratio, .iterates = true});
    ASSERT_TRUE(made.system.acceleration(at.t, at.x.q, at.x.v, at.x.a, at.x.lambda));
    const double digits = 34 / std::log10(1 + penalty * s);
    EXPECT_NEAR(made.system.solutions(), digits + 1.5, 1.6) << penalty;
  }
}

// If every row occurs twice, the second time multiplied by 2, the multipliers of least norm are λ/5 and 2 λ/5.
TEST(AugmentedLagrangian, RedundantRowsHaveTheMultipliersOfLeastNorm) {
  each_derived("augmented-lagrangian", {}, [](const Problem& problem, const Formulation& formulation) {
    const auto& of = listed(formulation);
    ArbitraryInstant<quad> at(problem, of);
    if (at.system.sizes().nonholonomic != 0) return;  // these rows must come last
    const PenaltySettings<quad> settings{.alpha = 1e7, .omega = frequency, .mu = damping_ratio, .iterates = true};
    Made once(problem, of, settings), twice(problem, of, settings, true);
    auto& x = at.x;
    auto y = zero_state(twice.system);
    ASSERT_TRUE(once.system.acceleration(at.t, x.q, x.v, x.a, x.lambda)) << problem.name;
    ASSERT_TRUE(twice.system.acceleration(at.t, x.q, x.v, y.a, y.lambda)) << problem.name;
    EXPECT_LT(largest_in(Vector(y.a - x.a)), 1e-22 * (1 + largest_in(x.a))) << problem.name;
    Vector wanted = y.lambda;
    wanted.head(x.lambda.size()) = x.lambda / 5;
    wanted.tail(x.lambda.size()) = 2 * x.lambda / 5;
    EXPECT_LT(largest_in(Vector(y.lambda - wanted)), 1e-20 * (1 + largest_in(x.lambda))) << problem.name;
    EXPECT_LE(twice.system.solutions(), once.system.solutions() + 2) << problem.name;
  });
}

/// Calls see(title, system, at) with both formulations (penalty, augmented Lagrangian) of all systems with dense
/// blocks.
void each_linearised(auto see) {
  int found = 0;
  for (const bool iterates : {false, true})
    each_soft("penalty", [&](const Problem& problem, const Formulation& formulation) {
      const auto& of = listed(formulation);
      ArbitraryInstant<quad> at(problem, of);
      if (!at.system.offers_blocks()) return;
      ++found;
      Made made(problem, of,
                {.alpha = iterates ? quad(1e7) : soft_penalty,
                 .omega = frequency,
                 .mu = damping_ratio,
                 .iterates = iterates});
      see(problem.name + "/" + of.name + (iterates ? ", augmented" : ", penalty"), made.system, at);
    });
  EXPECT_GE(found, 20);
}

TEST(Penalty, DerivativesAreDifferenceQuotients) {
  each_linearised([&](const std::string& title, Penalty<quad>& system, ArbitraryInstant<quad>& at) {
    auto expected = blocks_by_differences(system, at.x, at.t);
    BlocksOfAny<quad> blocks(system.sizes().v, system.sizes().lambda);
    ASSERT_TRUE(system.linearise(at.t, at.x, true, blocks)) << title;
    expected.rate_by_q = blocks.rate_by_q;  // not compared: a block of constraints on velocities
    const auto [gap, block] = worst_block<quad>(blocks, expected);
    EXPECT_LT(gap, 1e-17) << title << " " << block;
  });
}

// Multiplies solutions by [B Gᵀ; R 0], and compares with the right-hand sides. The block −κ of the matrix, about 1e-17
// in quad, changes solutions by κ times the condition number, which is largest for spatial-slider-crank: 2e6.
TEST(Penalty, MatricesHaveTheDerivativesOfItsRows) {
  const Blend<quad> b{.mass = quad("1.5"),
                      .damping = quad("0.2"),
                      .stiffness = quad("0.04"),
                      .by_v = quad("0.2"),
                      .by_q = quad("0.04")};
  each_linearised([&](const std::string& title, Penalty<quad>& system, ArbitraryInstant<quad>& at) {
    const auto blocks = blocks_by_differences(system, at.x, at.t);
    const auto nv = at.x.v.size(), nl = at.x.lambda.size();
    const Vector z = Vector::LinSpaced(nv, quad("0.4"), quad("1.1")),
                 m = Vector::LinSpaced(nl, quad("0.5"), quad("0.9"));
    Vector w = b.mass * blocks.mass * z - b.damping * blocks.damping * z - b.stiffness * blocks.stiffness * z +
               blocks.jacobian.transpose() * m;
    Vector e = blocks.jacobian * z + b.by_v * blocks.acceleration_by_v * z + b.by_q * blocks.acceleration_by_q * z;
    auto factors = system.template factors<quad>();
    ASSERT_TRUE(system.factor(factors, {at.t, at.x}, b)) << title;
    system.solve(factors, w, e);
    EXPECT_LT(largest_in(Vector(w - z)), 1e-10) << title;
  });
}

}  // namespace
}  // namespace plumb
