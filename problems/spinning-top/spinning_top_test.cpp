// The blocks of both tops equal the automatic derivatives of their models.

#include "problems/spinning-top/spinning_top.hpp"

#include "problems/catalogue.hpp"
#include "problems/spinning-top/top_in_space.hpp"
#include "problems/testing/duals.hpp"

namespace plumb {
namespace {

using namespace testing;

template <class T>
SpinningTop<T> by_angles(const Parameters& p) {
  const auto s = spinning_top<double>(p);
  return {T(s.transverse), T(s.axial), T(s.weight_moment), T(s.length)};
}
template <class T>
TopInSpace<T> in_space(const Parameters& p) {
  const auto s = top_in_space<double>(p);
  TopInSpace<T> out;
  out.body_mass = T(s.body_mass);
  out.gravity = T(s.gravity);
  for (int i = 0; i < 3; ++i) {
    out.moments[i] = T(s.moments[i]);
    out.lever[i] = T(s.lever[i]);
    out.axis[i] = T(s.axis[i]);
  }
  return out;
}

template <class T>
void expect_no_transverse_moment() {
  const auto& problem = catalogued_problem("spinning-top");
  const auto top = top_in_space<T>(Parameters(problem.parameters, {}));
  EXPECT_EQ(top.moments[0], T(0));
  EXPECT_EQ(top.moments[1], T(0));
  EXPECT_GT(top.moments[2], T(0));
}

// The transverse moment of the default top about its centre of mass is 0. Fails if it is a rounding error instead,
// which makes Newton matrices in long double nearly singular.
TEST(SpinningTop, HasNoMomentFromRounding) {
  expect_no_transverse_moment<double>();
  expect_no_transverse_moment<long double>();
  expect_no_transverse_moment<quad>();
  expect_no_transverse_moment<double_double>();
}

TEST(SpinningTop, BlocksAreAutomaticDerivatives) {
  for (const auto* name : {"spinning-top", "heavy-top"})
    expect_blocks_by_duals(catalogued_problem(name), [](const ArbitraryInstant<double>& at) {
      if (at.formulation.form == Form::ode)
        return blocks_by_duals([&]<class X>() { return by_angles<X>(at.data); }, at);
      return blocks_by_duals([&]<class X>() { return in_space<X>(at.data); }, at);
    });
}

}  // namespace
}  // namespace plumb
