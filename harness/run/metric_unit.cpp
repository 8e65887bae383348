#include "harness/run/metric_unit.hpp"

#include <algorithm>
#include <array>

namespace plumb {
namespace {

const std::string* unit_in(const std::vector<Output>& list, std::string_view name) {
  const auto at = std::find_if(list.begin(), list.end(), [&](const Output& output) { return output.name == name; });
  return at == list.end() ? nullptr : &at->unit;
}

bool dimensionless(const std::vector<PartsOfKind>& kinds) {
  return std::all_of(kinds.begin(), kinds.end(), [](const PartsOfKind& of) { return of.unit == "-"; });
}

// Of q, v or a, over one kind of the coordinates ("rotation") or, where that is empty, over all of them.
std::string class_unit(std::string_view per_time, std::string_view kind, const std::vector<PartsOfKind>& kinds) {
  std::string out;
  for (const auto& of : kinds) {
    if (!kind.empty() && name(of.kind) != kind) continue;
    out += (out.empty() ? "" : " and ") + of.unit;
    if (of.unit != "-") out += per_time;
  }
  return out;
}

}  // namespace

std::string metric_unit(std::string_view metric, const Problem& problem, const Formulation& formulation,
                        const std::vector<PartsOfKind>& kinds) {
  const auto dot = metric.find('.');
  if (dot == metric.npos) return "-";  // scd, mescd
  const auto reducer = metric.substr(0, dot), of = metric.substr(dot + 1);
  if (reducer == "re" || reducer == "iterations") return "-";
  if (reducer == "energy") return dimensionless(kinds) ? "-" : "J";
  if (reducer == "invariant") {
    const auto* unit = unit_in(formulation.invariants, of);
    return unit ? *unit : "SI";
  }
  if (const auto* unit = unit_in(problem.outputs, of)) return *unit;
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> rates = {
      {{"q", ""}, {"v", "/s"}, {"a", "/s^2"}}};
  const auto component_class = of.substr(0, of.find('.'));
  const auto kind = of.substr(std::min(of.size(), component_class.size() + 1));
  for (const auto& [name, per_time] : rates)
    if (component_class == name) return class_unit(per_time, kind, kinds);
  return "SI";
}

}  // namespace plumb
