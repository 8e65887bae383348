#include "harness/paper/slope.hpp"

#include <cmath>

namespace plumb {

std::optional<double> fitted_slope(const std::vector<OrderPoint>& points) {
  quad mean_x = 0, mean_y = 0, sxx = 0, sxy = 0;
  const quad n = static_cast<double>(points.size());
  for (const auto& p : points) {
    mean_x += log(p.h) / n;
    mean_y += log(p.error) / n;
  }
  for (const auto& p : points) {
    sxx += (log(p.h) - mean_x) * (log(p.h) - mean_x);
    sxy += (log(p.h) - mean_x) * (log(p.error) - mean_y);
  }
  const auto slope = static_cast<double>(quad(sxy / sxx));
  return std::isfinite(slope) ? std::optional(slope) : std::nullopt;
}

}  // namespace plumb
