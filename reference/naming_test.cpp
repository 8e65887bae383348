#include "reference/naming.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "problems/catalogue.hpp"

namespace plumb {
namespace {

// The height of the tip at rest is the mean of 40 small angles. If all angles have the same error, the mean has it,
// too.
TEST(Naming, BoundsASumWhoseTermsErrToOneSide) {
  const auto& beam = catalogued_problem("beam");
  const Parameters data(beam.parameters, {{"n", "40"}});
  Naming naming(beam, data, beam.formulations.front());
  const Vec<quad> zero = Vec<quad>::Zero(40);
  const quad error = quad("1e-20");
  const auto values = naming.at(0, {zero, zero});
  const auto tip = std::ranges::find(values, "tip_y", &NamedValues::value_type::first) - values.begin();
  ASSERT_LT(static_cast<std::size_t>(tip), values.size());
  EXPECT_GE(naming.uncertainty(0, {zero, zero}, {Vec<quad>::Constant(40, error), zero})[static_cast<std::size_t>(tip)],
            error);
}

}  // namespace
}  // namespace plumb
