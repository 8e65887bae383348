#include "harness/compare/cost_at.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace plumb {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Returns the index of the first point that reaches the accuracy, as its successor does (if any); nullopt if there is
/// none.
std::optional<std::size_t> crossing(std::span<const Point> points, double accuracy) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool next_too = i + 1 == points.size() || points[i + 1].error <= accuracy;
    if (points[i].error <= accuracy && next_too) return i;
  }
  return {};
}

/// Returns the position of ln accuracy between the logarithms of two errors: 0 at the coarse one, 1 at the fine one.
double share(double coarse, double fine, double accuracy) {
  if (!(coarse > fine) || fine <= 0) return 1;
  return std::clamp(std::log(coarse / accuracy) / std::log(coarse / fine), 0., 1.);
}

double interpolated(double coarse, double fine, double s) {
  if (coarse <= 0 || fine <= 0) return coarse + s * (fine - coarse);
  return coarse * std::pow(fine / coarse, s);
}

/// Returns ln cost at the accuracy on the line through two points in logarithmic axes. None if the error does not fall
/// from `coarse` to `fine`.
std::optional<double> on_secant(const Point& coarse, const Point& fine, double accuracy) {
  const bool falls = coarse.cost && fine.cost && std::isfinite(coarse.error) && coarse.error > fine.error;
  if (!falls || fine.error <= 0 || *coarse.cost <= 0 || *fine.cost <= 0) return {};
  const double slope = std::log(*fine.cost / *coarse.cost) / std::log(coarse.error / fine.error);
  return std::log(*fine.cost) + slope * std::log(fine.error / accuracy);
}

/// Returns by how much the true curve may lie below (<= 0) and above (>= 0) the chord between the points place − 1 and
/// place, in ln cost. A convex or concave curve lies between the chord and the nearer of the two neighbouring secants.
std::pair<double, double> bend(std::span<const Point> points, std::size_t place, double accuracy) {
  const auto chord = on_secant(points[place - 1], points[place], accuracy);
  if (!chord) return {0, 0};
  std::vector<double> deviations;
  const auto take = [&](const Point& coarse, const Point& fine) {
    const auto at = on_secant(coarse, fine, accuracy);
    if (!at) return;
    const double least = std::log(*points[place - 1].cost), most = std::log(*points[place].cost);
    deviations.push_back(std::clamp(*at, std::min(least, most), std::max(least, most)) - *chord);
  };
  if (place >= 2) take(points[place - 2], points[place - 1]);
  if (place + 1 < points.size()) take(points[place], points[place + 1]);
  if (deviations.empty()) return {0, 0};
  const auto [below, above] = std::ranges::minmax(deviations);
  if (below < 0 && above > 0) return {below, above};
  const double nearer = std::abs(below) < std::abs(above) ? below : above;
  return {std::min(nearer, 0.), std::max(nearer, 0.)};
}

/// Interpolates cost, its range and the counts between the points place − 1 and place.
void interpolate(CostAt& out, std::span<const Point> points, std::size_t place, double accuracy) {
  const auto& coarse = points[place - 1];
  const auto& fine = points[place];
  const auto at = [&](double sign) {
    const auto error = [&](const Point& p) { return std::max(p.error + sign * p.uncertainty, p.error * 1e-3); };
    return share(error(coarse), error(fine), accuracy);
  };
  const double s = at(0);
  out.cost = interpolated(*coarse.cost, *fine.cost, s);
  const double one = interpolated(*coarse.cost, *fine.cost, at(-1));
  const double other = interpolated(*coarse.cost, *fine.cost, at(+1));
  const auto [below, above] = bend(points, place, accuracy);
  out.low = std::min({one, other, out.cost * std::exp(below)});
  out.high = std::max({one, other, out.cost * std::exp(above)});
  out.evaluations = interpolated(coarse.evaluations, fine.evaluations, s);
  if (coarse.factorizations && fine.factorizations)
    out.factorizations = interpolated(*coarse.factorizations, *fine.factorizations, s);
}

