#include "harness/paper/quantifier.hpp"

#include <algorithm>
#include <array>

namespace plumb {
namespace {

constexpr std::array<std::string_view, 4> names = {"all", "most", "usually", "at-least-one"};

}  // namespace

std::string_view name(Quantifier quantifier) { return names[static_cast<std::size_t>(quantifier)]; }

std::vector<std::string> quantifier_names() { return {names.begin(), names.end()}; }

std::optional<Quantifier> quantifier_named(std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return {};
  return static_cast<Quantifier>(found - names.begin());
}

bool is_enough(Quantifier quantifier, std::size_t passed, std::size_t of) {
  switch (quantifier) {
    case Quantifier::all: return passed == of;
    case Quantifier::most:
    case Quantifier::usually: return 2 * passed > of;
    case Quantifier::at_least_one: break;
  }
  return passed > 0;
}

}  // namespace plumb
