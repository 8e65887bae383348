#include "harness/compare/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plumb {
namespace {

constexpr double rounding_of_ratios = 1e-12;

bool beats(const Point& one, const Point& other) {
  return one.cost && *one.cost < *other.cost && one.error + one.uncertainty < other.error - other.uncertainty;
}

}  // namespace

std::vector<double> profile_without(const CostTable& costs, double tau, std::size_t left_out) {
  std::vector<double> out(costs.size(), 0.);
  const auto tasks = costs.empty() ? 0 : costs.front().size();
  for (std::size_t task = 0; task < tasks; ++task) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t s = 0; s < costs.size(); ++s)
      if (s != left_out && costs[s][task]) least = std::min(least, *costs[s][task]);
    for (std::size_t s = 0; s < costs.size(); ++s)
      if (s != left_out && costs[s][task] && *costs[s][task] <= tau * least * (1 + rounding_of_ratios)) out[s] += 1;
  }
  for (auto& share : out) share /= static_cast<double>(std::max<std::size_t>(tasks, 1));
  return out;
}

std::vector<double> profile(const CostTable& costs, double tau) { return profile_without(costs, tau, costs.size()); }

Pair pair_of(std::span<const std::pair<CostAt, CostAt>> standings) {
  Pair out;
  double sum = 0;
  for (const auto& [one, other] : standings) {
    if (one.reach == Reach::not_fit || other.reach == Reach::not_fit) continue;
    const bool both_ranked = one.is_ranked() && other.is_ranked();
    const auto order = compared(one, other);
    if (order == Order::tie && !both_ranked) continue;
    ++out.tasks;
    ++(order == Order::tie ? out.ties : order == Order::cheaper ? out.cheaper : out.dearer);
    if (!both_ranked) continue;
    ++out.both;
    sum += std::log(one.cost / other.cost);
  }
  if (out.both > 0) out.mean_ratio = std::exp(sum / out.both);
  return out;
}

Caveat caveat(const CostTable& costs, double tau) {
  Caveat out;
  const auto all = profile(costs, tau);
  if (all.empty()) return out;
  out.best = static_cast<std::size_t>(std::ranges::max_element(all) - all.begin());
  const auto rest = profile_without(costs, tau, out.best);
  for (std::size_t i = 0; i < costs.size(); ++i)
    for (std::size_t j = 0; j < costs.size(); ++j)
      if (i != out.best && j != out.best && all[i] > all[j] && rest[i] < rest[j]) out.swapped.emplace_back(i, j);
  return out;
}

std::vector<std::vector<bool>> on_the_front(const std::vector<std::span<const Point>>& tracks) {
  std::vector<std::vector<bool>> out;
  for (const auto& track : tracks) {
    auto& flags = out.emplace_back();
    for (const auto& point : track) {
      bool is_on = point.cost && std::isfinite(point.error);
      for (const auto& others : tracks)
        for (const auto& other : others) is_on = is_on && !beats(other, point);
      flags.push_back(is_on);
    }
  }
  return out;
}

}  // namespace plumb
