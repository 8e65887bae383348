#include "methods/dirk/dirk_method.hpp"

#include "methods/dirk/dirk.hpp"
#include "methods/from_data/entry.hpp"

namespace plumb {

Method dirk_method(MethodInfo info, const TableauData& data) {
  const CoupledTable<quad> table(data);
  info.forms = invertible(table) ? implicit_forms : without_constraints;
  info.vector_space_only = true;
  std::vector<ParameterSpec> parameters = {newton_of_one_stage()};
  if (!table.stiffly_accurate && invertible(table)) parameters.push_back(end_parameter());
  return data_entry<Dirk>(info, std::move(parameters), [data]<class T>() { return CoupledTable<T>(data); });
}

}  // namespace plumb
