#include "methods/analysis/stability_by_formula.hpp"

#include <algorithm>
#include <cmath>

namespace plumb {

std::optional<StabilityByFormula> stability_by_formula(const Method& method, const Parameters& parameters,
                                                       const Digits& digits) {
  if (method.tableau) return stability_by_formula(method.tableau(parameters), digits);
  if (method.multistep) return stability_by_formula(method.multistep(parameters), digits);
  return {};
}

std::optional<double> StableIntervals::limit() const {
  if (list.empty() || list.front().from != 0) return 0;
  if (std::isinf(list.front().to)) return {};
  return list.front().to;
}

StableIntervals common(const StableIntervals& one, const StableIntervals& other) {
  StableIntervals out{.ignored = std::max(one.ignored, other.ignored)};
  for (const auto& x : one.list)
    for (const auto& y : other.list)
      if (std::max(x.from, y.from) < std::min(x.to, y.to))
        out.list.push_back({std::max(x.from, y.from), std::min(x.to, y.to)});
  return out;
}

}  // namespace plumb
