#pragma once
// How long the rest of a task takes, by how its share of the work has grown. It is told only where the task goes on as
// evenly as that asks for: a reference stops at every kink of the motion, and passes in no time what lies between them.

#include <algorithm>
#include <optional>
#include <vector>

namespace plumb {

class Pace {
 public:
  /// A share between 0 and 1 that does not fall, after so many seconds.
  void saw(double share, double seconds) {
    constexpr double notable = 1e-3;
    if (share >= points_.back().share + notable)
      points_.push_back({share, seconds, seconds});
    else
      points_.back().until = seconds;
  }

  /// Returns the seconds that are left after these with this share of the work done: the more of what all of the work
  /// so far and its second half tell. None if these tell more than twice one another, or if hardly anything is done.
  std::optional<double> left(double share, double seconds) const {
    constexpr double least_share = 0.02, most_apart = 2;
    if (share < least_share) return {};
    const double half = share / 2, rest = 1 - share;
    const double by_all = seconds * rest / share, by_half = (seconds - time_of(half, share, seconds)) * rest / half;
    if (std::max(by_all, by_half) > most_apart * std::min(by_all, by_half)) return {};
    return std::max(by_all, by_half);
  }

 private:
  struct Point {
    double share, since, until;  // s, when it was seen first and last
  };

  // When an earlier share was reached, between the points around it.
  double time_of(double earlier, double share, double seconds) const {
    const auto after = std::ranges::upper_bound(points_, earlier, {}, &Point::share);
    const Point next = after == points_.end() ? Point{share, seconds, seconds} : *after, &before = *std::prev(after);
    return before.until + (earlier - before.share) / (next.share - before.share) * (next.since - before.until);
  }

  std::vector<Point> points_ = {{0, 0, 0}};
};

}  // namespace plumb
