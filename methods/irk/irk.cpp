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

// y = (q, v) and λ at index 2: Hairer, Lubich & Roche 1989, table 2.1 (theorems 4.4, 4.6, 4.8, 4.9). λ of the index-1
// equations at the end has the order of y.
ProvenOrder at_index2(int y, int lambda) {
  return {.position = y, .velocity = y, .velocity_dependent = y, .multiplier = lambda};
}

ParameterSpec stages_parameter(std::string_view choices, std::string_view usual) {
  return {"stages", usual, "-", "number of stages", choices};
}

Method entry(const MethodInfo& info, std::string_view choices, std::string_view usual, bool stiffly_accurate,
             TableauData (*tableau)(const Parameters&), ProvenOrder (*index2)(const Parameters&)) {
  std::vector<ParameterSpec> parameters = {stages_parameter(choices, usual), newton_parameter()};
  if (!stiffly_accurate) parameters.push_back(end_parameter());
  return irk_method(info, std::move(parameters), tableau, [index2](const Parameters& p, Form form) {
    return form == Form::index2 ? index2(p) : ProvenOrder{};
  });
}

}  // namespace

std::vector<Method> irk_methods() {
  return {
      entry({.name = "gauss", .title = "Gauss", .source = "hairer1996, tables IV.5.1 and IV.5.2", .order = 6}, "2|3",
            "3", false, gauss,
            [](const Parameters& p) {
              const int s = stages(p), y = s % 2 == 1 ? s + 1 : s;
              return at_index2(y, p.is("end", "equations") ? y : s % 2 == 1 ? s - 1 : s - 2);
            }),
      entry({.name = "radau-ia", .title = "Radau IA", .source = "hairer1996, tables IV.5.3 and IV.5.4", .order = 5},
            "2|3", "3", false, radau_ia,
            [](const Parameters& p) {
              const int s = stages(p);
              return at_index2(s, p.is("end", "equations") ? s : s - 1);
            }),
      entry({.name = "radau-iia", .title = "Radau IIA", .source = "hairer1996, tables IV.5.5 and IV.5.6", .order = 5},
            "2|3", "3", true, radau_iia,
            [](const Parameters& p) { return at_index2(2 * stages(p) - 1, stages(p)); }),
      entry({.name = "lobatto-iiic", .title = "Lobatto IIIC", .source = "hairer1996, section IV.5", .order = 4},
            "2|3|4", "3", true, lobatto_iiic,
            [](const Parameters& p) { return at_index2(2 * stages(p) - 2, stages(p) - 1); }),
  };
}

}  // namespace plumb
