// The blocks of the two-link manipulator equal the automatic derivatives of its models, and the comparison detects a
// wrong derivative.

#include "problems/two-link/two_link.hpp"

#include "problems/catalogue.hpp"
#include "problems/testing/duals.hpp"

namespace plumb {
namespace {

using namespace testing;

template <class T>
TwoLinkData<T> data_of(const Parameters& p) {
  const auto d = two_link_data<double>(p);
  return {T(d.length1), T(d.length2), T(d.mass1), T(d.mass2), T(d.gravity)};
}

BlocksOfAny<double> by_duals(const ArbitraryInstant<double>& at) {
  if (at.formulation.form == Form::ode)
    return blocks_by_duals([&]<class X>() { return TwoLinkAngles<X>(data_of<X>(at.data)); }, at);
  return blocks_by_duals([&]<class X>() { return TwoLinkCartesian<X>(data_of<X>(at.data)); }, at);
}

TEST(TwoLink, BlocksAreAutomaticDerivatives) { expect_blocks_by_duals(catalogued_problem("two-link"), by_duals); }

TEST(TwoLink, AWrongBlockDiffersFromTheAutomaticDerivative) {
  const auto& problem = catalogued_problem("two-link");
  ArbitraryInstant<double> at(problem, *problem.formulation("index1"));
  auto found = at.blocks();
  found.acceleration_by_v(3, 5) *= 1 + 1e-9;
  const auto [gap, block] = worst_block<double>(found, by_duals(at));
  EXPECT_EQ(block, "acceleration_by_v");
  EXPECT_GT(gap, 1e-14);
}

}  // namespace
}  // namespace plumb
