// Sentences on costs at equal accuracy, and on the front of cost and error.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "harness/cell/resolve.hpp"
#include "harness/compare/section.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

std::vector<std::size_t> all_but(std::vector<std::size_t> list, std::size_t one) {
  std::erase(list, one);
  return list;
}

/// Largest error of a run that counts as a run on the front of cost and error.
constexpr double placed_error = 1e-2;

/// Returns whether a run is accurate enough for the front and has a cost.
bool is_placed(const Point& point) { return point.cost && point.error <= placed_error; }

/// Returns "3e-5", or "below 2e-14" if the error is smaller than its uncertainty.
std::string error_words(const Point& point) {
  if (point.error < point.uncertainty) return "below " + significant(point.uncertainty, 1);
  return significant(point.error, 1);
}

/// Returns the arenas in which runs of the method are on the front of cost and error, such as "pendulum ode (3 runs,
/// errors 1e-2 to 3e-5)".
std::vector<std::string> fronts(const Subjects& subjects) {
  std::vector<std::string> out;
  for (std::size_t a = 0; a < subjects.campaign().plan.arenas.size(); ++a) {
    const auto* own = subjects.standings.track(subjects.judged, a);
    if (!own || !subjects.campaign().plan.arenas[a].ranked) continue;
    std::vector<std::span<const Point>> tracks = {own->points};
    for (const auto e : all_but(subjects.standings.ranked(), subjects.judged))
      if (const auto* other = subjects.standings.track(e, a)) tracks.emplace_back(other->points);
    const auto flags = on_the_front(tracks).front();
    std::vector<Point> placed;
    for (std::size_t i = 0; i < flags.size(); ++i)
      if (flags[i] && is_placed(own->points[i])) placed.push_back(own->points[i]);
    if (placed.empty()) continue;
    const auto [least, largest] = std::ranges::minmax(placed, {}, &Point::error);
    const auto where = subjects.campaign().plan.arenas[a].name();
    if (placed.size() == 1)
      out.push_back(fmt::format("{} (a run, error {})", where, error_words(least)));
    else
      out.push_back(
          fmt::format("{} ({} runs, errors {} to {})", where, placed.size(), error_words(largest), error_words(least)));
  }
  return out;
}

std::string front_finding(const Subjects& subjects) {
  const auto front = fronts(subjects);
  if (!front.empty()) return fmt::format("Pareto front of cost and error: {}.", fmt::join(front, "; "));
  for (const auto& track : subjects.campaign().tracks) {
    const bool is_own = track.entrant == subjects.judged && subjects.campaign().plan.arenas[track.arena].ranked;
    if (is_own && std::ranges::any_of(track.points, is_placed))
      return "Pareto front of cost and error: on no problem; everywhere another method is both cheaper and more "
             "accurate.";
  }
  return fmt::format(
      "Pareto front of cost and error: on no problem; no run has a known cost and an error of at most {}.",
      shortest(placed_error));
}

/// Geometric mean of ratios of costs.
struct MeanRatio {
  double log_sum = 0;
  std::size_t goals = 0;

  void add(double ratio) {
    log_sum += std::log(ratio);
    ++goals;
  }
  /// Returns "12.3 times that of the cheapest method (geometric mean over 5 goals)".
  std::string words(const char* other) const {
    const double mean = std::exp(log_sum / static_cast<double>(goals));
    return fmt::format("{} times that of {} (geometric mean over {})", significant(mean, mean < 9.95 ? 2 : 3), other,
                       counted(goals, "goal"));
  }
};

/// Returns the mean costs divided by the costs of the cheapest and of the median method.
std::string relative_costs(const Subjects& subjects) {
  const auto& standings = subjects.standings;
  MeanRatio to_best, to_median;
  for (std::size_t g = 0; g < standings.goals().size(); ++g) {
    const auto& own = standings.cost(subjects.judged, g);
    if (!own.is_ranked()) continue;
    const auto best = standings.cheapest(g, standings.ranked());
    if (best && standings.cost(*best, g).is_ranked()) to_best.add(own.cost / standings.cost(*best, g).cost);
    if (const auto median = standings.median_cost(subjects.judged, g)) to_median.add(own.cost / *median);
  }
  std::vector<std::string> parts;
  if (to_best.goals > 0) parts.push_back(to_best.words("the cheapest method"));
  if (to_median.goals > 0) parts.push_back(to_median.words("the median method"));
  return parts.empty() ? "" : fmt::format(" Its cost is {}.", fmt::join(parts, ", and "));
}

/// Returns the comparison with the cheapest catalogue method of the same order and kind.
std::string cost_to_peers(const Subjects& subjects) {
  const auto peers = subjects.standings.peers(subjects.judged);
  const auto pair = subjects.standings.against(subjects.judged, peers);
  if (peers.empty() || !pair.mean_ratio) return {};
  const bool is_implicit = subjects.standings.is_implicit(subjects.judged);
  return fmt::format(
      " Compared with the {} catalogue methods of its order and kind (order {}, {}, {}), its cost is {} times that of "
      "the cheapest of them at each goal (geometric mean over {}).",
      peers.size(), method_named(subjects.entrant().spec).info.order, is_implicit ? "implicit" : "explicit",
      has_fixed_step(subjects.entrant().spec) ? "fixed steps" : "step size control", significant(*pair.mean_ratio, 2),
      counted(static_cast<std::size_t>(pair.both), "goal"));
}

}  // namespace

std::vector<std::string> cost_findings(const Subjects& subjects) {
  const auto goals = subjects.standings.goals().size();
  std::size_t first = 0, known = 0;
  for (std::size_t g = 0; g < goals; ++g) {
    const bool is_ranked = subjects.standings.cost(subjects.judged, g).is_ranked();
    known += is_ranked;
    first += is_ranked && subjects.standings.rank(subjects.judged, g).last == 1;
  }
  auto text = fmt::format("Cost: known at {} of {}; the lowest of all {} methods, or tied with the lowest, at {}.",
                          known, counted(goals, "goal"), subjects.standings.ranked().size(),
                          first == 0 ? "none" : std::to_string(first));
  text += relative_costs(subjects) + cost_to_peers(subjects);
  return {text, front_finding(subjects)};
}

}  // namespace plumb
