#include "methods/dirk/dirk_method.hpp"

#include <map>
#include <mutex>
#include <tuple>

#include "methods/coefficients/order_trees.hpp"
#include "methods/dirk/dirk.hpp"
#include "methods/irk/entry.hpp"

namespace plumb {
namespace {

using TableauOf = std::function<TableauData(const Parameters&)>;

// Coefficients are texts of 50 digits. They are parsed once for each set of parameters, because analyses make thousands
// of steppers.
template <class T>
class Tables {
 public:
  const StageTable<T>& at(const Parameters& p, const TableauOf& tableau) {
    const std::lock_guard lock(guard);
    auto found = known.find(p.canonical());
    if (found == known.end()) found = known.emplace(p.canonical(), StageTable<T>(tableau(p))).first;
    return found->second;
  }

 private:
  std::mutex guard;
  std::map<std::string, StageTable<T>> known;
};

}  // namespace

Method dirk_method(MethodInfo info, const TableauData& data) {
  const StageTable<quad> table(data);
  info.forms = invertible(table) ? implicit_forms_and_momenta : without_constraints;
  std::vector<ParameterSpec> parameters = {newton_of_one_stage(), predictor_parameter("constant")};
  if (!table.stiffly_accurate && invertible(table)) parameters.push_back(end_parameter());
  if (table.stiffly_accurate && table.has_first_stage) parameters.push_back(initial_parameter());
  parameters.push_back(predicted_parameter());
  return data_entry<Dirk>(info, std::move(parameters), [data]<class T>() { return StageTable<T>(data); });
}

Method esdirk_method(MethodInfo info, std::vector<ParameterSpec> parameters, const std::string& predictor,
                     TableauOf tableau) {
  info.forms = implicit_forms_and_momenta;
  parameters.insert(parameters.end(), {newton_of_one_stage(), predictor_parameter(predictor), initial_parameter(),
                                       predicted_parameter()});
  const auto tables = std::make_shared<std::tuple<Tables<double>, Tables<long double>, Tables<quad>>>();
  const auto make = [tables, tableau]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<Dirk<AnySystem<T>>>(
        system, options, std::get<Tables<T>>(*tables).at(options.parameters, tableau));
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
                return limited_by_start({.position = order, .velocity = order, .velocity_dependent = order}, p, form);
              },
          .tableau = tableau};
}

}  // namespace plumb
