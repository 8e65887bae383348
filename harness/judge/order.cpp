#include "harness/judge/order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/math/distributions/students_t.hpp>
#include <cassert>
#include <cmath>
#include <deque>
#include <span>
#include <utility>

#include "text/number_text.hpp"

namespace plumb {
namespace {

// Indices of the sorted points: [begin, end).
struct Range {
  std::size_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
};

struct Line {
  double slope = 0, standard_error = 0;
};

double log_h(const JudgedPoint& p) { return static_cast<double>(log(p.point.h)); }
double log_error(const JudgedPoint& p) { return static_cast<double>(log(p.point.error)); }

// A limit that is not finite is unknown, so the point cannot be used.
bool has_numbers(const OrderPoint& p) {
  return isfinite(p.h) && p.h > 0 && !isnan(p.error) && p.error >= 0 && isfinite(p.floor.bound());
}

PointMark limited_by(Origin origin) {
  return origin == Origin::reference  ? PointMark::reference_limited
         : origin == Origin::rounding ? PointMark::rounding_limited
                                      : PointMark::newton_limited;
}

PointMark mark_of(const OrderPoint& p, double floor_factor) {
  if (isinf(p.floor.reference)) return PointMark::reference_limited;
  if (!has_numbers(p)) return PointMark::invalid;
  if (isinf(p.error)) return PointMark::blown_up;
  if (const quad floor = p.floor.bound(); floor > 0 && p.error <= floor_factor * floor)
    return limited_by(p.floor.origin());
  return p.error == 0 ? PointMark::exact : PointMark::usable;
}

bool is_limited(PointMark m) {
  return m == PointMark::reference_limited || m == PointMark::rounding_limited || m == PointMark::newton_limited;
}

// Returns the points by falling h. Points without a step and repeated steps come last, so that they do not split a
// window. For a repeated step the first measured error counts.
std::vector<JudgedPoint> judged(const std::vector<OrderPoint>& points, const OrderSettings& settings) {
  std::vector<JudgedPoint> out, repeated;
  for (const auto& p : points) out.push_back({p, mark_of(p, settings.floor_factor)});
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    const auto key = [](const JudgedPoint& p) {
      return std::pair(isfinite(p.point.h) && p.point.h > 0 ? p.point.h : quad(0), p.mark != PointMark::invalid);
    };
    return key(a) > key(b);
  });
  for (std::size_t i = out.size(); i-- > 1;) {
    if (out[i].point.h != out[i - 1].point.h) continue;
    repeated.push_back({out[i].point, PointMark::repeated});
    out.erase(out.begin() + static_cast<std::ptrdiff_t>(i));
  }
  out.insert(out.end(), repeated.begin(), repeated.end());
  return out;
}

Line fitted(std::span<const JudgedPoint> points) {
  const double n = static_cast<double>(points.size());
  double mean_x = 0, mean_y = 0, sxx = 0, sxy = 0, residual = 0;
  for (const auto& p : points) {
    mean_x += log_h(p) / n;
    mean_y += log_error(p) / n;
  }
  for (const auto& p : points) {
    sxx += (log_h(p) - mean_x) * (log_h(p) - mean_x);
    sxy += (log_h(p) - mean_x) * (log_error(p) - mean_y);
  }
  const double slope = sxy / sxx;
  for (const auto& p : points) {
    const double gap = log_error(p) - mean_y - slope * (log_h(p) - mean_x);
    residual += gap * gap;
  }
  return {slope, std::sqrt(residual / (n - 2) / sxx)};
}

// Returns the slope from each usable point to the next point if that is usable, too; 0 for other points.
std::vector<double> neighbour_slopes(const std::vector<JudgedPoint>& points) {
  std::vector<double> out(points.size(), 0);
  double x = 0, y = 0;  // coordinates of the previous point
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].mark != PointMark::usable) continue;
    const double next_x = log_h(points[i]), next_y = log_error(points[i]);
    if (i > 0 && points[i - 1].mark == PointMark::usable) out[i - 1] = (y - next_y) / (x - next_x);
    x = next_x;
    y = next_y;
  }
  return out;
}

// Minimum and maximum of the slopes in a sliding range: slopes are added at its end and removed at its beginning. Only
// candidates for future extremes are stored, so that a series of n points costs O(n).
class SlopesInRange {
 public:
  explicit SlopesInRange(const std::vector<double>& of) : slopes_(of) {}

  void add(std::size_t i) {
    while (!lowest_.empty() && slopes_[lowest_.back()] >= slopes_[i]) lowest_.pop_back();
    while (!highest_.empty() && slopes_[highest_.back()] <= slopes_[i]) highest_.pop_back();
    lowest_.push_back(i);
    highest_.push_back(i);
  }
  void forget_before(std::size_t begin) {
    for (auto* one : {&lowest_, &highest_})
      while (!one->empty() && one->front() < begin) one->pop_front();
  }
  double spread() const { return lowest_.empty() ? 0 : slopes_[highest_.front()] - slopes_[lowest_.front()]; }

