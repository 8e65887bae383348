#pragma once
// UnseenWork estimates the work between the steps of a run that is missed if the power is evaluated only at the steps.
//
// If the step is a period of the motion, or half of it, the powers at all steps are equal: they look smooth, whatever
// the forces between the steps are. The equations of motion give the second derivative of the power at a step, P″. It
// is compared with the second derivative D of the polynomial through seven powers: three on each side of the step, or
// the first seven of the run for its start. If the steps resolve the motion, both are nearly equal. Otherwise the work
// over a step is uncertain by h³ |P″ − D| / 24, the error of the midpoint rule.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace plumb {

template <class T>
class UnseenWork {
 public:
  /// Begins with the power at the start and h² P″ there, where h is the step.
  UnseenWork(const T& power, const T& curvature) : expected(curvature) { powers.back() = power; }

  /// Returns whether the next point requires P″: first every fourth point, then less and less often.
  bool is_curvature_due() const { return !waits && n + 1 >= next; }

  /// Adds the power at the next point, h after the previous point, and h² P″ if it is due, else any number. Both may be
  /// NaN.
  void add(const T& power, const T& h, const T& curvature) {
    const bool is_due = is_curvature_due();
    ++n;
    std::copy(powers.begin() + 1, powers.end(), powers.begin());
    powers.back() = power;
    if (waits && n == last_point()) compare(h);
    if (!is_due) return;
    waits = true;
    at = n;
    expected = curvature;
    next = n + std::max<std::int64_t>(half + 1, n / 8);
  }

  /// Returns the uncertainty of the work [J]; 0 if the powers resolve the motion. Steps after the last compared point
  /// count with the mean of the earlier steps.
  T value() const {
    if (!(2 * differences > sizes)) return T(0);
    return differences / 24 * static_cast<T>(n) / static_cast<T>(steps_compared);
  }

 private:
  static constexpr std::int64_t half = 3;  // number of points on each side of the compared point

  std::int64_t last_point() const { return at == 0 ? 2 * half : at + half; }

  void compare(const T& h) {
    using std::abs;
    using std::isfinite;
    waits = false;
    const T seen = curvature_of_powers();
    if (!isfinite(expected) || !isfinite(seen)) return;
    const auto steps = std::max<std::int64_t>(1, at - compared);  // number of steps since the previous compared point
    steps_compared += steps;
    compared = at;
    const T duration = static_cast<T>(steps) * abs(h);
    differences += duration * abs(expected - seen);
    sizes += duration * (abs(expected) + abs(seen));
  }

  // Second derivative of the interpolation polynomial of degree 6, with weights in units of 1/180.
  T curvature_of_powers() const {
    static constexpr std::array middle = {2, -27, 270, -490, 270, -27, 2};
    static constexpr std::array begin = {812, -3132, 5265, -5080, 2970, -972, 137};
    T out = 0;
    for (std::size_t k = 0; k < powers.size(); ++k) out += (at == 0 ? begin : middle)[k] * powers[k];
    return out / 180;
  }

  std::array<T, 2 * half + 1> powers{};  // powers at the latest points, the newest last
  // Indices of points: the newest; the next with P″; the newest with P″; the last compared. Number of compared steps.
  std::int64_t n = 0, next = half + 1, at = 0, compared = 0, steps_compared = 0;
  bool waits = true;             // whether point `at` waits for the powers after it
  T expected;                    // h² P″ at point `at`
  T differences = 0, sizes = 0;  // sums of h³ |P″ − D| and of h³ (|P″| + |D|) over the compared points [J]
};

}  // namespace plumb
