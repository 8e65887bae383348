#pragma once
// SimdPair<T>: two numbers on which the same operations are carried out. Two doubles share a SIMD register, so an
// operation costs as much as in double.

#include <type_traits>
#include <utility>

#include "numerics/scalar.hpp"

namespace plumb {

template <class T>
class SimdPair {
 public:
  SimdPair() = default;
  SimdPair(const T& both) : x{both, both} {}
  SimdPair(const T& first, const T& second) : x{first, second} {}

  T operator[](int i) const { return x[i]; }
  T sum() const { return x[0] + x[1]; }

  SimdPair operator-() const { return SimdPair(Both(-x)); }
  friend SimdPair operator+(const SimdPair& a, const SimdPair& b) { return SimdPair(Both(a.x + b.x)); }
  friend SimdPair operator-(const SimdPair& a, const SimdPair& b) { return SimdPair(Both(a.x - b.x)); }
  friend SimdPair operator*(const SimdPair& a, const SimdPair& b) { return SimdPair(Both(a.x * b.x)); }
  SimdPair& operator+=(const SimdPair& b) { return *this = *this + b; }
  SimdPair& operator-=(const SimdPair& b) { return *this = *this - b; }

 private:
  struct Apart {
    T first, second;

    const T& operator[](int i) const { return i == 0 ? first : second; }
    Apart operator-() const { return {-first, -second}; }
    friend Apart operator+(const Apart& a, const Apart& b) { return {a.first + b.first, a.second + b.second}; }
    friend Apart operator-(const Apart& a, const Apart& b) { return {a.first - b.first, a.second - b.second}; }
    friend Apart operator*(const Apart& a, const Apart& b) { return {a.first * b.first, a.second * b.second}; }
  };
  using InRegister [[gnu::vector_size(16)]] = double;
  using Both = std::conditional_t<std::is_same_v<T, double>, InRegister, Apart>;

  explicit SimdPair(const Both& of) : x(of) {}

  Both x;
};

/// The product as for numbers (products.hpp).
template <class T>
SimdPair<T> product(const T& a, const SimdPair<T>& b) {
  return a * b;
}

/// Calls of(i) for all entries; the calls are written out for matrices of three by three.
template <class Out, class Function>
[[gnu::always_inline]] inline Out by_entry(Function function) {
  Out out;
  if constexpr (Out::SizeAtCompileTime <= 9)
    [&]<int... i>(std::integer_sequence<int, i...>) __attribute__((always_inline)) {
      ((out.data()[i] = function(i)), ...);
    }
  (std::make_integer_sequence<int, Out::SizeAtCompileTime>());
  else for (int i = 0; i < Out::SizeAtCompileTime; ++i) out.data()[i] = function(i);
  return out;
}
/// Returns the matrix whose entries are the pairs of entries of two matrices.
template <class T, int rows, int columns>
[[gnu::always_inline]] inline Mat<SimdPair<T>, rows, columns> paired(const Mat<T, rows, columns>& first,
                                                                     const Mat<T, rows, columns>& second) {
  return by_entry<Mat<SimdPair<T>, rows, columns>>([&](int i) __attribute__((always_inline)) {
    return SimdPair<T>(first.data()[i], second.data()[i]);
  });
}
/// Returns the first (`which` = 0) or the second (1) of the two matrices.
template <class T, int rows, int columns>
[[gnu::always_inline]] inline Mat<T, rows, columns> lane(int which, const Mat<SimdPair<T>, rows, columns>& both) {
  return by_entry<Mat<T, rows, columns>>([&](int i) __attribute__((always_inline)) { return both.data()[i][which]; });
}
/// Returns the sum of the two matrices.
template <class T, int rows, int columns>
[[gnu::always_inline]] inline Mat<T, rows, columns> sum(const Mat<SimdPair<T>, rows, columns>& both) {
  return by_entry<Mat<T, rows, columns>>([&](int i) __attribute__((always_inline)) { return both.data()[i].sum(); });
}

/// Returns of(x, ...). If x consists of pairs, `of` is called for the first numbers of all pairs and again for the
/// second numbers, because functions with branches do not support pairs.
template <class Function, class T, int n, class... More>
auto of_each(Function function, const Vec<T, n>& x, const More&... more) {
  return function(x, more...);
}
template <class Function, class T, int n, class... More>
auto of_each(Function function, const Vec<SimdPair<T>, n>& x, const More&... more) {
  return paired(function(lane(0, x), lane(0, more)...), function(lane(1, x), lane(1, more)...));
}

}  // namespace plumb
