// For every problem, forces, derivatives and matrices of the stabilised equations of index 1 agree with their formulas,
// also at states that violate the constraints.

#include "problems/adapters/stabilised_index1.hpp"

#include <gtest/gtest.h>

#include "problems/catalogue.hpp"
#include "problems/derived/derived_formulations.hpp"
#include "problems/testing/blends.hpp"
#include "problems/testing/difference_quotients.hpp"

namespace plumb {
namespace stabilised_index1_testing {

using namespace testing;
using Vector = Vec<quad>;

double largest_in(const Vector& x) { return x.size() == 0 ? 0 : static_cast<double>(x.cwiseAbs().maxCoeff()); }

/// The equations of a problem, created by the adapter, at a state that violates all constraints. `plain` contains the
/// index-1 equations.
struct Made {
  ArbitraryInstant<quad> at;
  AnySystem<quad> plain;
  StabilisedIndex1<quad> system;

  Made(const Problem& problem, const Formulation& base)
      : at(problem, base),
        plain(in(Form::index1, problem, base)),
        system(ErasedSystem<quad>(plain), ErasedSystem<quad>(in(Form::ggl, problem, base))) {}

 private:
  AnySystem<quad> in(Form form, const Problem& problem, Formulation level) const {
    level.form = form;
    return problem.in_quad.system(at.data, level);
  }
};

/// Calls see(title, made) for every problem with constraints.
void each_stabilised(auto see) {
  int found = 0;
  for (const auto& problem : problems())
    for (const auto& name : derived_names(problem)) {
      const auto derived = *derived_name(name);
      if (derived.kind.name != "stabilised-index1") continue;
      ++found;
      Made made(problem, *problem.formulation(derived.listed));
      see(problem.name + "/" + name, made);
    }
  EXPECT_GE(found, 15);
}

TEST(StabilisedIndex1, HasTheFormGgl) {
  const auto& problem = catalogued_problem("pendulum");
  const auto& formulation =
      derived_formulation(derived_name("stabilised-index1")->kind, *problem.formulation("ggl"), Parameters(), "");
  EXPECT_EQ(formulation.name, "stabilised-index1");
  EXPECT_EQ(formulation.form, Form::ggl);
  EXPECT_TRUE(has_own_multipliers(formulation));
  EXPECT_FALSE(has_own_multipliers(*problem.formulation("ggl")));
  auto system = problem.in_quad.system(Parameters(problem.parameters, {}), formulation);
  EXPECT_EQ(system.form(), Form::ggl);
}

// The forces are the accelerations of the index-1 equations: with their multipliers, Φ'' = 0 and the balance of forces
// hold.
TEST(StabilisedIndex1, ForcesAreAccelerationsOfIndex1) {
  each_stabilised([](const std::string& title, Made& made) {
    auto& [at, plain, system] = made;
    auto& x = at.x;
    Vector a = x.v, lambda = x.lambda, wanted = x.v, row = x.lambda, force = x.v, inertia = x.v, reaction = x.v;
    system.force(at.t, x.q, x.v, a);
    ASSERT_TRUE(plain.acceleration(at.t, x.q, x.v, wanted, lambda)) << title;
    EXPECT_EQ(largest_in(Vector(a - wanted)), 0) << title;
    plain.constraint_acceleration(at.t, x.q, x.v, a, row);
    EXPECT_LT(largest_in(row), 1e-22 * (1 + largest_in(a) + largest_in(lambda))) << title;
    plain.force(at.t, x.q, x.v, force);
    plain.momentum(x.q, a, inertia);
    plain.reaction(at.t, x.q, lambda, reaction);
    EXPECT_LT(largest_in(Vector(force - inertia - reaction)), 1e-22 * (1 + largest_in(reaction))) << title;
  });
}

TEST(StabilisedIndex1, AccelerationsNeedNoMultipliers) {
  each_stabilised([](const std::string& title, Made& made) {
    auto& [at, plain, system] = made;
    Vector a = at.x.v, eta = at.x.lambda, force = a, inertia = a;
    ASSERT_TRUE(system.acceleration(at.t, at.x.q, at.x.v, a, eta)) << title;
    EXPECT_EQ(largest_in(eta), 0) << title;
    system.force(at.t, at.x.q, at.x.v, force);
    system.momentum(at.x.q, a, inertia);
    EXPECT_EQ(largest_in(Vector(force - inertia)), 0) << title;
  });
}

TEST(StabilisedIndex1, BlocksAreDifferenceQuotients) {
  int found = 0;
  each_stabilised([&](const std::string& title, Made& made) {
    auto& [at, plain, system] = made;
    if (!at.system.offers_blocks()) return;
    ++found;
    BlocksOfAny<quad> blocks(system.sizes().v, system.sizes().lambda);
    system.blocks(at.t, at.x, blocks);
    const auto [gap, block] = worst_block<quad>(blocks, blocks_by_differences(system, at.x, at.t));
    EXPECT_LT(gap, 1e-17) << title << " " << block;
  });
  EXPECT_GE(found, 8);
}

// Without the derivative of the accelerations along the constraints, a block differs.
TEST(StabilisedIndex1, BlocksOfGglDiffer) {
  const auto& problem = catalogued_problem("two-link");
  Made made(problem, *problem.formulation("ggl"));
  const auto [gap, block] =
      worst_block<quad>(made.at.blocks(), blocks_by_differences(made.system, made.at.x, made.at.t));
  EXPECT_GT(gap, 1e-3) << block;
}

// Solutions with all kinds of matrices that methods use on the form ggl, real and complex.
TEST(StabilisedIndex1, MatricesContainItsBlocks) {
  each_stabilised([](const std::string& title, Made& made) {
    auto& [at, plain, system] = made;
    if (!at.system.offers_blocks() || !at.system.vector_space()) return;
    auto y = at.x;
    const Vector w = Vector::Constant(at.x.v.size(), quad(1) / 64);
    system.retract(at.x.q, w, y.q);
    at.t = 0;  // the time of the matrices in worst_solution()
    const auto exact = blocks_by_differences(system, at.x, at.t), exact_rows = blocks_by_differences(system, y, at.t);
    EXPECT_LT(worst_solution<quad>(system, exact, exact_rows, at.x, y.q), 1e-10) << title;
    EXPECT_LT(worst_solution<std::complex<quad>>(system, exact, exact_rows, at.x, y.q), 1e-10) << title;
  });
}

}  // namespace stabilised_index1_testing
}  // namespace plumb
