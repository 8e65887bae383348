#include "methods/dirk/dirk_method.hpp"

#include "methods/analysis/order_trees.hpp"
#include "methods/dirk/dirk.hpp"
#include "methods/from_data/entry.hpp"

namespace plumb {

Method dirk_method(MethodInfo info, const TableauData& data) {
  const CoupledTable<quad> table(data);
  info.forms = invertible(table) ? implicit_forms : without_constraints;
  info.vector_space_only = true;
  std::vector<ParameterSpec> parameters = {newton_of_one_stage(), predictor_parameter("constant")};
  if (!table.stiffly_accurate && invertible(table)) parameters.push_back(end_parameter());
  if (table.stiffly_accurate && table.has_first_stage) parameters.push_back(initial_parameter());
  return data_entry<Dirk>(info, std::move(parameters), [data]<class T>() { return CoupledTable<T>(data); });
}

Method esdirk_method(MethodInfo info, std::vector<ParameterSpec> parameters, std::string_view predictor,
                     std::function<TableauData(const Parameters&)> tableau) {
  info.forms = implicit_forms;
  info.vector_space_only = true;
  parameters.insert(parameters.end(), {newton_of_one_stage(), predictor_parameter(predictor), initial_parameter()});
  const auto make = [tableau]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<Dirk<AnySystem<T>>>(system, options,
                                                            CoupledTable<T>(tableau(options.parameters)));
  };
  return {.info = info,
          .parameters = std::move(parameters),
          .in_double = make,
          .in_long = make,
          .in_quad = make,
          .order =
              [tableau](const Parameters& p, Form form) {
                if (form != Form::ode && form != Form::index1) return ProvenOrder{};
                const int order = order_report(tableau(p)).order;
                return ProvenOrder{.position = order, .velocity = order, .velocity_dependent = order};
              },
          .tableau = tableau};
}

}  // namespace plumb
