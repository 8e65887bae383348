#include "harness/timing/standing.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>

#include "harness/timing/interleaved.hpp"

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

namespace {

/// Returns the logarithm of the median ratio of each batch. At least three batches are formed, so a session with few
/// rounds has smaller batches; there are at least six ratios.
std::vector<double> medians_of_batches(const std::vector<double>& ratios) {
  const auto count = std::max<std::size_t>(3, ratios.size() / rounds_of_a_batch);
  const auto begin = [&](std::size_t k) {
    return ratios.begin() + static_cast<std::ptrdiff_t>(k * ratios.size() / count);
  };
  std::vector<double> out;
  for (std::size_t k = 0; k < count; ++k) out.push_back(std::log(spread_of({begin(k), begin(k + 1)}).median));
  return out;
}

MedianInterval interval_of_repeats(const std::vector<double>& ratios, const Spread& rounds) {
  const auto medians = medians_of_batches(ratios);
  const auto n = static_cast<double>(medians.size());
  double mean = 0, squares = 0;
  for (const double m : medians) mean += m / n;
  for (const double m : medians) squares += (m - mean) * (m - mean);
  const boost::math::students_t t(n - 1);
  const double half = boost::math::quantile(t, 0.975) * std::sqrt(squares / (n - 1) * (1 + 1 / n));
  return {std::min(rounds.interval->low, rounds.median * std::exp(-half)),
          std::max(rounds.interval->high, rounds.median * std::exp(half))};
}

}  // namespace

Ratio ratio_of(std::span<const double> a, std::span<const double> b) {
  assert(a.size() == b.size() && !a.empty());
  std::vector<double> ratios;
  for (std::size_t k = 0; k < a.size(); ++k) ratios.push_back(a[k] / b[k]);
  Ratio out{*std::min_element(a.begin(), a.end()) / *std::min_element(b.begin(), b.end()), spread_of(ratios)};
  if (out.of_rounds.interval) out.of_repeats = interval_of_repeats(ratios, out.of_rounds);
  return out;
}

void widen(Ratio& ratio, const std::optional<double>& noise) {
  if (!ratio.of_repeats || !noise) return;
  ratio.of_repeats->low /= 1 + *noise;
  ratio.of_repeats->high *= 1 + *noise;
}

std::optional<double> noise_of(const Ratio& copies) {
  const auto& interval = copies.of_rounds.interval;
  if (!interval) return {};
  return std::max({1 / interval->low, interval->high, 1 / copies.of_leasts, copies.of_leasts}) - 1;
}

Standing standing_of(const Ratio& ratio, const std::optional<double>& noise) {
  const auto& interval = ratio.of_repeats;
  if (!noise || !interval) return Standing::unknown;
  const auto [less, more] = std::minmax(ratio.of_leasts, ratio.of_rounds.median);
  if (more * (1 + *noise) < 1 && interval->high < 1) return Standing::faster;
  if (less > 1 + *noise && interval->low > 1) return Standing::slower;
  return Standing::tie;
}

}  // namespace plumb
