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

void StableIntervals::add(const StableInterval& next) {
  if (!next.has_length()) return;
  if (!list.empty() && list.back().to == next.from) {
    list.back().to = next.to;
    list.back().to_within = next.to_within;
  } else {
    list.push_back(next);
  }
}

std::optional<bool> l_stable(const StabilityByFormula& found) {
  constexpr double rounding = 1e-25, exact = 1e-18;  // errors of a multiple root at 0
  const auto& rho = found.rho_infinity;
  const double within = std::max(found.rho_infinity_within, rounding);
  if (found.a_stable == false || (rho && *rho > 2 * within + growth_of_verdicts)) return false;
  if (!found.a_stable || !rho || within > growth_of_verdicts) return {};
  if (*rho > within && within > exact) return {};  // undecided: perhaps a root 0 with inaccurate last digits
  return *rho <= within;
}

void add_sector(StabilityByFormula& found, const std::function<std::optional<Bound>()>& angle) {
  if (!found.a_stable) return;
  found.sector = *found.a_stable ? Bound{90} : angle();
  if (*found.a_stable && !found.real_axis.is_known)
    found.real_axis = {.list = {{0, std::numeric_limits<double>::infinity()}}, .ignored = found.ignored};
}

StableIntervals common(const StableIntervals& one, const StableIntervals& other) {
  StableIntervals out{.ignored = std::max(one.ignored, other.ignored),
                      .is_known = one.is_known && other.is_known,
                      .known_until = std::min(one.known_until, other.known_until),
                      .is_broken = one.is_broken || other.is_broken};
  for (const auto& x : one.list)
    for (const auto& y : other.list)
      out.add({std::max(x.from, y.from), std::min(x.to, y.to), std::max(x.from_within, y.from_within),
               std::max(x.to_within, y.to_within)});
  return out;
}

}  // namespace plumb