/// Copies the cost of a point, which must be known, to `out`.
void take(CostAt& out, const Point& point) {
  out.cost = out.low = out.high = *point.cost;
  out.evaluations = point.evaluations;
  out.factorizations = point.factorizations;
}

/// Returns the reason why no run reaches the accuracy.
Reach shortfall(CostAt& out, std::span<const Point> points) {
  const auto all = [&](Status status) {
    return std::ranges::all_of(points, [&](const Point& p) { return p.status == status; });
  };
  const bool any_ok = std::ranges::any_of(points, [](const Point& p) { return p.status == Status::ok; });
  if (all(Status::unsupported)) return Reach::not_fit;
  if (!std::isfinite(out.least_error)) return any_ok ? Reach::unmeasured : Reach::failed;
  const auto least = std::ranges::min_element(points, {}, &Point::error);
  if (least->error <= 10 * least->uncertainty) {
    out.origin = least->origin;
    return Reach::limited;
  }
  return least + 1 == points.end() && least->cost ? Reach::unfinished : Reach::not_reached;
}

/// Sets the lower bound of the cost if the accuracy was not reached.
void bound_shortfall(CostAt& out, std::span<const Point> points) {
  if (out.reach == Reach::not_reached || out.reach == Reach::failed) out.low = infinite;
  if (out.reach == Reach::unfinished) out.low = *points.back().cost;
}

}  // namespace

std::string_view name(Reach reach) {
  static constexpr std::array<std::string_view, 10> names = {
      "measured", "at its largest step", "beyond range", "finer not tried", "not reached", "limited",
      "failed",   "not counted",         "not fit",      "no reference"};
  return names[static_cast<std::size_t>(reach)];
}

CostAt cost_at(std::span<const Point> points, double accuracy) {
  CostAt out;
  if (points.empty()) return out;
  out.least_error = infinite;
  for (const auto& p : points) out.least_error = std::min(out.least_error, p.error);
  const auto found = crossing(points, accuracy);
  if (!found) {
    out.reach = shortfall(out, points);
    bound_shortfall(out, points);
    return out;
  }
  out.place = *found;
  const auto& fine = points[*found];
  out.origin = fine.origin;
  if (fine.uncertainty >= accuracy / 2) {
    out.reach = Reach::limited;
    return out;
  }
  if (!fine.cost) {
    out.reach = Reach::not_counted;
    return out;
  }
  take(out, fine);
  if (*found == 0) {
    out.reach = Reach::beyond;
    out.low = 0;
  } else if (const auto& coarse = points[*found - 1]; std::isfinite(coarse.error) && coarse.cost) {
    out.reach = Reach::measured;
    interpolate(out, points, *found, accuracy);
  } else {
    out.reach = Reach::at_limit;
    out.low = out.cost * std::min(1., coarse.fineness / fine.fineness);
  }
  return out;
}

Order compared(const CostAt& one, const CostAt& other) {
  if (one.high < other.low) return Order::cheaper;
  return other.high < one.low ? Order::dearer : Order::tie;
}

CostAt least_of(std::span<const CostAt> costs) {
  const CostAt* best = nullptr;
  double low = infinite, high = infinite;
  bool any_fit = false;
  for (const auto& one : costs) {
    if (one.reach == Reach::not_fit) continue;
    any_fit = true;
    low = std::min(low, one.low);
    high = std::min(high, one.high);
    if (one.is_reached() && (!best || one.cost < best->cost)) best = &one;
  }
  if (!any_fit) return {};
  auto out = best ? *best : CostAt{.reach = std::isfinite(low) ? Reach::unfinished : Reach::not_reached};
  if (best && low < best->low) out.reach = Reach::beyond;
  out.low = low;
  out.high = high;
  return out;
}

}  // namespace plumb
