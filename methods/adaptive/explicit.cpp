// Adaptive methods of Dormand and Prince, with the published error estimates.

#include "methods/adaptive/adaptive.hpp"
#include "methods/adaptive/entries.hpp"
#include "methods/adaptive/explicit_pair.hpp"
#include "methods/explicit-rk/dop853.hpp"
#include "methods/explicit-rk/tableaus.hpp"
#include "methods/extrapolation/coefficients.hpp"

namespace plumb {
namespace {

/// `pair<T>(parameters)` returns the coefficients in a working precision.
template <class Pair>
Method method_of(MethodInfo info, std::vector<ParameterSpec> parameters, Pair pair) {
  const auto make = [pair]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<Adaptive<AnySystem<T>, ExplicitPair<AnySystem<T>>>>(
        system, options, pair.template operator()<T>(options.parameters));
  };
  info.forms = "ode index1 projected";
  return adaptive_method(std::move(info), std::move(parameters), make);
}

template <class T>
ExplicitEmbedded<T> embedded(const TableauData& tableau, const EmbeddedData& weights) {
  return {weights.power, Coefficients<T>(tableau), {error_weights<T>(tableau, weights)}};
}

template <int n, class... Weights>
Method entry(MethodInfo info, const Tableau<n>& tableau, const Weights&... weights) {
  return method_of(std::move(info), {}, [&]<class T>(const Parameters&) {
    return ExplicitEmbedded<T>{
        power_of_estimate(weights...), Coefficients<T>(tableau), {error_weights<T>(tableau, weights)...}};
  });
}

Method adaptive_gbs() {
  return method_of({.name = "gbs-adaptive",
                    .title = "Gragg-Bulirsch-Stoer extrapolation of fixed order, adaptive",
                    .source = "hairer1993, section II.9",
                    .order = 8},
                   {gbs_order_parameter()}, []<class T>(const Parameters& p) {
                     const int order = static_cast<int>(p.number<double>("order"));
                     return embedded<T>(gbs_tableau(order), gbs_embedded(order));
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
                dop853, dop853_embedded5, dop853_embedded3),
          adaptive_gbs()};
}

Method adaptive_explicit_method(MethodInfo info, const TableauData& tableau, const EmbeddedData& weights) {
  return method_of(std::move(info), {},
                   [tableau, weights]<class T>(const Parameters&) { return embedded<T>(tableau, weights); });
}

}  // namespace plumb
