#include "harness/cell/composition_text.hpp"

#include <stdexcept>

#include "harness/cell/resolve.hpp"
#include "methods/catalogue.hpp"
#include "methods/composition/composition.hpp"
#include "text/mistakes.hpp"
#include "text/selector.hpp"

namespace plumb {
namespace {

/// The base: a method of the catalogue and its parameters.
struct Base {
  const Method* method = nullptr;
  Parameters parameters;
};

Base base_of(const TomlValue& root) {
  const auto* node = root.find("base");
  if (!node) throw root.refusal(missing_key("base"));
  const auto text = root.text_of("base");
  try {
    const auto specs = expand(text);
    const auto& spec = specs.front();
    for (const auto& method : methods())
      if (specs.size() == 1 && method.info.name == spec.name && no_base(method).empty())
        return {&method, method_parameters(method, spec.parameters)};
  } catch (const std::invalid_argument& e) {
    throw node->refusal(malformed("base: {}", e.what()));
  }
  throw node->refusal(
      no_such("base: '{}' is not a symmetric one-step method; these are possible: {}", text, names_of_bases()));
}

}  // namespace

void add_composition_method(MethodFile& out, MethodInfo info, const std::vector<std::string>& fractions,
                            const TomlValue& root) {
  const auto base = base_of(root);
  out.digits = decided(out.digits, {&fractions});
  std::vector<double> uncertainties;
  for (const auto& number : known(fractions, out.digits)) uncertainties.push_back(number.within);
  const int of_base = base.method->proven_order(base.parameters).of_position(true);
  info.order = order_of_composition(fractions, uncertainties, of_base);
  if (info.order == 0)
    throw root.find("composition")->refusal(contradiction("composition: the fractions of the step do not sum to 1"));
  out.method = composition_method(std::move(info), *base.method, base.parameters, fractions);
  out.no_step_control = "step control needs a tableau with embedded weights; this file holds a composition";
}

}  // namespace plumb
