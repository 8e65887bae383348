#pragma once
// The spread of samples: the least value, the median, and an interval that contains the true median with 95 %
// confidence.

#include <cstdint>
#include <optional>
#include <vector>

namespace plumb {

struct MedianInterval {
  double low = 0, high = 0;

  bool contains(double x) const { return low <= x && x <= high; }
  bool operator==(const MedianInterval&) const = default;
};

struct Spread {
  std::int64_t count = 0;
  double least = 0, median = 0;            // least sample and median, in the unit of the samples
  std::optional<MedianInterval> interval;  // confidence interval of the median; none: fewer than 6 samples

  bool operator==(const Spread&) const = default;
};

/// Returns the spread of samples. The interval is between two order statistics, x_(k) and x_(n+1-k): it holds for any
/// distribution, and is insensitive to outliers. Asserts that there are samples.
Spread spread_of(std::vector<double> samples);

inline constexpr std::int64_t fewest_for_an_interval = 6;

/// Returns the largest k for which x_(k) and x_(n+1-k) of n independent samples enclose their median with 95 %
/// confidence: P(Bin(n, 1/2) < k) <= 2.5 %. It is 0 if no k does.
std::int64_t rank_of_interval(std::int64_t n);

}  // namespace plumb
