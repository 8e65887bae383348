#include "methods/explicit-rk/explicit_rk.hpp"

#include "methods/explicit-rk/dop853.hpp"
#include "methods/explicit-rk/tableaus.hpp"
#include "methods/families.hpp"

namespace plumb {
namespace {

template <int n>
Method entry(const Tableau<n>& tableau) {
  const auto make = [&tableau]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    using Stepper = ExplicitRk<AnySystem<T>, RuntimeTableau<T>>;
    return AnyStepper<T>::template make<Stepper>(system, options, RuntimeTableau<T>{Coefficients<T>(tableau)});
  };
  auto info = tableau.info.template as<std::string>();
  info.forms = "ode index1 projected";  // no memory that a projection could make inconsistent
  return {.info = info,
          .parameters = {},
          .in_double = make,
          .in_long = make,
          .in_quad = make,
          .tableau = [&tableau](const Parameters&) { return tableau_data(tableau); }};
}

}  // namespace

std::vector<Method> explicit_rk_methods() {
  return {entry(kutta3), entry(heun3), entry(erk4), entry(dopri5), entry(dop853)};
}

}  // namespace plumb
