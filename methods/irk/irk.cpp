#include "methods/families.hpp"
#include "methods/irk/factory.hpp"
#include "methods/irk/tableaus.hpp"

namespace plumb {
namespace {

int stages(const Parameters& p) { return static_cast<int>(p.number<double>("stages")); }

TableauData gauss(const Parameters& p) { return stages(p) == 2 ? tableau_data(gauss2) : tableau_data(gauss3); }
TableauData radau_ia(const Parameters& p) { return stages(p) == 2 ? tableau_data(radau_ia2) : tableau_data(radau_ia3); }
TableauData radau_iia(const Parameters& p) {
  return stages(p) == 2 ? tableau_data(radau_iia2) : tableau_data(radau_iia3);
}
TableauData lobatto_iiic(const Parameters& p) {
  if (stages(p) == 2) return tableau_data(lobatto_iiic2);
  return stages(p) == 3 ? tableau_data(lobatto_iiic3) : tableau_data(lobatto_iiic4);
}

// The orders of q, v and λ with constraints above index 1. At index 2 they follow Hairer, Lubich & Roche 1989, table
// 2.1 (theorems 4.4, 4.6, 4.8, 4.9); λ has the order of v if it follows from the index-1 equations at the end of the
// step. At index 3 they follow Jay 1995, Appl. Numer. Math. 17, for stiffly accurate methods only.
ProvenOrder constrained_order(int q, int v, int lambda) {
  return {.position = q, .velocity = v, .velocity_dependent = 0, .multiplier = lambda};
}

ProvenOrder stiffly_accurate_order(Form form, int p, int stage_order) {
  if (form == Form::index2) return constrained_order(p, p, stage_order);
  if (form == Form::index3) return constrained_order(p, stage_order, stage_order - 1);
  return {};
}

ParameterSpec stages_parameter(const std::string& choices, const std::string& usual) {
  return {"stages", usual, "-", "number of stages", choices};
}

using HigherOrder = ProvenOrder (*)(const Parameters&, Form);

Method entry(const MethodInfo& info, const std::string& choices, const std::string& usual, bool stiffly_accurate,
             TableauData (*tableau)(const Parameters&), HigherOrder higher) {
  std::vector<ParameterSpec> parameters = {stages_parameter(choices, usual), newton_parameter()};
  if (!stiffly_accurate) parameters.push_back(end_parameter());
  return irk_method(info, std::move(parameters), tableau, higher);
}

ProvenOrder gauss_order(const Parameters& p, Form form) {
  if (form != Form::index2) return {};
  const int s = stages(p), v = s % 2 == 1 ? s + 1 : s;
  return constrained_order(0, v, p.is("end", "equations") ? v : v - 2);
}
ProvenOrder radau_ia_order(const Parameters& p, Form form) {
  if (form != Form::index2) return {};
  return constrained_order(0, stages(p), p.is("end", "equations") ? stages(p) : stages(p) - 1);
}
ProvenOrder radau_iia_order(const Parameters& p, Form form) {
  return stiffly_accurate_order(form, 2 * stages(p) - 1, stages(p));
}
ProvenOrder lobatto_iiic_order(const Parameters& p, Form form) {
  return stiffly_accurate_order(form, 2 * stages(p) - 2, stages(p) - 1);
}

}  // namespace

std::vector<Method> irk_methods() {
  return {
      entry({.name = "gauss", .title = "Gauss", .source = "hairer1996, tables IV.5.1 and IV.5.2", .order = 6}, "2|3",
            "3", false, gauss, gauss_order),
      entry({.name = "radau-ia", .title = "Radau IA", .source = "hairer1996, tables IV.5.3 and IV.5.4", .order = 5},
            "2|3", "3", false, radau_ia, radau_ia_order),
      entry({.name = "radau-iia", .title = "Radau IIA", .source = "hairer1996, tables IV.5.5 and IV.5.6", .order = 5},
            "2|3", "3", true, radau_iia, radau_iia_order),
      entry({.name = "lobatto-iiic", .title = "Lobatto IIIC", .source = "hairer1996, section IV.5", .order = 4},
            "2|3|4", "3", true, lobatto_iiic, lobatto_iiic_order),
  };
}

}  // namespace plumb
