// Adaptive ESDIRK methods of Kennedy and Carpenter, and adaptive Radau IIA, with the published error estimates.

#include "methods/adaptive/adaptive.hpp"
#include "methods/adaptive/diagonal_pair.hpp"
#include "methods/adaptive/entries.hpp"
#include "methods/adaptive/radau_pair.hpp"
#include "methods/esdirk/kennedy_carpenter.hpp"
#include "methods/irk/entry.hpp"
#include "methods/irk/tableaus.hpp"

namespace plumb {
namespace {

/// `pair<T>()` returns the coefficients in a working precision.
template <class Pair>
Method diagonal_method(MethodInfo info, std::vector<ParameterSpec> parameters, Pair pair) {
  const auto make = [pair]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<Adaptive<AnySystem<T>, DiagonalPair<AnySystem<T>>>>(
        system, options, pair.template operator()<T>());
  };
  return adaptive_method(std::move(info), std::move(parameters), make);
}

template <int n>
Method esdirk(MethodInfo info, const std::string& predictor, const Tableau<n>& tableau,
              const EmbeddedWeights<n>& weights) {
  info.forms = implicit_forms;
  return diagonal_method(std::move(info), {newton_of_one_stage(), predictor_parameter(predictor)}, [&]<class T>() {
    return DiagonalEmbedded<T>{power_of_estimate(weights), StageTable<T>(tableau_data(tableau)),
                               error_weights<T>(tableau, weights)};
  });
}

Method radau() {
  const auto make = []<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<Adaptive<AnySystem<T>, RadauPair<AnySystem<T>>>>(
        system, options, StageTable<T>(tableau_data(radau_iia3)));
  };
  return adaptive_method({.name = "radau-iia-adaptive",
                          .title = "Radau IIA of order 5, adaptive",
                          .source = "hairer1996, section IV.8",
                          .order = 5,
                          .forms = implicit_forms},
                         {newton_parameter()}, make);
}

}  // namespace

std::vector<Method> adaptive_implicit_methods() {
  return {esdirk({.name = "esdirk324l2sa-adaptive",
                  .title = "ESDIRK3(2)4L[2]SA, adaptive",
                  .source = "kennedy2019",
                  .order = 3},
                 "second", esdirk324l2sa, esdirk324l2sa_embedded),
          esdirk({.name = "esdirk325l2sa-adaptive",
                  .title = "ESDIRK3(2)5L[2]SA, adaptive",
                  .source = "kennedy2019",
                  .order = 3},
                 "second", esdirk325l2sa, esdirk325l2sa_embedded),
          esdirk({.name = "esdirk436l2sa2-adaptive",
                  .title = "ESDIRK4(3)6L[2]SA_2, adaptive",
                  .source = "kennedy2019, table 9",
                  .order = 4},
                 "fourth", esdirk436l2sa2, esdirk436l2sa2_embedded),
          radau()};
}

Method adaptive_diagonal_method(MethodInfo info, const TableauData& tableau, const EmbeddedData& weights) {
  const StageTable<quad> table(tableau);
  const bool is_invertible = invertible(table);
  info.forms = is_invertible ? implicit_forms : without_constraints;
  std::vector<ParameterSpec> parameters = {newton_of_one_stage(), predictor_parameter("constant")};
  if (!table.stiffly_accurate && is_invertible) parameters.push_back(end_parameter());
  return diagonal_method(std::move(info), std::move(parameters), [tableau, weights]<class T>() {
    return DiagonalEmbedded<T>{weights.power, StageTable<T>(tableau), error_weights<T>(tableau, weights)};
  });
}

}  // namespace plumb
