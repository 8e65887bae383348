#include "harness/judge/order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace plumb {
namespace {

using Points = std::vector<OrderPoint>;
const quad nan_value = std::numeric_limits<quad>::quiet_NaN();
const quad infinity = std::numeric_limits<quad>::infinity();

Points sampled(int n, double ratio, const std::function<quad(const quad&)>& error) {
  Points out;
  for (int i = 0; i < n; ++i) {
    const quad h = quad("0.1") * pow(quad(ratio), -i);
    out.push_back({.h = h, .error = error(h)});
  }
  return out;
}

Points power_law(int n, double ratio, double p) {
  return sampled(n, ratio, [p](const quad& h) { return 3 * pow(h, quad(p)); });
}

OrderResult judged_order(const Points& points, double expected) {
  return observed_order(points, {.expected = expected});
}

std::ptrdiff_t window_size(const OrderResult& r) {
  return std::count_if(r.points.begin(), r.points.end(), [](const auto& p) { return p.in_window; });
}

TEST(Order, PowersAreFoundForEveryRatio) {
  for (const double ratio : {1.5, 2., 3.})
    for (const double p : {0.5, 1., 2., 3., 4., 8.}) {
      const auto r = judged_order(power_law(8, ratio, p), p);
      ASSERT_TRUE(r.order);
      EXPECT_NEAR(*r.order, p, 1e-12);
      EXPECT_EQ(r.verdict, OrderVerdict::pass) << ratio << ' ' << p;
      EXPECT_EQ(window_size(r), 8);
      EXPECT_NEAR(r.interval->second - r.interval->first, 0, 1e-10);
    }
}

TEST(Order, BoundsAreTwoSidedAndNeverAbsolute) {
  EXPECT_EQ(judged_order(power_law(6, 2, 2.09), 2).verdict, OrderVerdict::pass);
  EXPECT_EQ(judged_order(power_law(6, 2, 2.11), 2).verdict, OrderVerdict::superconvergent);
  EXPECT_EQ(judged_order(power_law(6, 2, 1.91), 2).verdict, OrderVerdict::pass);
  EXPECT_EQ(judged_order(power_law(6, 2, 1.89), 2).verdict, OrderVerdict::reduced);
  EXPECT_EQ(judged_order(power_law(6, 2, 0), 2).verdict, OrderVerdict::reduced);
  const auto growing = judged_order(power_law(6, 2, -2), 2);
  EXPECT_EQ(growing.verdict, OrderVerdict::diverging);
  EXPECT_NEAR(*growing.order, -2, 1e-12);
  EXPECT_FALSE(observed_order(power_law(6, 2, 2)).verdict);
  EXPECT_EQ(observed_order(power_law(6, 2, 2.2), {.expected = 2, .tolerance = 0.3}).verdict, OrderVerdict::pass);
}

TEST(Order, FourPointsOverAFactorEight) {
  EXPECT_EQ(judged_order(power_law(4, 2, 2), 2).verdict, OrderVerdict::pass);
  EXPECT_EQ(judged_order(power_law(3, 3, 2), 2).verdict, OrderVerdict::no_window);
  EXPECT_EQ(judged_order(power_law(6, 1.5, 2), 2).verdict, OrderVerdict::no_window);  // 1.5^5 < 8
  EXPECT_EQ(judged_order(power_law(7, 1.5, 2), 2).verdict, OrderVerdict::pass);
  EXPECT_EQ(judged_order({}, 2).verdict, OrderVerdict::no_window);
  EXPECT_FALSE(judged_order({}, 2).reason.empty());
  Points doubles;  // 1e-2/1.25e-3 is not exactly 8 in doubles
  for (const double h : {1e-2, 5e-3, 2.5e-3, 1.25e-3}) doubles.push_back({.h = h, .error = quad(h) * h});
  EXPECT_EQ(judged_order(doubles, 2).verdict, OrderVerdict::pass);
}

TEST(Order, SequenceDoesNotMatter) {
  std::mt19937 random(6);
  Points points = power_law(9, 2, 3);
  points[2].error *= quad("1.05");
  const auto sorted = to_json("q", judged_order(points, 3));
  for (int i = 0; i < 50; ++i) {
    std::shuffle(points.begin(), points.end(), random);
    EXPECT_EQ(to_json("q", judged_order(points, 3)), sorted);
  }
}

TEST(Order, FloorsMaskAndAreNamed) {
  const quad floor("1e-12");
  for (const bool reference : {true, false}) {
    auto points = sampled(14, 2, [&](const quad& h) { return quad(pow(h, 4) + floor); });
    for (auto& p : points) (reference ? p.floor.reference : p.floor.rounding) = floor;
    const auto r = judged_order(points, 4);
    EXPECT_EQ(r.verdict, OrderVerdict::pass) << *r.order;
    EXPECT_EQ(r.wall, reference ? PointMark::reference_limited : PointMark::rounding_limited);
    for (const auto& p : r.points) EXPECT_EQ(p.mark == PointMark::usable, p.point.error > 10 * floor);
  }
  auto points = power_law(8, 2, 2);
  for (auto& p : points) p.floor = {.reference = p.error, .rounding = p.error * 2};
  EXPECT_EQ(judged_order(points, 2).verdict, OrderVerdict::no_window);
  EXPECT_EQ(judged_order(points, 2).wall, PointMark::rounding_limited);
}

TEST(Order, RoundingBelowTheFloorIsNotDivergence) {
  auto points = sampled(16, 2, [](const quad& h) { return quad(pow(h, 4) + quad("1e-16") / (h * h)); });
  for (auto& p : points) p.floor.rounding = quad("1e-16") / (p.h * p.h);
  EXPECT_EQ(judged_order(points, 4).verdict, OrderVerdict::pass);
  EXPECT_EQ(judged_order(points, 4).wall, PointMark::rounding_limited);
}

TEST(Order, DivergenceAboveTheFloor) {
  const auto unstable = sampled(8, 2, [](const quad& h) { return quad(exp(quad("0.1") / h)); });
  EXPECT_EQ(judged_order(unstable, 2).verdict, OrderVerdict::diverging);

  auto late = power_law(6, 2, 2);  // first a window, then a blow-up
  for (int i = 1; i <= 3; ++i) late.push_back({.h = late.back().h / 2, .error = late[0].error * i * 10});
  EXPECT_EQ(judged_order(late, 2).verdict, OrderVerdict::diverging);
  late = power_law(6, 2, 2);
  late.push_back({.h = late.back().h / 2, .error = infinity});
  EXPECT_EQ(judged_order(late, 2).verdict, OrderVerdict::diverging);

  auto early = power_law(6, 2, 2);  // beyond the stability limit at large steps only
  early.push_back({.h = quad("0.2"), .error = infinity});
  EXPECT_EQ(judged_order(early, 2).verdict, OrderVerdict::pass);
  EXPECT_EQ(judged_order({{.h = 1, .error = 1}, {.h = quad("0.5"), .error = infinity}}, 2).verdict,
            OrderVerdict::diverging);
}

TEST(Order, NoiseHasNoOrderButByRareAccident) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> digits(-6, -3);
  int passed = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    auto points = power_law(10, 2, 0);
    for (auto& p : points) p.error = pow(quad(10), quad(digits(random)));
    const auto r = judged_order(points, 2);
    passed += r.verdict == OrderVerdict::pass;
    EXPECT_LE(window_size(r), 5);
  }
  EXPECT_LE(passed, 4);
}

