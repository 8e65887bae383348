#include "numerics/real_eigen.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "numerics/schur.hpp"

namespace plumb {
namespace {

using Eigen::Index;

// False: one is not finite.
template <class T>
bool take_values(const Mat<T>& t, Vec<std::complex<T>>& values) {
  using std::abs, std::isfinite, std::sqrt;
  const Index n = t.rows();
  for (Index i = 0; i < n; ++i) {
    if (i == n - 1 || t(i + 1, i) == T(0)) {
      values[i] = t(i, i);
    } else {
      const T p = T(0.5) * (t(i, i) - t(i + 1, i + 1)), below = t(i + 1, i), above = t(i, i + 1);
      const T largest = std::max<T>(abs(p), std::max<T>(abs(below), abs(above)));
      const T scaled = p / largest;
      const T imaginary = largest * sqrt(abs(scaled * scaled + below / largest * (above / largest)));
      values[i] = {t(i + 1, i + 1) + p, imaginary};
      values[i + 1] = {t(i + 1, i + 1) + p, -imaginary};
      ++i;
    }
    if (!isfinite(values[i].real()) || !isfinite(values[i].imag())) return false;
  }
  return true;
}

// Eigenvectors of T, in place, by substitution from the last row up.
template <class T>
class Substitution {
  using Complex = std::complex<T>;

 public:
  Substitution(Mat<T>& matrix, const Vec<Complex>& eigenvalues) : t(matrix), values(eigenvalues), n(t.rows()) {
    using std::abs;
    for (Index i = 0; i < n; ++i) {
      T row = 0;
      for (Index j = std::max<Index>(i - 1, 0); j < n; ++j) row += abs(t(i, j));
      norm += row;
    }
    for (Index k = n - 1; k >= 0; --k) {
      if (values[k].imag() == T(0))
        take_vector(k);
      else
        take_pair(k--);
    }
  }

 private:
  static constexpr T epsilon = std::numeric_limits<T>::epsilon();

  bool is_second(Index i) const { return values[i].imag() < T(0); }
  // Row i by column k, from `first` on to `last`.
  T along(Index i, Index first, Index last, Index k) const {
    T out = t(i, first) * t(first, k);
    for (Index j = first + 1; j <= last; ++j) out += t(i, j) * t(j, k);
    return out;
  }
  void put(Index i, Index k, const Complex& x) {
    t(i, k - 1) = x.real();
    t(i, k) = x.imag();
  }
  // |λ_i − p|²
  T distance(Index i, const T& p) const {
    return (values[i].real() - p) * (values[i].real() - p) + values[i].imag() * values[i].imag();
  }
  void limit(Index i, Index first, Index k, const T& size) {
    if (epsilon * size * size > T(1))
      for (Index column = first; column <= k; ++column)
        for (Index row = i; row < n; ++row) t(row, column) /= size;
  }

  void take_vector(Index k) {
    using std::abs;
    const T p = values[k].real();
    T last_r = 0, last_w = 0;
    Index first = k;
    t(k, k) = T(1);
    for (Index i = k - 1; i >= 0; --i) {
      const T w = t(i, i) - p, r = along(i, first, k, k);
      if (is_second(i)) {
        last_w = w;
        last_r = r;
        continue;
      }
      first = i;
      if (values[i].imag() == T(0)) {
        t(i, k) = -r / (w != T(0) ? w : T(epsilon * norm));
      } else {
        const T x = t(i, i + 1), y = t(i + 1, i), s = (x * last_r - last_w * r) / distance(i, p);
        t(i, k) = s;
        t(i + 1, k) = abs(x) > abs(last_w) ? T((-r - w * s) / x) : T((-last_r - y * s) / last_w);
      }
      limit(i, k, k, abs(t(i, k)));
    }
  }

