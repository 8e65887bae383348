// Kennedy and Carpenter's ESDIRK methods and Radau IIA with their own estimates.

#include "methods/adaptive/adaptive.hpp"
#include "methods/adaptive/diagonal_pair.hpp"
#include "methods/adaptive/entries.hpp"
#include "methods/adaptive/radau_pair.hpp"
#include "methods/esdirk/kennedy_carpenter.hpp"
#include "methods/irk/entry.hpp"
#include "methods/irk/tableaus.hpp"

namespace plumb {
namespace {

template <int n>
Method esdirk(MethodInfo info, const std::string& predictor, const Tableau<n>& tableau,
              const EmbeddedWeights<n>& weights) {
  const auto make = [&tableau, &weights]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<Adaptive<AnySystem<T>, DiagonalPair<AnySystem<T>>>>(
        system, options,
        DiagonalEmbedded<T>{power_of_estimate(weights), StageTable<T>(tableau_data(tableau)),
                            error_weights<T>(tableau, weights)});
  };
  info.forms = implicit_forms;
  return adaptive_method(std::move(info), {newton_of_one_stage(), predictor_parameter(predictor)}, make);
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

}  // namespace plumb
