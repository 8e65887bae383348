// The equations in double-doubles, used by one route of references, agree with the equations in quad.

#include <gtest/gtest.h>

#include "problems/catalogue.hpp"

namespace plumb {
namespace {

/// Returns the largest difference of two vectors, relative to the largest entry.
double difference(const Vec<double_double>& x, const Vec<quad>& exact) {
  const quad size = exact.cwiseAbs().maxCoeff();
  return static_cast<double>((x.cast<quad>() - exact).cwiseAbs().maxCoeff() / (size == 0 ? quad(1) : size));
}

// Fails if equations or data differ, or lose digits because a value is converted to double. Because of cancellation,
// fewer than all 31 digits are required.
TEST(DoubleDoubleEquations, AreThoseInQuad) {
  constexpr double negligible = 1e-24;
  int checked = 0;
  for (const auto& problem : problems()) {
    if (!problem.in_double_double) continue;
    const Parameters data(problem.parameters, problem.general_data);
    for (const auto& formulation : problem.formulations) {
      if (!formulation.momenta_of.empty()) continue;
      auto exact = problem.in_quad.system(data, formulation);
      auto system = problem.in_double_double(data, formulation);
      const auto x = completed_start(problem, data, formulation, exact);
      ASSERT_TRUE(x) << problem.name;
      Vec<double_double> a(x->a.size()), lambda(x->lambda.size());
      ASSERT_TRUE(system.acceleration(problem.begin<double_double>(), x->q.cast<double_double>(),
                                      x->v.cast<double_double>(), a, lambda))
          << problem.name;
      EXPECT_LE(difference(a, x->a), negligible) << problem.name << " " << formulation.name;
      EXPECT_EQ(system.vector_space(), exact.vector_space());
      EXPECT_EQ(system.sizes().v, exact.sizes().v);
      ++checked;
    }
  }
  EXPECT_GE(checked, 40);
}

}  // namespace
}  // namespace plumb