  // Of the eigenvalues k − 1 and k.
  void take_pair(Index k) {
    using std::abs;
    const T p = values[k].real(), q = values[k].imag();
    if (abs(t(k, k - 1)) > abs(t(k - 1, k))) {
      t(k - 1, k - 1) = q / t(k, k - 1);
      t(k - 1, k) = -(t(k, k) - p) / t(k, k - 1);
    } else {
      put(k - 1, k, Complex(T(0), -t(k - 1, k)) / Complex(t(k - 1, k - 1) - p, q));
    }
    t(k, k - 1) = T(0);
    t(k, k) = T(1);
    Row below{0, 0, 0};
    Index first = k - 1;
    for (Index i = k - 2; i >= 0; --i) {
      const Row row{along(i, first, k, k - 1), along(i, first, k, k), t(i, i) - p};
      if (is_second(i)) {
        below = row;
        continue;
      }
      first = i;
      if (values[i].imag() == T(0))
        put(i, k, Complex(-row.real, -row.imaginary) / Complex(row.w, q));
      else
        take_two_rows(i, k, row, below);
      limit(i, k - 1, k, std::max<T>(abs(t(i, k - 1)), abs(t(i, k))));
    }
  }

  struct Row {
    T real, imaginary, w;  // right-hand side, and what is left of the diagonal
  };
  void take_two_rows(Index i, Index k, const Row& row, const Row& below) {
    using std::abs;
    const T p = values[k].real(), q = values[k].imag(), x = t(i, i + 1), y = t(i + 1, i);
    T real = distance(i, p) - q * q;
    const T imaginary = (values[i].real() - p) * T(2) * q;
    if (real == T(0) && imaginary == T(0))
      real = epsilon * norm * (abs(row.w) + abs(q) + abs(x) + abs(y) + abs(below.w));
    put(i, k,
        Complex(x * below.real - below.w * row.real + q * row.imaginary,
                x * below.imaginary - below.w * row.imaginary - q * row.real) /
            Complex(real, imaginary));
    const T u = t(i, k - 1), v = t(i, k);
    if (abs(x) > abs(below.w) + abs(q)) {
      t(i + 1, k - 1) = (-row.real - row.w * u + q * v) / x;
      t(i + 1, k) = (-row.imaginary - row.w * v - q * u) / x;
    } else {
      put(i + 1, k, Complex(-below.real - y * u, -below.imaginary - y * v) / Complex(below.w, q));
    }
  }

  Mat<T>& t;
  const Vec<Complex>& values;
  Index n;
  T norm = 0;
};

// u ← u t, t upper triangular.
template <class T>
void multiply(Mat<T>& u, const Mat<T>& t) {
  const Index n = u.rows();
  Vec<T> column(n);
  for (Index j = n - 1; j >= 0; --j) {
    clear(column);
    for (Index k = 0; k <= j; ++k)
      for (Index i = 0; i < n; ++i) column[i] += u(i, k) * t(k, j);
    for (Index i = 0; i < n; ++i) u(i, j) = column[i];
  }
}

}  // namespace

template <class T>
RealEigen<T> real_eigen(const Mat<T>& a, bool with_vectors, Index iterations) {
  Schur<T> schur(a, with_vectors, iterations);
  RealEigen<T> out{schur.converged, zeros<Vec<std::complex<T>>>(a.rows()), std::move(schur.u)};
  out.found = schur.converged && take_values(schur.t, out.values);
  const bool is_zero =
      std::all_of(schur.t.data(), schur.t.data() + schur.t.size(), [](const T& x) { return x == T(0); });
  if (!out.found || !with_vectors || is_zero) return out;
  Substitution<T>(schur.t, out.values);
  multiply(out.vectors, schur.t);
  return out;
}

template RealEigen<double> real_eigen(const Mat<double>&, bool, Index);
template RealEigen<long double> real_eigen(const Mat<long double>&, bool, Index);
template RealEigen<quad> real_eigen(const Mat<quad>&, bool, Index);

}  // namespace plumb