TEST(Order, SmallScatterWidensTheIntervalThatHoldsTheOrder) {
  std::mt19937 random(8);
  std::normal_distribution<double> noise(0, 0.02);
  int held = 0;
  const int trials = 2000;
  for (int trial = 0; trial < trials; ++trial) {
    auto points = power_law(8, 2, 2);
    for (auto& p : points) p.error *= exp(quad(noise(random)));
    const auto r = judged_order(points, 2);
    held += r.interval && r.interval->first <= 2 && 2 <= r.interval->second;
  }
  EXPECT_NEAR(held / double(trials), 0.95, 0.02);  // 4 standard deviations of the count
}

TEST(Order, OfTwoOrdersTheLongestWindowCounts) {
  const quad corner("1e-2");
  const auto mixed =
      sampled(12, 2, [&](const quad& h) { return h > corner ? pow(h / corner, 4) : pow(h / corner, 2); });
  const auto r = judged_order(mixed, 2);  // 0.1 ... 0.0125 at order 4, then 8 steps at order 2
  EXPECT_EQ(r.verdict, OrderVerdict::pass);
  EXPECT_NEAR(*r.order, 2, 1e-10);
  EXPECT_EQ(window_size(r), 8);
  const auto few = judged_order(Points(mixed.begin(), mixed.begin() + 7), 4);
  EXPECT_NEAR(*few.order, 4, 1e-10);
}

TEST(Order, AmongEqualWindowsTheSmallestStepsCount) {
  auto points = power_law(9, 2, 2);
  points[4].error = nan_value;
  const auto r = judged_order(points, 2);
  EXPECT_EQ(window_size(r), 4);
  EXPECT_FALSE(r.points[0].in_window);
}

/// Returns the longest window, as (smallest, largest step), by testing the definition in order.hpp on every range.
std::optional<std::pair<double, double>> longest_window_by_trial(const Points& p) {
  const OrderSettings settings;
  std::optional<std::pair<double, double>> best;
  std::size_t most = 0;
  const auto slope = [&](std::size_t i) {
    return static_cast<double>(log(p[i].error / p[i + 1].error) / log(p[i].h / p[i + 1].h));
  };
  for (std::size_t begin = 0; begin < p.size(); ++begin) {
    double lowest = 1e300, highest = -1e300;
    for (std::size_t i = begin; i + 1 < p.size() && isfinite(p[i].error) && isfinite(p[i + 1].error); ++i) {
      lowest = std::min(lowest, slope(i));
      highest = std::max(highest, slope(i));
      const std::size_t size = i + 2 - begin;
      if (highest - lowest > settings.agreement) break;
      if (size < 4 || p[begin].h < p[i + 1].h * quad(settings.minimum_span * (1 - 1e-15)) || size < most) continue;
      most = size;
      best = {static_cast<double>(p[i + 1].h), static_cast<double>(p[begin].h)};
    }
  }
  return best;
}

