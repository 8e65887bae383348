#pragma once
// Sine and cosine of an angle, which are most of the cost of a small model.

#include <cmath>
#include <type_traits>

namespace plumb {

/// Splits x = number · π/2 + rest with |rest| <= π/4 and a rounding. Precondition: |x| < 2^20.
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
  static bool knows(long double x) { return x < 0x1p20L && x > -0x1p20L; }
  /// Returns sin(rest + turns · π/2).
  long double sine(long turns) const {
    const long which = turns & 3;
    const long double size = which & 1 ? std::cos(rest) : std::sin(rest);
    return which & 2 ? -size : size;
  }
};

/// Returns sin(x + turns · π/2), to one or two roundings. The standard library reduces every long double beyond π/4 in
/// the way that only large angles need, which takes more than half of its time. Here an angle of less than 2^20 is
/// reduced in three parts (Cody & Waite 1980, Software Manual for the Elementary Functions, chapter 8).
template <int turns, class T>
T turned_sine(const T& x) {
  static_assert(turns == 0 || turns == 1);
  using std::cos, std::sin;
  if constexpr (std::is_same_v<T, long double>)
    if (Quadrant::knows(x)) {
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

/// Remembers both, because the constraint, the Jacobian and the iterations of one step ask for the same ones
/// repeatedly.
template <class T>
class SineCosine {
 public:
  T sine = 0, cosine = 1;

  /// Returns both at `angle` [rad]; they are computed only if it differs from the last one.
  const SineCosine& at(const T& angle) {
    using std::cos, std::sin;
    if (angle == last) return *this;
    const T x = angle;
    if constexpr (std::is_same_v<T, long double>) {
      sine = sine_of(x);
      cosine = cosine_of(x);
    } else {
      const T s = sin(x), c = cos(x);  // local values: one call computes both
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