 private:
  const std::vector<double>& slopes_;
  std::deque<std::size_t> lowest_, highest_;
};

// Returns the maximal ranges of usable points whose slopes agree, by falling h.
std::vector<Range> windows(const std::vector<JudgedPoint>& points, double agreement) {
  const auto slopes = neighbour_slopes(points);
  SlopesInRange range(slopes);
  std::vector<Range> out;
  std::size_t begin = 0;
  for (std::size_t end = 0; end < points.size(); ++end) {
    if (points[end].mark != PointMark::usable) {
      if (begin < end) out.push_back({begin, end});
      begin = end + 1;
      range.forget_before(begin);
      continue;
    }
    if (end == begin) continue;
    range.add(end - 1);
    if (range.spread() > agreement) out.push_back({begin, end});
    while (range.spread() > agreement) range.forget_before(++begin);
  }
  if (begin < points.size()) out.push_back({begin, points.size()});
  return out;
}

// Steps are often doubles: 1e-2/1.25e-3 must be a factor 8 although neither is exact.
bool spans(const JudgedPoint& largest, const JudgedPoint& smallest, double factor) {
  return largest.point.h >= smallest.point.h * factor * (1 - 2 * std::numeric_limits<double>::epsilon());
}

std::optional<Range> longest_window(const std::vector<JudgedPoint>& points, const OrderSettings& settings) {
  std::optional<Range> best;
  for (const auto& range : windows(points, settings.agreement)) {
    if (range.size() < static_cast<std::size_t>(settings.minimum_points)) continue;
    if (!spans(points[range.begin], points[range.end - 1], settings.minimum_span)) continue;
    if (!best || range.size() >= best->size()) best = range;
  }
  return best;
}

// Returns the points with meaningful errors: usable or infinite ones.
std::vector<JudgedPoint> above_floor(const std::vector<JudgedPoint>& points) {
  std::vector<JudgedPoint> out;
  std::copy_if(points.begin(), points.end(), std::back_inserter(out),
               [](const auto& p) { return p.mark == PointMark::usable || p.mark == PointMark::blown_up; });
  return out;
}

// Returns whether the meaningful errors grow as h falls, if there is no window.
bool grows(const std::vector<JudgedPoint>& points, const OrderSettings& settings) {
  std::vector<JudgedPoint> usable = above_floor(points);
  const bool ends_in_infinity = !usable.empty() && usable.back().mark == PointMark::blown_up;
  std::erase_if(usable, [](const auto& p) { return p.mark == PointMark::blown_up; });
  if (!usable.empty() && ends_in_infinity) return true;
  if (usable.size() < static_cast<std::size_t>(settings.minimum_points)) return false;
  return usable.back().point.error > usable.front().point.error && fitted(usable).slope < -settings.tolerance;
}

/// Returns the longest range of at least two points whose slopes agree, even if it is too short or too narrow for a
/// window. Among equals it is the range with the smallest steps.
std::optional<Range> nearly_window(const std::vector<JudgedPoint>& points, const OrderSettings& settings) {
  std::optional<Range> best;
  for (const auto& range : windows(points, settings.agreement))
    if (range.size() >= 2 && (!best || range.size() >= best->size())) best = range;
  return best;
}

/// Returns the number of further steps, in the given ratio, that a range of `size` points over a factor `span` needs to
/// be a window.
int missing_steps(double ratio, double span, std::size_t size, const OrderSettings& settings) {
  const int points = settings.minimum_points - static_cast<int>(size);
  const double wider = std::log(settings.minimum_span / span) / std::log(ratio);
  return std::max(points, static_cast<int>(std::ceil(wider - 1e-9)));
}

/// Returns a text that suggests further steps, with which the longest range of agreeing slopes would be a window: finer
/// steps if the range ends with the last point, else coarser steps if it begins with the first point. Empty otherwise:
/// the points next to the range disagree or are at a limit.
std::string sufficient_steps(const std::vector<JudgedPoint>& points, const OrderSettings& settings) {
  const auto range = nearly_window(points, settings);
  if (!range) return {};
  const auto h = [&](std::size_t i) { return static_cast<double>(points[i].point.h); };
  const double largest = h(range->begin), smallest = h(range->end - 1);
  const bool finer = range->end == points.size();
  if (!finer && range->begin != 0) return {};
  const double ratio = finer ? h(range->end - 2) / smallest : largest / h(range->begin + 1);
  const int missing = missing_steps(ratio, largest / smallest, range->size(), settings);
  const auto steps = missing == 1 ? std::string("one step") : fmt::format("{} steps", missing);
  return fmt::format("; {} more, {} {}, would suffice if the slope remains the same as between h = {} and {}", steps,
                     missing == 1 ? "h =" : "from h =", significant(finer ? smallest / ratio : largest * ratio),
                     significant(smallest), significant(largest));
}

