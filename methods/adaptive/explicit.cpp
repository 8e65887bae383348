// Adaptive methods of Dormand and Prince, with the published error estimates.

#include "methods/adaptive/adaptive.hpp"
#include "methods/adaptive/entries.hpp"
#include "methods/adaptive/explicit_pair.hpp"
#include "methods/explicit-rk/dop853.hpp"
#include "methods/explicit-rk/tableaus.hpp"

namespace plumb {
namespace {

/// `pair<T>()` returns the coefficients in a working precision.
template <class Pair>
Method method_of(MethodInfo info, Pair pair) {
  const auto make = [pair]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<Adaptive<AnySystem<T>, ExplicitPair<AnySystem<T>>>>(
        system, options, pair.template operator()<T>());
  };
  info.forms = "ode index1 projected";
  return adaptive_method(std::move(info), {}, make);
}

template <int n, class... Weights>
Method entry(MethodInfo info, const Tableau<n>& tableau, const Weights&... weights) {
  return method_of(std::move(info), [&]<class T>() {
    return ExplicitEmbedded<T>{
        power_of_estimate(weights...), Coefficients<T>(tableau), {error_weights<T>(tableau, weights)...}};
  });
}

}  // namespace

std::vector<Method> adaptive_explicit_methods() {
  return {entry({.name = "dopri5-adaptive",
                 .title = "Dormand-Prince 5(4), adaptive",
                 .source = "dormand1980, table 2; hairer1993, section II.4",
                 .order = 5},
                dopri5, dopri5_embedded),
          entry({.name = "dop853-adaptive",
                 .title = "Dormand-Prince 8(5,3), adaptive",
                 .source = "hairer1993, sections II.4, II.5, II.10",
                 .order = 8},
                dop853, dop853_embedded5, dop853_embedded3)};
}

Method adaptive_explicit_method(MethodInfo info, const TableauData& tableau, const EmbeddedData& weights) {
  return method_of(std::move(info), [tableau, weights]<class T>() {
    return ExplicitEmbedded<T>{weights.power, Coefficients<T>(tableau), {error_weights<T>(tableau, weights)}};
  });
}

}  // namespace plumb
