#include "harness/paper/quantifier.hpp"

#include <algorithm>
#include <array>

namespace plumb {
namespace {

constexpr std::array<std::string_view, 4> quantifier_words = {"all", "most", "usually", "at-least-one"};

}  // namespace

std::string_view name(Quantifier quantifier) { return quantifier_words[static_cast<std::size_t>(quantifier)]; }

std::vector<std::string> quantifier_names() { return {quantifier_words.begin(), quantifier_words.end()}; }

std::optional<Quantifier> quantifier_named(std::string_view name) {
  const auto found = std::ranges::find(quantifier_words, name);
  if (found == quantifier_words.end()) return {};
  return static_cast<Quantifier>(found - quantifier_words.begin());
}

bool is_enough(Quantifier quantifier, std::size_t passed, std::size_t total) {
  switch (quantifier) {
    case Quantifier::all: return passed == total;
    case Quantifier::most:
    case Quantifier::usually: return 2 * passed > total;
    case Quantifier::at_least_one: break;
  }
  return passed > 0;
}

}  // namespace plumb
