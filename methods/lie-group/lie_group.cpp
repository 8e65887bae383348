#include "methods/families.hpp"
#include "methods/family.hpp"
#include "methods/lie-group/product_of_exponentials.hpp"

namespace plumb {
namespace {

Method product_of_exponentials(MethodInfo info, const ExponentialTable& table) {
  info.forms = "ode index1 projected";
  const auto make = [&table]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<ProductOfExponentials<AnySystem<T>>>(system, options, table);
  };
  return {.info = info, .parameters = {}, .in_double = make, .in_long = make, .in_quad = make};
}

}  // namespace

std::vector<Method> lie_group_methods() {
  return {
      product_of_exponentials({.name = "crouch-grossman3",
                               .title = "Crouch and Grossman's method: exponentials of one rate each",
                               .source = "crouch1993; hairer2006, section IV.8",
                               .order = 3},
                              crouch_grossman3_table),
      product_of_exponentials({.name = "commutator-free4",
                               .title = "Commutator-free Lie-group method",
                               .source = "celledoni2003",
                               .order = 4},
                              commutator_free4_table),
  };
}

}  // namespace plumb
