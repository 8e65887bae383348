#include "methods/from_data/from_data.hpp"

#include "methods/coefficients/order_trees.hpp"
#include "methods/dirk/dirk_method.hpp"
#include "methods/explicit-rk/explicit_rk.hpp"
#include "methods/irk/entry.hpp"

namespace plumb {
namespace {

template <class S>
using RuntimeExplicitRk = ExplicitRk<S, RuntimeTableau<typename S::Scalar>>;

Method explicit_method(MethodInfo info, const TableauData& data) {
  info.forms = "ode index1 projected";
  return data_entry<RuntimeExplicitRk>(info, {},
                                       [data]<class T>() { return RuntimeTableau<T>{Coefficients<T>(data)}; });
}

Method fully_implicit_method(const MethodInfo& info, const TableauData& data) {
  auto out = irk_method(info, data);
  if (invertible(StageTable<quad>(data))) return out;
  out.info.forms = without_constraints;
  std::erase_if(out.parameters, [](const ParameterSpec& p) { return p.name == "end"; });
  return out;
}

}  // namespace

StageCoupling coupling(const TableauData& tableau) {
  const int n = tableau.stages;
  auto out = StageCoupling::explicit_;
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) {
      if (expression_value<double>(tableau.a[static_cast<std::size_t>(i * n + j)]) == 0) continue;
      if (j > i) return StageCoupling::fully_implicit;
      out = StageCoupling::diagonally_implicit;
    }
  return out;
}

Method runge_kutta_method(MethodInfo info, const TableauData& tableau, const Digits& digits) {
  info.order = order_report(tableau, digits).order;
  Method out;
  switch (coupling(tableau)) {
    case StageCoupling::explicit_: out = explicit_method(info, tableau); break;
    case StageCoupling::diagonally_implicit: out = dirk_method(info, tableau); break;
    case StageCoupling::fully_implicit: out = fully_implicit_method(info, tableau); break;
  }
  out.order = classical_order(info.order);
  out.tableau = [tableau](const Parameters&) { return tableau; };
  return out;
}

}  // namespace plumb
