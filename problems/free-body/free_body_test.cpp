// The blocks of the free body equal the automatic derivatives of its model.

#include "problems/free-body/free_body.hpp"

#include "problems/catalogue.hpp"
#include "problems/testing/duals.hpp"

namespace plumb {
namespace {

using namespace testing;

template <class T>
FreeBody<T> model_of(const Parameters& p) {
  FreeBody<T> out;
  for (int i = 0; i < 3; ++i) out.moments[i] = T(p.number<double>("moment" + std::to_string(i + 1)));
  return out;
}

TEST(FreeBody, BlocksAreAutomaticDerivatives) {
  expect_blocks_by_duals(catalogued_problem("free-body"), [](const ArbitraryInstant<double>& at) {
    return blocks_by_duals([&]<class X>() { return model_of<X>(at.data); }, at);
  });
}

}  // namespace
}  // namespace plumb
