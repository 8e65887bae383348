#pragma once
// The exponent of the cost of a step as a function of the system size.

#include <cmath>
#include <cstdint>
#include <map>

namespace plumb {

class Exponent {
 public:
  /// Adds a time. Returns the least-squares slope of ln(time) over ln(n) for all n >= 16 so far; 0 for fewer than two.
  double with(std::int64_t n, double time) {
    if (n >= 16) times[n] = time;
    if (times.size() < 2) return 0;
    double x = 0, y = 0, xx = 0, xy = 0;
    const auto count = static_cast<double>(times.size());
    for (const auto& [links, of] : times) {
      x += std::log(static_cast<double>(links)) / count;
      y += std::log(of) / count;
    }
    for (const auto& [links, of] : times) {
      const double dx = std::log(static_cast<double>(links)) - x;
      xx += dx * dx;
      xy += dx * (std::log(of) - y);
    }
    return xy / xx;
  }

 private:
  std::map<std::int64_t, double> times;
};

}  // namespace plumb
