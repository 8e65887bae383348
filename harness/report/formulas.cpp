#include "harness/report/formulas.hpp"

#include <fmt/format.h>

#include "text/toml_document.hpp"

namespace plumb {
namespace {

const TomlValue& document() {
  static const auto read = toml_from_text(formulas_file().front().text, "formulas.toml");
  return read;
}

Formulas formulas_in(const TomlValue* all, std::string_view name) {
  const auto* const one = all ? all->find(name) : nullptr;
  if (!one) return {};
  return {one->find("tex")->texts("tex"), one->text_of("where")};
}

}  // namespace

Formulas formulas_of_method(std::string_view name) { return formulas_in(document().find("methods"), name); }
Formulas formulas_of_form(std::string_view name) { return formulas_in(document().find("forms"), name); }
Formulas formulas_of_mechanism(std::string_view name) { return formulas_in(document().find("mechanism"), name); }
Formulas formulas_of_problem(std::string_view problem, std::string_view formulation) {
  const auto path = fmt::format("{}/formulas.toml", problem);
  for (const auto& file : formula_files_of_problems())
    if (file.path == path) {
      const auto root = toml_from_text(file.text, path);
      return formulas_in(&root, formulation);
    }
  return {};
}

std::vector<std::string> methods_with_formulas() {
  std::vector<std::string> out;
  for (const auto& entry : document().find("methods")->entries) out.push_back(entry.key);
  return out;
}

}  // namespace plumb
