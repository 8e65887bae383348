#include "methods/irk/factory.hpp"

#include "methods/coefficients/order_trees.hpp"
#include "methods/irk/coupled_rk.hpp"

namespace plumb {
namespace {

ProvenOrder order_of(const TableauData& tableau) {
  const int p = order_report(tableau).order;
  return {.position = p, .velocity = p, .velocity_dependent = p, .multiplier = p};
}

}  // namespace

ParameterSpec rates_parameter() {
  return {"rates", "propagated", "-",
          "accelerations at the beginning of a step: the last stage's of the step before, or of the index-1 equations",
          "propagated|reevaluated"};
}
ParameterSpec newton_parameter() { return newton_mode_parameter(); }
ParameterSpec end_parameter() {
  return {
      "end", "equations", "-",
      "accelerations and multipliers at the end of a step: of the index-1 equations, or extrapolated from the stages",
      "equations|stages"};
}

Method irk_method(MethodInfo info, std::vector<ParameterSpec> parameters,
                  std::function<TableauData(const Parameters&)> tableau,
                  std::function<ProvenOrder(const Parameters&, Form)> higher) {
  info.forms = implicit_forms_and_momenta;
  const auto make = [tableau]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<CoupledRk<AnySystem<T>>>(system, options,
                                                                 StageTable<T>(tableau(options.parameters)));
  };
  return {.info = info,
          .parameters = std::move(parameters),
          .in_double = make,
          .in_long = make,
          .in_quad = make,
          .order =
              [tableau, higher](const Parameters& p, Form form) {
                if (form == Form::ode || form == Form::index1) return order_of(tableau(p));
                return higher ? higher(p, form) : ProvenOrder{};
              },
          .tableau = tableau};
}

Method irk_method(MethodInfo info, TableauData tableau) {
  const StageTable<double> table(tableau);
  std::vector<ParameterSpec> parameters = {newton_parameter()};
  if (table.has_first_stage) parameters.push_back(rates_parameter());
  if (!table.stiffly_accurate) parameters.push_back(end_parameter());
  return irk_method(info, std::move(parameters), [data = std::move(tableau)](const Parameters&) { return data; });
}

}  // namespace plumb
