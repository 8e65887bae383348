// The blocks of Pleiades equal the automatic derivatives of its model.

#include "problems/pleiades/pleiades.hpp"

#include "problems/catalogue.hpp"
#include "problems/testing/duals.hpp"

namespace plumb {
namespace {

using namespace testing;

template <class T>
Pleiades<T> model_of(const Parameters& p) {
  const auto s = pleiades<double>(p);
  Pleiades<T> out;
  for (std::size_t i = 0; i < s.masses.size(); ++i) out.masses[i] = T(s.masses[i]);
  return out;
}

TEST(Pleiades, BlocksAreAutomaticDerivatives) {
  expect_blocks_by_duals(catalogued_problem("pleiades"), [](const ArbitraryInstant<double>& at) {
    return blocks_by_duals([&]<class X>() { return model_of<X>(at.data); }, at);
  });
}

}  // namespace
}  // namespace plumb
