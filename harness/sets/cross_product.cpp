#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "harness/cell/resolve.hpp"
#include "harness/cell/setting.hpp"
#include "harness/sets/all_that_fit.hpp"
#include "harness/sets/experiment.hpp"
#include "harness/text/exit_codes.hpp"

namespace plumb {
namespace {

using Requests = std::vector<CellRequest>;
using Texts = std::vector<std::string>;

// Runs `action`, and says which axis a mistake belongs to.
template <class Action>
auto on_axis(std::string_view axis, Action action) {
  try {
    return action();
  } catch (const UsageError& e) {
    const std::string message = e.what();
    throw UsageError(message.starts_with(axis) ? message : fmt::format("{}: {}", axis, message));
  }
}

// Every request once with every value that it has on an axis.
template <class T>
Requests times_own(const Requests& requests, const std::function<std::vector<T>(const CellRequest&)>& values,
                   const std::function<void(CellRequest&, const T&)>& set) {
  Requests out;
  for (const auto& request : requests)
    for (const auto& value : values(request)) {
      out.push_back(request);
      set(out.back(), value);
    }
  return out;
}

// Every request once with every value; without values the default stays.
template <class T>
Requests times(const Requests& requests, const std::vector<T>& values,
               const std::function<void(CellRequest&, const T&)>& set) {
  if (values.empty()) return requests;
  return times_own<T>(
      requests, [&](const CellRequest&) { return values; }, set);
}

std::vector<Spec> specs(std::string_view axis, const Texts& selectors) {
  if (selectors.empty()) throw UsageError(fmt::format("{}: at least one is needed", axis));
  return on_axis(axis, [&] { return axis == "method" ? expand_methods(selectors) : expand(selectors); });
}

Texts numbers(std::string_view axis, const Texts& lists) {
  Texts out;
  std::unordered_set<std::string> known;
  for (const auto& list : lists)
    for (auto& text : on_axis(axis, [&] { return expand_numbers(list); }))
      if (known.insert(text).second) out.push_back(std::move(text));
  return out;
}

// Only the method tells which precisions "*" stands for.
constexpr const char* everything = "*";
bool depends_on_method(const Setting& setting) { return setting.name == "precision"; }

// The texts of one axis, each checked; without any the default stays.
Requests times_setting(const Requests& requests, const Setting& setting, const Texts& given) {
  if (given.empty()) return requests;
  const auto texts = setting.is_list_of_numbers ? numbers(setting.name, given) : given;
  Cell scratch;
  for (const auto& text : texts)
    if (!(depends_on_method(setting) && text == everything)) setting.read(scratch, text);
  return times_own<std::string>(
      requests, [&](const CellRequest& r) { return depends_on_method(setting) ? precisions_meant(r, texts) : texts; },
      [&](CellRequest& r, const std::string& text) { r.settings[std::string(setting.name)] = text; });
}

}  // namespace

std::vector<CellRequest> cross_product(const Axes& axes) {
  const auto steps = numbers("step", axes.step);
  if (steps.empty()) throw UsageError("step: at least one is needed");
  using R = CellRequest;
  Requests out(1);
  out = times<Spec>(out, problems_meant(specs("problem", axes.problem)), [](R& r, const Spec& s) { r.problem = s; });
  out = times_own<Spec>(
      out, [given = specs("formulation", axes.formulation)](const R& r) { return formulations_meant(r, given); },
      [](R& r, const Spec& s) { r.formulation = s; });
  out = times_own<Spec>(
      out, [given = specs("method", axes.method)](const R& r) { return methods_meant(r, given); },
      [](R& r, const Spec& s) { r.method = s; });
  out = times<std::string>(out, steps, [](R& r, const std::string& s) { r.step = s; });
  for (const auto& setting : settings()) {
    const auto given = axes.settings.find(setting.name);
    if (given != axes.settings.end()) out = times_setting(out, setting, given->second);
  }
  return out;
}

}  // namespace plumb
