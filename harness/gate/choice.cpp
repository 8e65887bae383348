#include "harness/gate/choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "text/suggest.hpp"

namespace plumb {
namespace {

std::string without_parameters(const std::string& name) { return name.substr(0, name.find('(')); }

bool selects(const std::string& selector, const std::string& name) {
  return name == selector || without_parameters(name) == selector;
}

bool is_named(const std::vector<std::string>& selectors, const std::string& name) {
  return selectors.empty() || std::ranges::any_of(selectors, [&](const auto& s) { return selects(s, name); });
}

/// One of the names by which items are selected, in addition to the area.
struct Axis {
  const char* noun;
  std::vector<std::string> Choice::*chosen;
  std::string Item::*name;
};
constexpr Axis axes[] = {{"problem", &Choice::problems, &Item::problem},
                         {"formulation", &Choice::formulations, &Item::formulation},
                         {"method", &Choice::methods, &Item::method}};

/// Returns the names among which the nearest to an unknown selector is searched, without parameters. If the selector
/// has parameters, the names that differ from it only in parameters keep them.
std::vector<std::string> names_like(const std::string& selector, const std::set<std::string>& names) {
  const bool with_parameters = selector.find('(') != std::string::npos;
  std::set<std::string> out;
  for (const auto& name : names) {
    const auto bare = without_parameters(name);
    out.insert(with_parameters && bare == without_parameters(selector) ? name : bare);
  }
  return {out.begin(), out.end()};
}

}  // namespace

bool Choice::is_all() const { return areas.empty() && problems.empty() && formulations.empty() && methods.empty(); }

bool Choice::has_area(std::string_view area) const {
  return areas.empty() || std::ranges::find(areas, area) != areas.end();
}

bool Choice::has(const Item& item) const {
  return has_area(item.area) &&
         std::ranges::all_of(axes, [&](const Axis& axis) { return is_named(this->*axis.chosen, item.*axis.name); });
}

void require_areas(const Choice& choice) {
  for (const auto& area : choice.areas)
    if (std::ranges::find(areas, area) == std::end(areas))
      throw unknown_name("area", area, std::vector<std::string>(std::begin(areas), std::end(areas)));
}

void require_names(const Choice& choice, const std::vector<Item>& known, std::string_view whole) {
  for (const auto& axis : axes) {
    std::set<std::string> names;
    for (const auto& item : known)
      if (!(item.*axis.name).empty()) names.insert(item.*axis.name);
    for (const auto& selector : choice.*axis.chosen)
      if (std::ranges::none_of(names, [&](const auto& name) { return selects(selector, name); }))
        throw unknown_name(fmt::format("{} of {}", axis.noun, whole), selector, names_like(selector, names));
  }
}

std::string in_words(const Choice& choice) {
  std::vector<std::string> out;
  const auto add = [&](std::string_view noun, const std::vector<std::string>& names) {
    if (!names.empty()) out.push_back(fmt::format("{} {}", noun, fmt::join(names, " or ")));
  };
  add("area", choice.areas);
  for (const auto& axis : axes) add(axis.noun, choice.*axis.chosen);
  return fmt::format("{}", fmt::join(out, ", "));
}

}  // namespace plumb
