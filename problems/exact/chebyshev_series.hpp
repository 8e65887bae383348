#pragma once
// Chebyshev series in quad, Σ c_k T_k(x) on [-1, 1]: interpolation at the zeros of T_n, integration term by term
// (Clenshaw & Curtis, Numerische Mathematik 2, 197-205, 1960), and evaluation by Clenshaw's recurrence (MTAC 9,
// 118-120, 1955).

#include <array>
#include <type_traits>

#include "numerics/quad_matrix.hpp"
#include "numerics/scalar.hpp"

namespace plumb {

template <int terms>
using ChebyshevSeries = std::array<quad, terms>;

/// The zeros x_j = cos((2j+1) pi/(2n)) of T_n as nodes. n must be even: values() uses x_(n-1-j) = -x_j and needs half
/// of the products.
template <int n>
class ChebyshevNodes {
  static_assert(n % 2 == 0);

 public:
  using Values = std::array<quad, n>;  // values of a function at the nodes

  static const quad& node(int j) { return cosines()[2 * j + 1]; }

  /// The series of the interpolant.
  static ChebyshevSeries<n> expand(const Values& f) {
    static const QuadMatrix to_coefficients = [] {
      const auto& cosine = cosines();
      Mat<quad> m(n, n);  // a full matrix; splitting into even and odd parts costs a digit where f is steep
      for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j) m(k, j) = quad(k == 0 ? 1 : 2) / n * cosine[k * (2 * j + 1) % (4 * n)];
      return QuadMatrix(m);
    }();
    ChebyshevSeries<n> c;
    to_coefficients.multiply(f, c);
    return c;
  }

  /// Values of any series at the nodes.
  template <std::size_t terms>
  static Values values(const std::array<quad, terms>& c) {
    const auto& cosine = cosines();
    Values f;
    for (int j = 0; j < n / 2; ++j) {
      std::array<quad, 2> part{};
      for (int k = 0; k < static_cast<int>(terms); ++k) part[k % 2] += c[k] * cosine[k * (2 * j + 1) % (4 * n)];
      f[j] = part[0] + part[1];
      f[n - 1 - j] = part[0] - part[1];
    }
    return f;
  }

 private:
  // The table of cos(j pi/(2n)) over one turn.
  static const std::array<quad, 4 * n>& cosines() {
    static const auto table = [] {
      std::array<quad, 4 * n> c;
      for (int j = 0; j < 4 * n; ++j) c[j] = cos(j * std::numbers::pi_v<quad> / (2 * n));
      return c;
    }();
    return table;
  }
};

/// Returns the series of the integral whose value at the left end, where T_k = (-1)^k, is `start`. The interval [-1, 1]
/// of x represents an interval of the length 2 half_width.
template <std::size_t n>
std::array<quad, n + 1> integrated(const std::array<quad, n>& c, const quad& half_width, const quad& start = 0) {
  std::array<quad, n + 1> s{};
  s[0] = start;
  for (std::size_t k = n; k > 0; --k) {
    const quad below = k == 1 ? quad(2 * c[0]) : c[k - 1], above = k + 1 < n ? c[k + 1] : quad(0);
    s[k] = half_width * (below - above) / (2 * static_cast<int>(k));
    s[0] += k % 2 ? s[k] : quad(-s[k]);
  }
  return s;
}

template <class T, std::size_t terms>
T clenshaw(const std::array<T, terms>& s, const std::type_identity_t<T>& x) {
  const T twice = 2 * x;
  T b1 = 0, b2 = 0;
  for (std::size_t k = terms - 1; k > 0; --k) {
    const T b0 = s[k] + twice * b1 - b2;
    b2 = b1;
    b1 = b0;
  }
  return s[0] + x * b1 - b2;
}

template <std::size_t terms>
quad largest(const std::array<quad, terms>& c) {
  quad size = 0;
  for (const auto& x : c) size = std::max<quad>(size, abs(x));
  return size;
}

}  // namespace plumb
