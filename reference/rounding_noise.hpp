#pragma once
// The scatter of computed accelerations due to rounding, in their own units. If large terms cancel, like the weights
// of a loop in equilibrium, it is far larger than a rounding of the acceleration.
//
// Source: Moré & Wild, Estimating computational noise, SIAM J. Sci. Comput. 33, 1292-1314 (2011), equation (2.1). If
// the points are equidistant and so close that the function is a cubic there, the differences of order k = 4 of its
// values are only noise, σ² = (k!)²/(2k)! mean(Δᵏ²). This includes the rounding of the points themselves.

#include <array>
#include <limits>
#include <random>

#include "reference/sampled_motion.hpp"

namespace plumb {

/// Returns σ of every component of the acceleration near a state; zero if a value there is not finite. The points are
/// on a line in a pseudorandom direction. From one point to the next, a component x of q or v changes by up to
/// √ε (1 + |x|), and the time by √ε `width` [s]; ε is the machine epsilon of T.
template <class T>
Vec<T> rounding_noise(const Acceleration<T>& acceleration, const T& t, const Vec<T>& q, const Vec<T>& v,
                      const T& width) {
  using std::sqrt;
  constexpr int order = 4, points = 9, square_sum = 70;  // square_sum: sum of the squared weights (2k)!/(k!)²
  constexpr std::array<int, order + 1> weights = {1, -4, 6, -4, 1};
  const T shift = sqrt(std::numeric_limits<T>::epsilon());
  std::minstd_rand random;
  const auto direction = [&](const Vec<T>& x) {
    Vec<T> out = x;
    for (auto& component : out) {
      const T size = shift * (1 + (component < 0 ? T(-component) : component));
      component = size * T(static_cast<int>(random() % 1000) - 500) / 500;
    }
    return out;
  };
  const Vec<T> along_q = direction(q), along_v = direction(v);
  Mat<T> values(v.size(), points);
  Vec<T> a(v.size());
  for (int k = 0; k < points; ++k) {
    acceleration(t + k * shift * width, q + k * along_q, v + k * along_v, a);
    values.col(k) = a;
  }
  Vec<T> sum = Vec<T>::Zero(v.size());
  for (int k = 0; k + order < points; ++k) {
    Vec<T> difference = Vec<T>::Zero(v.size());
    for (int j = 0; j <= order; ++j) difference += weights[static_cast<std::size_t>(j)] * values.col(k + j);
    sum += difference.cwiseAbs2();
  }
  Vec<T> sigma = (sum / (square_sum * (points - order))).cwiseSqrt();
  for (auto& component : sigma)
    if (!(component <= std::numeric_limits<T>::max())) component = 0;
  return sigma;
}

}  // namespace plumb
