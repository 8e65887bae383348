#pragma once
// A tableau as the stepper reads it: known to the compiler, where loops over stages unroll and zeros vanish, or known
// at run time, where one instantiation serves every method that comes as data.

#include <type_traits>
#include <utility>

#include "methods/coefficients/tableau.hpp"

namespace plumb {

/// A tableau known at compile time.
template <class T, const auto& tableau>
class FixedTableau {
 public:
  static constexpr int stages = std::remove_cvref_t<decltype(tableau)>::stages;
  template <class V>
  using PerStage = std::array<V, stages>;
  template <class V>
  static PerStage<V> per_stage(const V& value) {
    PerStage<V> out;
    out.fill(value);
    return out;
  }

  template <class Visit>
  static void each(Visit visit) {
    each_before(std::integral_constant<int, stages>{}, visit);
  }
  template <int end, class Visit>
  static void each_before(std::integral_constant<int, end>, Visit visit) {
    [&]<int... j>(std::integer_sequence<int, j...>) { (visit(std::integral_constant<int, j>{}), ...); }
    (std::make_integer_sequence<int, end>{});
  }

  static constexpr bool has_a(int i, int j) { return !tableau.a[index(i)][index(j)].is_zero(); }
  static constexpr bool has_b(int i) { return !tableau.b[index(i)].is_zero(); }
  template <int i, int j>
  T a(std::integral_constant<int, i>, std::integral_constant<int, j>) const {
    return value([] { return tableau.a[index(i)][index(j)]; });
  }
  template <int i>
  T b(std::integral_constant<int, i>) const {
    return value([] { return tableau.b[index(i)]; });
  }
  template <int i>
  T c(std::integral_constant<int, i>) const {
    return value([] { return tableau.c[index(i)]; });
  }

 private:
  static constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

  // Rationals are constants of the program; a decimal, or any coefficient in quad, is converted once.
  template <class Coefficient>
  static T value(Coefficient coefficient) {
    if constexpr (std::is_floating_point_v<T> && coefficient().decimal.empty()) {
      constexpr T quotient = T(coefficient().numerator) / T(coefficient().denominator);
      return quotient;
    } else {
      static const T converted = coefficient().template as<T>();
      return converted;
    }
  }
};

/// A tableau known at run time.
template <class T>
class RuntimeTableau {
 public:
  explicit RuntimeTableau(Coefficients<T> coefficients)
      : stages(coefficients.stages), values(std::move(coefficients)) {}

  int stages;
  template <class V>
  using PerStage = std::vector<V>;
  template <class V>
  PerStage<V> per_stage(const V& value) const {
    return PerStage<V>(index(stages), value);
  }

  template <class Visit>
  void each(Visit visit) const {
    each_before(stages, visit);
  }
  template <class Visit>
  void each_before(int end, Visit visit) const {
    for (int j = 0; j < end; ++j) visit(j);
  }

  bool has_a(int i, int j) const { return a(i, j) != 0; }
  bool has_b(int i) const { return b(i) != 0; }
  const T& a(int i, int j) const { return values.a[index(i * stages + j)]; }
  const T& b(int i) const { return values.b[index(i)]; }
  const T& c(int i) const { return values.c[index(i)]; }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  Coefficients<T> values;
};

}  // namespace plumb
