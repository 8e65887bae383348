#include "harness/timing/standing.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace plumb {

std::string_view name(Standing standing) {
  switch (standing) {
    case Standing::faster: return "faster";
    case Standing::slower: return "slower";
    case Standing::tie: return "tie";
    case Standing::unknown: break;
  }
  return "unknown";
}

Ratio ratio_of(std::span<const double> a, std::span<const double> b) {
  assert(a.size() == b.size() && !a.empty());
  std::vector<double> ratios;
  for (std::size_t k = 0; k < a.size(); ++k) ratios.push_back(a[k] / b[k]);
  return {*std::min_element(a.begin(), a.end()) / *std::min_element(b.begin(), b.end()), spread_of(std::move(ratios))};
}

std::optional<double> noise_of(const Ratio& twins) {
  const auto& interval = twins.of_rounds.interval;
  if (!interval) return {};
  return std::max({1 / interval->low, interval->high, 1 / twins.of_leasts, twins.of_leasts}) - 1;
}

Standing standing_of(const Ratio& ratio, const std::optional<double>& noise) {
  const auto& interval = ratio.of_rounds.interval;
  if (!noise || !interval) return Standing::unknown;
  if (ratio.of_leasts * (1 + *noise) < 1 && interval->high < 1) return Standing::faster;
  if (ratio.of_leasts > 1 + *noise && interval->low > 1) return Standing::slower;
  return Standing::tie;
}

}  // namespace plumb
