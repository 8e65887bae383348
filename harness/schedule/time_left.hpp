#pragma once
// The remaining time of a computation, from the pace of its progress. All verbs print this estimate.
//
// The remaining time is shown if all of these hold; otherwise the elapsed time is shown:
//   - a tenth of the work is done, in four steps at least: the time left is at most eleven times the time elapsed;
//   - the two halves of this work took the same time within a factor 1.5: the pace neither falls nor grows much;
//   - the computation is not in a pause that is long compared with the earlier ones;
//   - the expected end is at most twice as far away as in each earlier announcement.

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace plumb {

/// The pace at which work is done, in any unit.
class Pace {
 public:
  /// Records the work done after `seconds`. If progress restarts, the sizes of its parts are unknown, so there is no
  /// pace from then on.
  void saw(double done, double seconds) {
    constexpr double notable = 1 + 1e-3;
    const auto& last = points_.back();
    began_anew_ = began_anew_ || done < last.done;
    if (done <= last.done * notable) return;
    longest_pause_ = std::max(longest_pause_, seconds - last.seconds);
    points_.push_back({done, seconds});
  }

  /// Returns the remaining seconds of the total work; nullopt if the pace does not support an estimate.
  std::optional<double> left(double total, double seconds) const {
    constexpr std::size_t fewest_steps = 4;
    constexpr double least_share = 0.1, most_apart = 1.5;
    const auto& [done, when] = points_.back();
    if (began_anew_ || points_.size() <= fewest_steps || done < least_share * total) return {};
    const double first_half = time_of(done / 2), second_half = when - first_half;
    if (std::max(first_half, second_half) > most_apart * std::min(first_half, second_half)) return {};
    const double pause = seconds - when;
    if (pause > std::max(2 * longest_pause_, seconds / 10)) return {};
    return std::max(0., (total - done) * second_half / (done / 2) - pause);
  }

 private:
  struct Point {
    double done, seconds;
  };

  /// Returns when an earlier amount of work was done [s].
  double time_of(double earlier) const {
    const auto after = std::ranges::upper_bound(points_, earlier, {}, &Point::done), before = std::prev(after);
    return before->seconds +
           (earlier - before->done) / (after->done - before->done) * (after->seconds - before->seconds);
  }

  std::vector<Point> points_ = {{0, 0}};
  double longest_pause_ = 0;  // longest time between two completed parts [s]
  bool began_anew_ = false;
};

/// Decides whether an estimate of the time left is shown, by comparing it with the estimates shown earlier.
class Announcements {
 public:
  /// Returns the time to show [s], if the earlier announcements allow it. None below 1 s, the unit of the text, because
  /// "0 s left" would stay if the last task takes longer than expected.
  std::optional<double> shown(std::optional<double> left, double seconds) {
    constexpr double resolution = 1;  // smallest printed time [s]
    if (!left || *left < resolution || seconds + *left > latest_end_) return {};
    latest_end_ = std::min(latest_end_, seconds + 2 * *left);
    return left;
  }

 private:
  double latest_end_ = std::numeric_limits<double>::infinity();  // latest end according to all printed times [s]
};

}  // namespace plumb
