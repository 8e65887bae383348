#include "harness/timing/spread.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace plumb {

std::int64_t rank_of_interval(std::int64_t n) {
  constexpr double each_side = 0.025;
  const auto size = static_cast<double>(n);
  double below = 0;  // sum of binomial probabilities P(Bin(n, 1/2) < k)
  for (std::int64_t k = 0; k < n; ++k) {
    const auto i = static_cast<double>(k);
    below += std::exp(std::lgamma(size + 1) - std::lgamma(i + 1) - std::lgamma(size - i + 1) - size * std::log(2.));
    if (below > each_side) return k;
  }
  return 0;
}

Spread spread_of(std::vector<double> samples) {
  assert(!samples.empty());
  std::sort(samples.begin(), samples.end());
  const auto n = samples.size();
  Spread out{.count = static_cast<std::int64_t>(n),
             .least = samples.front(),
             .median = (samples[(n - 1) / 2] + samples[n / 2]) / 2,
             .interval = {}};
  if (const auto k = static_cast<std::size_t>(rank_of_interval(out.count)); k > 0)
    out.interval = MedianInterval{samples[k - 1], samples[n - k]};
  return out;
}

}  // namespace plumb
