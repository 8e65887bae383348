#include "harness/compare/runtime_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace plumb {
namespace {

/// The number of targets reached at each cost, and the number of targets, of one problem.
struct ProblemCounts {
  std::vector<double> reached;
  double targets = 0;
};

std::vector<ProblemCounts> counts_of(const TargetCosts& costs, std::span<const double> at) {
  std::vector<ProblemCounts> out;
  for (const auto& targets : costs) {
    auto& one = out.emplace_back();
    one.targets = static_cast<double>(targets.size());
    for (const double limit : at)
      one.reached.push_back(static_cast<double>(
          std::ranges::count_if(targets, [&](const std::optional<double>& cost) { return cost && *cost <= limit; })));
  }
  return out;
}

/// Returns for each cost the share of reached targets among all targets of the problems `drawn`. A problem may be drawn
/// several times.
std::vector<double> shares_of(const std::vector<ProblemCounts>& counts, std::span<const std::size_t> drawn,
                              std::size_t size) {
  std::vector<double> out(size, 0.);
  double targets = 0;
  for (const auto problem : drawn) {
    targets += counts[problem].targets;
    for (std::size_t i = 0; i < size; ++i) out[i] += counts[problem].reached[i];
  }
  for (auto& share : out) share /= std::max(targets, 1.);
  return out;
}

/// Returns the quantile of a sorted sample by its nearest rank.
double quantile(const std::vector<double>& sorted, double probability) {
  const auto rank = std::ceil(probability * static_cast<double>(sorted.size())) - 1;
  return sorted[static_cast<std::size_t>(std::clamp(rank, 0., static_cast<double>(sorted.size() - 1)))];
}

/// Sets the band of the distribution. Every resample draws as many problems as there are.
void add_band(RuntimeDistribution& out, const std::vector<ProblemCounts>& counts, const BootstrapSettings& bootstrap) {
  const auto size = out.share.size();
  std::mt19937_64 generator(bootstrap.seed);
  std::vector<std::vector<double>> samples(size);  // by cost, then by resample
  std::vector<std::size_t> drawn(counts.size());
  for (int b = 0; b < bootstrap.samples; ++b) {
    for (auto& problem : drawn) problem = static_cast<std::size_t>(generator() % counts.size());
    const auto shares = shares_of(counts, drawn, size);
    for (std::size_t i = 0; i < size; ++i) samples[i].push_back(shares[i]);
  }
  for (auto& sample : samples) {
    std::ranges::sort(sample);
    out.low.push_back(quantile(sample, (1 - bootstrap.confidence) / 2));
    out.high.push_back(quantile(sample, (1 + bootstrap.confidence) / 2));
  }
}

}  // namespace

RuntimeDistribution runtime_distribution(const TargetCosts& costs, std::span<const double> at,
                                         const BootstrapSettings& bootstrap) {
  const auto counts = counts_of(costs, at);
  std::vector<std::size_t> all(counts.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  RuntimeDistribution out{.share = shares_of(counts, all, at.size()), .low = {}, .high = {}};
  const auto with_targets = std::ranges::count_if(counts, [](const ProblemCounts& one) { return one.targets > 0; });
  if (with_targets >= 2) add_band(out, counts, bootstrap);
  return out;
}

std::vector<double> target_errors(double strictest) {
  constexpr int in_a_decade = 5;
  std::vector<double> out;
  const auto last = std::lround(-std::log10(strictest) * in_a_decade);
  for (long k = in_a_decade; k <= last; ++k) out.push_back(std::pow(10., -static_cast<double>(k) / in_a_decade));
  return out;
}

std::vector<double> cost_grid(double least, double most) {
  constexpr int in_a_decade = 10;
  const auto first = std::lround(std::floor(std::log10(least))) * in_a_decade;
  const auto last = std::lround(std::ceil(std::log10(most))) * in_a_decade;
  std::vector<double> out;
  for (long k = first; k <= last; ++k) out.push_back(std::pow(10., static_cast<double>(k) / in_a_decade));
  return out;
}

}  // namespace plumb
