#include "harness/compare/entrant.hpp"

#include <algorithm>
#include <cmath>

#include "harness/cell/resolve.hpp"
#include "methods/family.hpp"
#include "text/exit_codes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

std::string family_name(const Spec& spec) {
  const auto family = family_of(spec.name);
  return family.empty() ? "outside" : std::string(family);
}

bool is_valid_method(const Spec& spec) {
  try {
    method_parameters(method_named(spec), spec.parameters);
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

bool is_tunable(const ParameterSpec& p) {
  const bool is_number = p.choices.empty() && p.values == 1 && !p.default_value.empty();
  return is_number && std::isfinite(p.minimum) && std::isfinite(p.maximum) && p.name != "rtol" && p.name != "atol";
}

/// Returns a text that is unique to the method and all its parameter values, including defaults.
std::string identity(const Spec& spec) {
  return spec.name + "(" + method_parameters(method_named(spec), spec.parameters).canonical() + ")";
}

class List {
 public:
  void add(const Spec& spec, Role role, std::size_t of = 0, const std::string& setting = {}) {
    const auto key = identity(spec);
    if (std::ranges::find(known_, key) != known_.end()) return;
    known_.push_back(key);
    all.push_back({spec, role, family_name(spec), of, setting});
  }

  std::vector<Entrant> all;

 private:
  std::vector<std::string> known_;
};

std::string setting_of(const Spec& base, const Spec& variant) {
  for (const auto& [name, value] : variant.parameters) {
    const auto before = base.parameters.find(name);
    if (before == base.parameters.end() || before->second != value) return name + "=" + value;
  }
  return {};
}

}  // namespace

std::vector<Spec> variants_to_tune(const Spec& method) {
  const auto& entry = method_named(method);
  const auto own = method_parameters(entry, method.parameters);
  std::vector<Spec> out;
  for (const auto& parameter : entry.parameters) {
    if (!is_tunable(parameter)) continue;
    for (const double value : {parameter.minimum, (parameter.minimum + parameter.maximum) / 2, parameter.maximum}) {
      auto variant = method;
      variant.parameters[parameter.name] = shortest(value);
      if (own.number<double>(parameter.name) != value && is_valid_method(variant)) out.push_back(variant);
    }
  }
  return out;
}

std::vector<Entrant> entrants(const std::vector<std::string>& judged, const std::vector<std::string>& further) {
  List list;
  for (const auto& spec : expand_methods(judged)) list.add(spec, Role::judged);
  for (const auto& spec : expand_methods(further)) list.add(spec, Role::beside);
  const auto named = list.all.size();
  for (std::size_t i = 0; i < named; ++i) {
    const auto base = list.all[i].spec;
    for (const auto& variant : variants_to_tune(base)) list.add(variant, Role::tuned, i, setting_of(base, variant));
  }
  for (const auto& family : families())
    for (const auto& method : family.methods) list.add({method.info.name, {}}, Role::field);
  return list.all;
}

}  // namespace plumb
