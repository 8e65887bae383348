#pragma once
// Sine and cosine of an angle, which dominate the cost of a small model.

#include <cmath>
#include <type_traits>

namespace plumb {

/// Returns 1 / n!.
consteval long double inverse_factorial(int n) {
  long double factorial = 1;
  for (int i = 2; i <= n; ++i) factorial *= i;
  return 1 / factorial;
}

/// Splits x = number · π/2 + rest, with |rest| <= π/4 up to rounding. Precondition: |x| < 2^20.
struct Quadrant {
  long double rest;
  long number;

  explicit Quadrant(long double x) {
    // π/2 is given in 43 bits, the next 43 bits, and the remainder: products of the first two with `number` are exact.
    constexpr long double first = 0x6487ed5110bp-42L, second = 0x4611a62633p-82L, third = 0x28b80dc1cd129025p-147L,
                          per_quadrant = 0.636619772367581343075535L;
    number = std::lrint(x * per_quadrant);
    const auto count = static_cast<long double>(number);
    rest = ((x - count * first) - count * second) - count * third;
  }
  static bool is_in_range(long double x) { return x < 0x1p20L && x > -0x1p20L; }
  /// Returns sin(rest + turns · π/2).
  long double sine(long turns) const {
    const long which = turns & 3;
    const long double size = which & 1 ? cosine_series() : sine_series();
    return which & 2 ? -size : size;
  }

 private:
  // Taylor series of sine and cosine, with a remainder below 2^-72 for |rest| <= π/4. Even and odd terms are summed
  // separately, so the processor can compute both sums in parallel.

  long double sine_series() const {
    const long double x2 = rest * rest, x4 = x2 * x2;
    const long double odd = (((x4 * over<19> + over<15>)*x4 + over<11>)*x4 + over<7>)*x4 + over<3>;
    const long double even = ((x4 * over<17> + over<13>)*x4 + over<9>)*x4 + over<5>;
    return rest + rest * x2 * (x2 * even - odd);
  }
  long double cosine_series() const {
    const long double x2 = rest * rest, x4 = x2 * x2, half = x2 / 2, most = 1 - half;
    const long double even = (((x4 * over<20> + over<16>)*x4 + over<12>)*x4 + over<8>)*x4 + over<4>;
    const long double odd = ((x4 * over<18> + over<14>)*x4 + over<10>)*x4 + over<6>;
    return most + (((1 - most) - half) + x4 * (even - x2 * odd));  // compensates the rounding error of 1 − x²/2
  }
  template <int n>
  static constexpr long double over = inverse_factorial(n);
};

/// Returns sin(x + turns · π/2), with an error of one or two roundings. For every long double beyond π/4 the standard
/// library uses a range reduction that only large angles need, and which takes more than half of the time. Here an
/// angle below 2^20 is reduced with π/2 in three parts (Cody & Waite 1980, Software Manual for the Elementary
/// Functions, chapter 8), and a series is evaluated at the remainder.
template <int turns, class T>
T turned_sine(const T& x) {
  static_assert(turns == 0 || turns == 1);
  using std::cos, std::sin;
  if constexpr (std::is_same_v<T, long double>)
    if (Quadrant::is_in_range(x)) {
      const Quadrant at(x);
      return at.sine(at.number + turns);
    }
  return turns == 0 ? sin(x) : cos(x);
}
template <class T>
T sine_of(const T& x) {
  return turned_sine<0>(x);
}
template <class T>
T cosine_of(const T& x) {
  return turned_sine<1>(x);
}

/// Caches sine and cosine of the last angle, because constraint, Jacobian and the iterations of a step need the same
/// values repeatedly.
template <class T>
class SineCosine {
 public:
  T sine = 0, cosine = 1;

  /// Returns both at `angle` [rad]; recomputes them only if the angle differs from the last one.
  const SineCosine& at(const T& angle) {
    using std::cos, std::sin;
    if (angle == last) return *this;
    const T x = angle;
    if constexpr (std::is_same_v<T, long double>) {
      sine = sine_of(x);
      cosine = cosine_of(x);
    } else {
      const T s = sin(x), c = cos(x);  // local variables, because one call computes both
      sine = s;
      cosine = c;
    }
    last = x;
    return *this;
  }

 private:
  T last = 0;
};

}  // namespace plumb
