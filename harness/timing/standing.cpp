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

Spread ratio_of(std::span<const double> a, std::span<const double> b) {
  assert(a.size() == b.size());
  std::vector<double> ratios;
  for (std::size_t k = 0; k < a.size(); ++k) ratios.push_back(a[k] / b[k]);
  return spread_of(std::move(ratios));
}

std::optional<double> noise_of(const Spread& twins) {
  if (!twins.interval) return {};
  return std::max(1 / twins.interval->low, twins.interval->high) - 1;
}

Standing standing_of(const Spread& ratio, const std::optional<double>& noise) {
  if (!noise || !ratio.interval) return Standing::unknown;
  const double apart = std::max(ratio.median, 1 / ratio.median) - 1;
  if (apart <= *noise || ratio.interval->contains(1)) return Standing::tie;
  return ratio.median < 1 ? Standing::faster : Standing::slower;
}

}  // namespace plumb
