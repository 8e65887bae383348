// Dormand and Prince's methods with their own estimates.

#include "methods/adaptive/adaptive.hpp"
#include "methods/adaptive/entries.hpp"
#include "methods/adaptive/explicit_pair.hpp"
#include "methods/explicit-rk/dop853.hpp"
#include "methods/explicit-rk/tableaus.hpp"

namespace plumb {
namespace {

template <int n, class... Weights>
Method entry(MethodInfo info, const Tableau<n>& tableau, const Weights&... weights) {
  const auto make = [&]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<Adaptive<AnySystem<T>, ExplicitPair<AnySystem<T>>>>(
        system, options,
        ExplicitEmbedded<T>{
            power_of_estimate(weights...), Coefficients<T>(tableau), {error_weights<T>(tableau, weights)...}});
  };
  info.forms = "ode index1 projected";
  return adaptive_method(std::move(info), {}, make);
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

}  // namespace plumb
