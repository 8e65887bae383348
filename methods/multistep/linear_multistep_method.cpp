#include "methods/from_data/entry.hpp"
#include "methods/from_data/from_data.hpp"
#include "methods/irk/tableaus.hpp"
#include "methods/multistep/linear_multistep.hpp"

namespace plumb {

Method linear_multistep_method(MethodInfo info, const MultistepData& data) {
  const bool implicit = expression_value<quad>(data.beta[0]) != 0;
  info.order = order_of(data);
  info.forms = implicit ? implicit_forms : without_constraints;
  info.vector_space_only = true;
  std::vector<ParameterSpec> parameters;
  if (implicit) parameters.push_back(newton_of_one_stage());
  const auto radau = irk_method({.name = "radau-iia", .title = {}, .source = {}}, tableau_data(radau_iia3));
  const auto make = [data, radau]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<LinearMultistep<AnySystem<T>>>(system, options, data, radau.in<T>());
  };
  return {.info = info,
          .parameters = std::move(parameters),
          .in_double = make,
          .in_long = make,
          .in_quad = make,
          .order = classical_order(info.order)};
}

}  // namespace plumb
