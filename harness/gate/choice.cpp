#include "harness/gate/choice.hpp"

#include <algorithm>
#include <vector>

#include "text/suggest.hpp"

namespace plumb {
namespace {

bool selects(const std::string& selector, const std::string& name) {
  return name == selector || name.substr(0, name.find('(')) == selector;
}

bool is_named(const std::vector<std::string>& selectors, const std::string& name) {
  return selectors.empty() || std::ranges::any_of(selectors, [&](const auto& s) { return selects(s, name); });
}

}  // namespace

bool Choice::is_all() const { return areas.empty() && problems.empty() && formulations.empty() && methods.empty(); }

bool Choice::has_area(std::string_view area) const {
  return areas.empty() || std::ranges::find(areas, area) != areas.end();
}

bool Choice::has(const Item& item) const {
  return has_area(item.area) && is_named(problems, item.problem) && is_named(formulations, item.formulation) &&
         is_named(methods, item.method);
}

void require_areas(const Choice& choice) {
  for (const auto& area : choice.areas)
    if (std::ranges::find(areas, area) == std::end(areas))
      throw unknown_name("area", area, std::vector<std::string>(std::begin(areas), std::end(areas)));
}

}  // namespace plumb