std::string no_window_reason(const std::vector<JudgedPoint>& points, const OrderSettings& settings) {
  const auto count = [&](auto wanted) {
    return std::count_if(points.begin(), points.end(), [&](const auto& p) { return wanted(p.mark); });
  };
  const auto usable = count([](PointMark m) { return m == PointMark::usable; }), limited = count(is_limited);
  if (usable < settings.minimum_points)
    return fmt::format("{} of {} points can be used ({} at the rounding or reference limit); at least {} are needed{}",
                       usable, points.size(), limited, settings.minimum_points, sufficient_steps(points, settings));
  return fmt::format("no {} consecutive points over a factor {} in h have slopes that agree within {}{}",
                     settings.minimum_points, shortest(settings.minimum_span), shortest(settings.agreement),
                     sufficient_steps(points, settings));
}

void judge_slope(OrderResult& result, const OrderSettings& settings) {
  const double order = *result.order;
  if (order < -settings.tolerance) {
    result.verdict = OrderVerdict::diverging;
    result.reason = fmt::format("errors grow as h falls: slope {}", significant(order));
  } else if (settings.expected) {
    const double gap = order - *settings.expected;
    result.verdict = gap > settings.tolerance    ? OrderVerdict::superconvergent
                     : gap < -settings.tolerance ? OrderVerdict::reduced
                                                 : OrderVerdict::pass;
    if (result.verdict != OrderVerdict::pass)
      result.reason = fmt::format("order {} where {} is expected", significant(order), shortest(*settings.expected));
  }
}

void measure(OrderResult& result, const Range& window, const OrderSettings& settings) {
  auto& points = result.points;
  for (std::size_t i = window.begin; i < window.end; ++i) points[i].in_window = true;
  const Line line = fitted(std::span(points).subspan(window.begin, window.size()));
  // The computation stays in double. With 64-bit long doubles, as under valgrind, Boost's promotion to long double
  // overflows.
  using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
  const boost::math::students_t_distribution<double, InDouble> t(static_cast<double>(window.size()) - 2);
  const double half = boost::math::quantile(t, 0.975) * line.standard_error;
  result.order = line.slope;
  result.interval = {line.slope - half, line.slope + half};
  result.window = {static_cast<double>(points[window.end - 1].point.h),
                   static_cast<double>(points[window.begin].point.h)};
  judge_slope(result, settings);

  const OrderPoint smallest = above_floor(points).back().point, largest = points[window.begin].point;
  if (smallest.error > largest.error && result.verdict != OrderVerdict::diverging) {
    result.verdict = OrderVerdict::diverging;
    result.reason =
        fmt::format("the error at h = {} is larger than at h = {}, where the window begins",
                    significant(static_cast<double>(smallest.h)), significant(static_cast<double>(largest.h)));
  }
}

Json pair_or_null(const std::optional<std::pair<double, double>>& pair) {
  return pair ? Json::array({number_or_null(pair->first), number_or_null(pair->second)}) : Json(nullptr);
}

}  // namespace

std::string_view name(PointMark mark) {
  static constexpr std::array<std::string_view, 8> names = {
      "usable", "reference-limited", "rounding-limited", "newton-limited", "exact", "blown-up", "invalid", "repeated"};
  return names[static_cast<std::size_t>(mark)];
}

std::string_view name(OrderVerdict verdict) {
  static constexpr std::array<std::string_view, 5> names = {"pass", "superconvergent", "reduced", "no-window",
                                                            "diverging"};
  return names[static_cast<std::size_t>(verdict)];
}

OrderResult observed_order(const std::vector<OrderPoint>& points, const OrderSettings& settings) {
  assert(settings.minimum_points >= 3);
  OrderResult result;
  result.expected = settings.expected;
  result.points = judged(points, settings);
  for (const auto& p : result.points)
    if (p.mark != PointMark::invalid && p.mark != PointMark::repeated)
      result.wall = is_limited(p.mark) ? std::optional(p.mark) : std::nullopt;

  if (const auto window = longest_window(result.points, settings)) {
    measure(result, *window, settings);
  } else if (grows(result.points, settings)) {
    result.verdict = OrderVerdict::diverging;
    result.reason = "errors grow as h falls, but not along a straight line";
  } else {
    result.verdict = OrderVerdict::no_window;
    result.reason = no_window_reason(result.points, settings);
  }
  return result;
}

Json to_json(std::string_view component_class, const OrderResult& result) {
  Json points = Json::array();
  for (const auto& p : result.points)
    points.push_back({{"h", number_or_null(static_cast<double>(p.point.h))},
                      {"error", number_or_null(static_cast<double>(p.point.error))},
                      {"floor", number_or_null(static_cast<double>(p.point.floor.bound()))},
                      {"mark", name(p.mark)},
                      {"in_window", p.in_window}});
  return {{"class", component_class},
          {"order", number_or_null(result.order)},
          {"expected", number_or_null(result.expected)},
          {"interval", pair_or_null(result.interval)},
          {"window", pair_or_null(result.window)},
          {"verdict", result.verdict ? Json(name(*result.verdict)) : Json(nullptr)},
          {"wall", result.wall ? Json(name(*result.wall)) : Json(nullptr)},
          {"reason", result.reason},
          {"points", points}};
}

}  // namespace plumb
