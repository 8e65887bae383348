// For every problem, the equations of the null-space form agree with their definition, also at states that violate the
// constraints: forces and reactions have the matrices of the base point, settled velocities satisfy the constraints and
// keep the independent velocities, and all matrices contain the derivatives of the accelerations.

#include "problems/adapters/null_space.hpp"

#include <gtest/gtest.h>

#include "problems/catalogue.hpp"
#include "problems/derived/derived_formulations.hpp"
#include "problems/testing/difference_quotients.hpp"

namespace plumb {
namespace null_space_testing {

using namespace testing;
using Vector = Vec<quad>;

double largest_entry(const Vector& x) { return x.size() == 0 ? 0 : static_cast<double>(x.cwiseAbs().maxCoeff()); }

/// The equations of a problem, created by the adapter, at a state that violates all constraints. `plain` contains the
/// index-1 equations.
struct Made {
  ArbitraryInstant<quad> at;
  AnySystem<quad> plain;
  NullSpace<quad> system;
  const quad t_base = quad(1) / 4;
  Vector base;  // q at the base point

  Made(const Problem& problem, const Formulation& listed)
      : at(problem, listed),
        plain(in(Form::index1, problem, listed)),
        system(ErasedSystem<quad>(plain), ErasedSystem<quad>(in(Form::index2, problem, listed))),
        base(problem.in_quad.initial(at.data, listed).q) {
    EXPECT_TRUE(system.choose_chart(t_base, base)) << problem.name;
  }

  Vector base_momentum(const Vector& v) {
    Vector out = v;
    plain.momentum(base, v, out);
    return out;
  }
  Vector base_reaction(const Vector& eta) {
    Vector out = at.x.v;
    plain.reaction(t_base, base, eta, out);
    return out;
  }

