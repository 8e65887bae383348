// A matrix must not depend on accelerations and multipliers if the blocks that contain them have the weight 0, as in
// projections, where a and λ may be undefined.

#include <gtest/gtest.h>

#include <limits>

#include "problems/catalogue.hpp"

namespace plumb {
namespace {

using DoubleSystem = AnySystem<double>;

struct Solution {
  Vec<double> w, e;
};

Solution solved(DoubleSystem& system, const DoubleSystem::State& x, const Blend<double>& blend) {
  auto factors = system.factors<double>();
  EXPECT_TRUE(system.factor(factors, {0.0, x}, blend));
  Solution out{Vec<double>::LinSpaced(x.v.size(), 1, 2), Vec<double>::LinSpaced(x.lambda.size(), -1, 1)};
  system.solve(factors, out.w, out.e);
  return out;
}

TEST(Matrices, ReadNothingThatHasNoWeight) {
  for (const auto& problem : problems())
    for (const auto& formulation : problem.formulations) {
      SCOPED_TRACE(problem.name + "/" + formulation.name);
      const Parameters data(problem.parameters, problem.general_data);
      auto system = problem.in_double.system(data, formulation);
      const auto known = initial_state(problem, data, formulation, system);
      auto unknown = known;
      unknown.a.setConstant(std::numeric_limits<double>::quiet_NaN());
      unknown.lambda = unknown.lambda * std::numeric_limits<double>::quiet_NaN();
      for (const auto& blend : {Blend<double>{.identity = 1}, Blend<double>{.mass = 1},
                                Blend<double>{.mass = 1, .damping = 0.1}, Blend<double>{.mass = 1, .rate = 0.1}}) {
        const auto expected = solved(system, known, blend), found = solved(system, unknown, blend);
        EXPECT_TRUE(found.w == expected.w && found.e == expected.e);
      }
    }
}

}  // namespace
}  // namespace plumb
