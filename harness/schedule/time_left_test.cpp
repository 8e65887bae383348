#include "harness/schedule/time_left.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <utility>

namespace plumb {
namespace {

/// A computation: the times at which amounts of its work are done, and its total work.
struct Course {
  std::string name;
  std::vector<std::pair<double, double>> steps;  // (work done, time [s]), in ascending order
  double work = 1;
  double seconds() const { return steps.back().second; }
};

struct Shown {
  double at, left;  // time of the estimate, estimated time left [s]
};

/// Returns the estimates shown during the computation, at 400 times.
std::vector<Shown> shown(const Course& course) {
  Pace pace;
  Announcements announcements;
  std::vector<Shown> out;
  std::size_t next = 0;
  for (int i = 1; i < 400; ++i) {
    const double now = course.seconds() * i / 400;
    for (; next < course.steps.size() && course.steps[next].second <= now; ++next)
      pace.saw(course.steps[next].first, course.steps[next].second);
    if (const auto left = announcements.shown(pace.left(course.work, now), now)) out.push_back({now, *left});
  }
  return out;
}

/// Returns a course in which the share x of the work is done at the time `seconds(x)`.
Course course(std::string name, int steps, const std::function<double(double)>& seconds) {
  Course out{std::move(name), {}, 1};
  for (int i = 1; i <= steps; ++i) out.steps.emplace_back(1. * i / steps, seconds(1. * i / steps));
  return out;
}

using Random = std::mt19937;
double between(Random& random, double least, double most) {
  return std::uniform_real_distribution<double>(least, most)(random);
}

/// Returns a course of steps with equal work and random durations.
Course steady(Random& random) {
  const double seconds = std::exp(between(random, std::log(10), std::log(1e4)));
  const int steps = std::uniform_int_distribution<int>(20, 2000)(random);
  Course out{"steady", {}, 1};
  double now = 0;
  for (int i = 1; i <= steps; ++i) out.steps.emplace_back(1. * i / steps, now += between(random, 0.7, 1.3));
  for (auto& step : out.steps) step.second *= seconds / now;
  return out;
}

/// Returns a course whose time is a power of the share of the work. With an exponent below 1 it accelerates, above 1 it
/// slows down.
Course of_power(Random& random) {
  const double power = between(random, 0.3, 4), seconds = between(random, 20, 5000);
  return course("power " + std::to_string(power), 500, [=](double share) { return seconds * std::pow(share, power); });
}

/// Returns a course of phases with different paces, whose shares of the work are known.
Course of_phases(Random& random) {
  Course out{"phases", {}, 1};
  double done = 0, now = 0;
  for (const double share : {0.2, 0.3, 0.5}) {
    const double pace = std::exp(between(random, 0, 7));
    for (int i = 0; i < 100; ++i) out.steps.emplace_back(done += share / 100, now += pace * share);
  }
  return out;
}

/// Returns a course whose progress restarts with each part, because the number of parts is unknown.
Course of_unknown_parts(Random& random) {
  Course out{"unknown parts", {}, 1};
  double now = 0;
  for (int part = 0; part < 4; ++part) {
    const double pace = between(random, 0.1, 1);
    for (int i = 1; i <= 50; ++i) out.steps.emplace_back(i / 50., now += pace);
  }
  return out;
}

/// Returns a course with long pauses, as at discontinuities, and fast work between them.
Course with_pauses(Random& random) {
  Course out{"pauses", {}, 1};
  double done = 0, now = 0;
  while (done < 1) {
    now += between(random, 5, 50);
    for (int i = 0; i < 20; ++i) out.steps.emplace_back(done += between(random, 0, 0.01), now += 0.01);
  }
  return out;
}

using Family = Course (*)(Random&);
constexpr Family families[] = {steady, of_power, of_phases, of_unknown_parts, with_pauses};

// Checks all courses. Fails if an estimate grows with the elapsed time, or is shown long before the pace is known.
TEST(TimeLeft, NeverGrowsToTwiceWhatWasSaid) {
  Random random(1);
  for (int i = 0; i < 300; ++i)
    for (const auto family : families) {
      const auto of = family(random);
      double latest = INFINITY;
      for (const auto& [at, left] : shown(of)) {
        EXPECT_LE(at + left, latest * (1 + 1e-9)) << of.name;
        EXPECT_LE(left, std::max(1., 11 * at)) << of.name;
        latest = std::min(latest, at + 2 * left);
      }
    }
}

// Fails if the pace of the past is used for a computation that slows down or accelerates.
TEST(TimeLeft, IsRightWithinAFactor2OrNotShown) {
  Random random(2);
  for (int i = 0; i < 300; ++i)
    for (const auto family : {steady, of_power}) {
      const auto of = family(random);
      for (const auto& [at, left] : shown(of)) {
        const double rest = of.seconds() - at, grain = 1 + of.seconds() / 20;
        EXPECT_LE(left, 2 * rest + grain) << of.name << " at " << at << " of " << of.seconds();
        EXPECT_GE(left, rest / 2 - grain) << of.name << " at " << at << " of " << of.seconds();
      }
    }
}

// Fails if no estimate is shown for steady work.
TEST(TimeLeft, IsShownOfSteadyWorkFromAFifthOn) {
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const auto of = steady(random);
    const auto all = shown(of);
    ASSERT_FALSE(all.empty());
    EXPECT_LE(all.front().at, of.seconds() / 4);
    EXPECT_GE(all.size(), 250U);
  }
}

// Fails if the first part of several counts as the whole.
TEST(TimeLeft, IsNotShownOnceProgressBeginsAnew) {
  Random random(4);
  const auto of = of_unknown_parts(random);
  for (const auto& [at, left] : shown(of)) EXPECT_LE(at, of.steps[50].second);
}

// Fails if "about 7 s left" is shown for 95 s, because the same amount of further work is expected again and again.
TEST(TimeLeft, DoesNotStandStill) {
  Pace pace;
  Announcements announcements;
  std::vector<Shown> all;
  for (int i = 1; i <= 95; ++i) {
    pace.saw(i, i);
    if (const auto left = announcements.shown(pace.left(i + 7, i), i)) all.push_back({1. * i, *left});
  }
  ASSERT_FALSE(all.empty());
  EXPECT_LE(all.back().at - all.front().at, 2 * all.front().left);
}

// Fails if "about 0 s left" is shown for half a minute, because the last part takes longer than expected.
TEST(TimeLeft, IsNotShownBelowItsResolution) {
  Pace pace;
  Announcements announcements;
  for (int i = 1; i <= 100; ++i) pace.saw(i, 10 * i);
  EXPECT_TRUE(announcements.shown(pace.left(110, 1000), 1000));
  for (int i = 0; i < 30; ++i) EXPECT_FALSE(announcements.shown(pace.left(100.05, 1000 + i), 1000 + i)) << i;
}

}  // namespace
}  // namespace plumb