 private:
  AnySystem<quad> in(Form form, const Problem& problem, Formulation level) const {
    level.form = form;
    return problem.in_quad.system(at.data, level);
  }
};

/// Calls see(title, made) for every problem with constraints.
void each_null_space(auto see) {
  int found = 0;
  for (const auto& problem : problems())
    for (const auto& name : derived_names(problem)) {
      const auto derived = *derived_name(name);
      if (derived.kind.name != "null-space") continue;
      ++found;
      Made made(problem, *problem.formulation(derived.listed));
      see(problem.name + "/" + name, made);
    }
  EXPECT_GE(found, 15);
}

TEST(NullSpace, HasTheFormIndex2) {
  const auto& problem = catalogued_problem("pendulum");
  const auto& formulation =
      derived_formulation(derived_name("null-space")->kind, *problem.formulation("index2"), Parameters(), "");
  EXPECT_EQ(formulation.name, "null-space");
  EXPECT_EQ(formulation.form, Form::index2);
  EXPECT_TRUE(formulation.settles);
  EXPECT_TRUE(has_own_multipliers(formulation));
  auto system = problem.in_quad.system(Parameters(problem.parameters, {}), formulation);
  EXPECT_EQ(system.form(), Form::index2);
  EXPECT_FALSE(system.offers_blocks());
}

TEST(NullSpace, ForcesAndReactionsHaveTheMatricesOfTheBasePoint) {
  each_null_space([](const std::string& title, Made& made) {
    auto& x = made.at.x;
    Vector a = x.v, lambda = x.lambda, found = x.v;
    ASSERT_TRUE(made.plain.acceleration(made.at.t, x.q, x.v, a, lambda)) << title;
    made.system.force(made.at.t, x.q, x.v, found);
    EXPECT_EQ(largest_entry(found - made.base_momentum(a)), 0) << title;
    made.system.momentum(x.q, x.v, found);
    EXPECT_EQ(largest_entry(found - made.base_momentum(x.v)), 0) << title;
    made.system.reaction(made.at.t, x.q, x.lambda, found);
    EXPECT_EQ(largest_entry(found - made.base_reaction(x.lambda)), 0) << title;
  });
}

// The change of v is M_0⁻¹G_0ᵀ times multipliers, so its projection onto the null space of G_0 vanishes.
TEST(NullSpace, SettledVelocitiesKeepTheIndependentVelocities) {
  each_null_space([](const std::string& title, Made& made) {
    auto& [at, plain, system, t_base, base] = made;
    Vector q = at.x.q, v = at.x.v, rate = at.x.lambda;
    plain.constraint_rate(at.t, at.x.q, at.x.v, rate);
    EXPECT_GT(largest_entry(rate), 1e-9) << title << ": the velocities satisfy the constraints";
    ASSERT_TRUE(system.settle(at.t, at.x.q, at.x.v, q, v)) << title;
    EXPECT_EQ(largest_entry(q - at.x.q), 0) << title;
    plain.constraint_rate(at.t, q, v, rate);
    EXPECT_LT(largest_entry(rate), 1e-26 * (1 + largest_entry(v))) << title;
    auto point = at.x;
    point.q = base;
    auto factors = plain.factors<quad>();
    ASSERT_TRUE(plain.factor(factors, {.t = t_base, .x = point}, Blend<quad>{.mass = 1})) << title;
    Vector w = made.base_momentum(v - at.x.v), none = zeros<Vector>(rate.size());
    plain.solve(factors, w, none);
    EXPECT_LT(largest_entry(w), 1e-24 * (1 + largest_entry(v))) << title;
  });
}

// The settled state is the next base point.
TEST(NullSpace, SettlingMovesTheBasePoint) {
  each_null_space([](const std::string& title, Made& made) {
    auto& x = made.at.x;
    Vector q = x.q, v = x.v, found = x.v, wanted = x.v;
    ASSERT_TRUE(made.system.settle(made.at.t, x.q, x.v, q, v)) << title;
    made.system.reaction(made.t_base, made.base, x.lambda, found);
    made.plain.reaction(made.at.t, x.q, x.lambda, wanted);
    EXPECT_EQ(largest_entry(found - wanted), 0) << title;
  });
}

/// Multiplies a solution by the matrix [B G_0ᵀ; R 0] of these equations, from difference quotients, and compares it with
/// the solution of the system. The test fails if the matrix omits a derivative or has another G.
void expect_matrix(const std::string& title, Made& made, const Blend<quad>& b) {
  auto& [at, plain, system, t_base, base] = made;
  const auto blocks = blocks_by_differences(system, at.x, at.t);
  const auto nv = at.x.v.size(), nl = at.x.lambda.size(), holonomic = nl - system.sizes().nonholonomic;
  const Vector z = Vector::LinSpaced(nv, quad("0.4"), quad("1.1")),
               mu = Vector::LinSpaced(nl, quad("0.5"), quad("0.9"));
  Vector w = b.mass * blocks.mass * z - b.damping * blocks.damping * z - b.stiffness * blocks.stiffness * z +
             made.base_reaction(mu);
  Vector e = b.of_velocity * blocks.jacobian * z + b.rate_of_velocity * blocks.rate_by_q * z;
  e.head(holonomic) = (b.jacobian * blocks.jacobian * z + b.rate * blocks.rate_by_q * z).head(holonomic);
  auto factors = system.factors<quad>();
  ASSERT_TRUE(system.factor(factors, {.t = at.t, .x = at.x}, b)) << title;
  system.solve(factors, w, e);
  EXPECT_LT(largest_entry(w - z), 1e-9) << title;
  EXPECT_LT(largest_entry(made.base_reaction(e - mu)), 1e-7 * (1 + largest_entry(made.base_reaction(mu)))) << title;
}

TEST(NullSpace, MatricesContainTheDerivativesOfTheAccelerations) {
  int found = 0;
  each_null_space([&](const std::string& title, Made& made) {
    if (!made.plain.offers_blocks()) return;
    ++found;
    expect_matrix(title, made,
                  {.mass = quad("1.5"),
                   .damping = quad("0.2"),
                   .stiffness = quad("0.04"),
                   .jacobian = quad("0.75"),
                   .rate = quad("0.3"),
                   .of_velocity = quad("0.4"),
                   .rate_of_velocity = quad("0.1")});
  });
  EXPECT_GE(found, 8);
}

TEST(NullSpace, MatricesWithoutDerivativesHaveTheRowsOfTheState) {
  each_null_space([](const std::string& title, Made& made) { expect_matrix(title, made, {.mass = quad("1.5")}); });
}

}  // namespace null_space_testing
}  // namespace plumb