// Fails if a window is missed, cut short or begins too early.
TEST(Order, TheLongestWindowIsFoundInLongSeries) {
  std::mt19937 random(20240101);
  std::uniform_real_distribution<double> uniform(0, 1);
  int found = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const double jump = uniform(random) * 0.2, scatter = uniform(random) * 0.2;
    double order = 2;
    quad error = 1;
    auto points = sampled(60, 1.3, [&](const quad&) {
      if (uniform(random) < jump) order = 1 + 3 * uniform(random);
      error *= pow(quad(1.3), quad(-(order + scatter * (uniform(random) - 0.5))));
      return uniform(random) < 0.02 ? nan_value : error;
    });
    const auto r = observed_order(points);
    EXPECT_EQ(r.window, longest_window_by_trial(points)) << trial;
    if (r.window) ++found;
  }
  EXPECT_GT(found, 20);
}

TEST(Order, ZeroNanRepeatedAndMalformedPoints) {
  auto points = power_law(8, 2, 2);
  points.push_back({.h = points.back().h / 2, .error = 0});
  points.push_back({.h = quad(1), .error = nan_value});
  points.push_back({.h = nan_value, .error = 1});
  points.push_back({.h = -1, .error = 1});
  points.push_back({.h = quad(2), .error = -1});
  points.push_back({.h = quad(3), .error = 1, .floor = {.reference = nan_value}});
  points.push_back(points[3]);
  points.push_back({.h = points[3].h, .error = nan_value});
  const auto r = judged_order(points, 2);
  EXPECT_EQ(r.verdict, OrderVerdict::pass);
  EXPECT_EQ(window_size(r), 8);
  EXPECT_EQ(r.points.size(), points.size());
  EXPECT_EQ(
      std::count_if(r.points.begin(), r.points.end(), [](const auto& p) { return p.mark == PointMark::repeated; }), 2);

  for (auto& p : points) p.error = 0;
  EXPECT_EQ(judged_order(points, 2).verdict, OrderVerdict::no_window);
  for (auto& p : points) p.error = nan_value;
  EXPECT_EQ(judged_order(points, 2).verdict, OrderVerdict::no_window);
}

// Three points with step ratio 2 and equal slopes span a factor 4. The reason must name the fourth step, which
// completes a window.
TEST(Order, SaysWhatAWindowLacks) {
  const auto short_of = judged_order(power_law(3, 2, 2), 2);
  EXPECT_EQ(short_of.verdict, OrderVerdict::no_window);
  EXPECT_NE(short_of.reason.find("one step more, h = 0.0125,"), std::string::npos) << short_of.reason;
  EXPECT_EQ(judged_order(power_law(4, 2, 2), 2).verdict, OrderVerdict::pass) << "and it does";

  auto at_a_floor = power_law(3, 2, 2);
  at_a_floor.push_back({.h = quad("0.0125"), .error = quad("1e-20"), .floor = {.rounding = quad("1e-19")}});
  const auto coarser = judged_order(at_a_floor, 2);
  EXPECT_NE(coarser.reason.find("one step more, h = 0.200,"), std::string::npos) << coarser.reason;

  const auto narrow = judged_order(power_law(5, 1.5, 2), 2);  // a factor 5.06
  EXPECT_NE(narrow.reason.find("2 steps more"), std::string::npos) << narrow.reason;
}

TEST(Order, ErrorsBelowTheRangeOfDouble) {
  const auto r = judged_order(sampled(8, 2, [](const quad& h) { return quad(pow(h, 2) * quad("1e-400")); }), 2);
  EXPECT_EQ(r.verdict, OrderVerdict::pass);
}

TEST(Order, JsonHasTheKeysOfTheContract) {
  auto points = power_law(5, 2, 2);
  points.push_back({.h = quad(1), .error = infinity, .floor = {.rounding = quad("1e-16")}});
  const Json json = to_json("lambda", judged_order(points, 3));
  for (const char* key : {"class", "order", "interval", "window", "verdict", "points"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["class"], "lambda");
  EXPECT_EQ(json["verdict"], "reduced");
  EXPECT_EQ(json["window"][0], 0.1 / 16);
  EXPECT_EQ(json["window"][1], 0.1);
  EXPECT_EQ(json["points"].size(), 6u);
  EXPECT_TRUE(json["points"][0]["error"].is_null());
  EXPECT_EQ(json["points"][0]["mark"], "blown-up");
  EXPECT_TRUE(to_json("q", judged_order({}, 2))["order"].is_null());
}

}  // namespace
}  // namespace plumb
