#include "methods/explicit-rk/explicit_rk.hpp"
#include "methods/extrapolation/coefficients.hpp"
#include "methods/families.hpp"
#include "methods/half-explicit/half_explicit_rk.hpp"
#include "methods/irk/entry.hpp"

namespace plumb {
namespace {

int order_of(const Parameters& p) { return static_cast<int>(p.number<double>("order")); }

Method gbs_with_fixed_steps() {
  const auto make = []<class T>(AnySystem<T>& system, const MethodOptions& options) {
    using Stepper = ExplicitRk<AnySystem<T>, RuntimeTableau<T>>;
    const Coefficients<T> coefficients(gbs_tableau(order_of(options.parameters)));
    return AnyStepper<T>::template make<Stepper>(system, options, RuntimeTableau<T>{coefficients});
  };
  return {.info = {.name = "gbs",
                   .title = "Gragg-Bulirsch-Stoer extrapolation of fixed order",
                   .source = "hairer1993, section II.9",
                   .order = 8,
                   .forms = "ode index1 projected"},
          .parameters = {gbs_order_parameter()},
          .in_double = make,
          .in_long = make,
          .in_quad = make,
          .order = [](const Parameters& p, Form form) { return classical_order(order_of(p))(p, form); },
          .tableau = [](const Parameters& p) { return gbs_tableau(order_of(p)); }};
}

Method mexx() {
  const auto make = []<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<HalfExplicitRk<AnySystem<T>>>(system, options,
                                                                      mexx_data(order_of(options.parameters)));
  };
  return {.info = {.name = "mexx",
                   .title = "Extrapolation of the half-explicit Euler method, of fixed order",
                   .source = "lubich1991; hairer1996, section VII.6",
                   .order = 4,
                   .forms = "ode index2"},
          .parameters = {{"order", "4", "-", "order of q, v and lambda", "1|2|3|4|5|6|7|8"}},
          .in_double = make,
          .in_long = make,
          .in_quad = make,
          .order =
              [](const Parameters& p, Form form) {
                const int order = order_of(p);
                return ProvenOrder{order, order, order, form == Form::index2 ? order : 0};
              },
          .published_form = "index2",
          .tableau = [](const Parameters& p) { return tableau_without_constraints(mexx_data(order_of(p))); }};
}

}  // namespace

ParameterSpec gbs_order_parameter() { return {"order", "8", "-", "order", "4|6|8|10|12|14"}; }

std::vector<Method> extrapolation_methods() { return {gbs_with_fixed_steps(), mexx()}; }

}  // namespace plumb
