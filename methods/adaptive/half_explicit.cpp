// Half-explicit methods with the embedded weights of Dormand and Prince.

#include "methods/adaptive/adaptive.hpp"
#include "methods/adaptive/entries.hpp"
#include "methods/adaptive/half_explicit_pair.hpp"

namespace plumb {
namespace {

Method entry(MethodInfo info, const HalfExplicitData& data) {
  const auto make = [&data]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<Adaptive<AnySystem<T>, HalfExplicitPair<AnySystem<T>>>>(system, options, data);
  };
  info.forms = "ode index2";
  auto out = adaptive_method(std::move(info), {}, make);
  out.published_form = "index2";
  return out;
}

}  // namespace

std::vector<Method> adaptive_half_explicit_methods() {
  return {entry({.name = "hedop5-adaptive",
                 .title = "HEDOP5 with embedded weights of order 4, adaptive",
                 .source = "arnold1998",
                 .order = 5},
                hedop5),
          entry({.name = "phem56-adaptive",
                 .title = "PHEM56 with embedded weights of order 4, adaptive",
                 .source = "murua1997",
                 .order = 5},
                phem56)};
}

}  // namespace plumb
