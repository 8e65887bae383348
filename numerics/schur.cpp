#include "numerics/schur.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace plumb {
namespace {

using Eigen::Index;

// Σ term(i), i < count, as Eigen adds up a vector: doubles in four sums.
template <class T, class Term>
T sum(Index count, Term term) {
  if (!std::is_same_v<T, double> || count < 2) {
    T out = count > 0 ? term(0) : T(0);
    for (Index i = 1; i < count; ++i) out += term(i);
    return out;
  }
  T even = term(0), odd = term(1);
  const Index pairs = count / 2;
  if (pairs > 1) {
    T even2 = term(2), odd2 = term(3);
    for (Index i = 4; i + 3 < 2 * pairs; i += 4) {
      even += term(i);
      odd += term(i + 1);
      even2 += term(i + 2);
      odd2 += term(i + 3);
    }
    even += even2;
    odd += odd2;
    if (pairs % 2 == 1) {
      even += term(2 * pairs - 2);
      odd += term(2 * pairs - 1);
    }
  }
  T out = even + odd;
  if (count % 2 == 1) out += term(count - 1);
  return out;
}

// Σ x_i y_i as Eigen multiplies a row of a matrix and a vector: doubles in two sums.
template <class T>
T product(const T* x, const T* y, Index count) {
  T even(0), odd(0);
  Index i = 0;
  if constexpr (std::is_same_v<T, double>) {
    for (; i + 1 < count; i += 2) {
      even += x[i] * y[i];
      odd += x[i + 1] * y[i + 1];
    }
    even += odd;
  }
  for (; i < count; ++i) even += x[i] * y[i];
  return even;
}

// The reflection 1 − τ w wᵀ, w = (1, essential), that takes x to (β, 0, ..). x ← (x_0, essential).
template <class T>
struct Reflection {
  T tau, beta;

  Reflection(T* x, Index count) : tau(0), beta(x[0]) {
    using std::sqrt;
    const T first = x[0], rest = sum<T>(count - 1, [x](Index i) { return x[i + 1] * x[i + 1]; });
    if (rest <= std::numeric_limits<T>::min()) {
      std::fill(x + 1, x + count, T(0));
      return;
    }
    beta = sqrt(first * first + rest);
    if (first >= T(0)) beta = -beta;
    for (Index i = 1; i < count; ++i) x[i] = x[i] / (first - beta);
    tau = (beta - first) / beta;
  }
};

// Rows row .. row + count − 1 of the columns from `column` on.
template <class T>
void reflect_rows(Mat<T>& a, Index row, Index count, Index column, const T* essential, const T& tau) {
  if (tau == T(0)) return;
  for (Index j = column; j < a.cols(); ++j) {
    T* const x = &a(row, j);
    if (count == 1) {
      x[0] *= T(1) - tau;
      continue;
    }
    const T along = product(essential, x + 1, count - 1) + x[0];
    x[0] -= tau * along;
    for (Index i = 1; i < count; ++i) x[i] -= tau * essential[i - 1] * along;
  }
}

// Columns column .. column + count − 1 of the first rows.
template <class T>
void reflect_columns(Mat<T>& a, Index rows, Index column, Index count, const T* essential, const T& tau) {
  if (tau == T(0)) return;
  for (Index i = 0; i < rows; ++i) {
    if (count == 1) {
      a(i, column) *= T(1) - tau;
      continue;
    }
    T along(0);
    for (Index j = 1; j < count; ++j) along += a(i, column + j) * essential[j - 1];
    along += a(i, column);
    a(i, column) -= tau * along;
    for (Index j = 1; j < count; ++j) a(i, column + j) -= tau * along * essential[j - 1];
  }
}

// The plane rotation that takes (p, q) to (r, 0).
template <class T>
struct Rotation {
  T cosine, sine;

  Rotation(const T& p, const T& q) {
    using std::abs, std::sqrt;
    if (q == T(0)) {
      cosine = p < T(0) ? T(-1) : T(1);
      sine = T(0);
    } else if (p == T(0)) {
      cosine = T(0);
      sine = q < T(0) ? T(1) : T(-1);
    } else if (abs(p) > abs(q)) {
      const T tangent = q / p, length = sqrt(T(1) + tangent * tangent);
      cosine = T(1) / (p < T(0) ? T(-length) : length);
      sine = -tangent * cosine;
    } else {
      const T cotangent = p / q, length = sqrt(T(1) + cotangent * cotangent);
      sine = T(-1) / (q < T(0) ? T(-length) : length);
      cosine = -cotangent * sine;
    }
  }
  void operator()(T& x, T& y) const {
    if (cosine == T(1) && sine == T(0)) return;
    const T x0 = x;
    x = cosine * x0 - sine * y;
    y = sine * x0 + cosine * y;
  }
};

}  // namespace

template <class T>
Schur<T>::Schur(const Mat<T>& a, bool with_basis, Index iterations) : t(a), n(a.rows()), with_u(with_basis) {
  using std::abs;
  if (with_u) u = identity<Mat<T>>(n);
  T scale = 0;
  for (Index k = 0; k < t.size(); ++k) scale = std::max<T>(scale, abs(t.data()[k]));
  if (scale < std::numeric_limits<T>::min()) {
    clear(t);
    return;
  }
  for (Index k = 0; k < t.size(); ++k) t.data()[k] /= scale;
  reduce_to_hessenberg();
  iterate(iterations * n);
  for (Index k = 0; k < t.size(); ++k) t.data()[k] *= scale;
}

template <class T>
void Schur<T>::reduce_to_hessenberg() {
  std::vector<T> tau;
  for (Index i = 0; i + 1 < n; ++i) {
    const Index count = n - i - 1;
    const Reflection<T> reflection(&t(i + 1, i), count);
    t(i + 1, i) = reflection.beta;
    tau.push_back(reflection.tau);
    const T* const essential = t.data() + i * n + i + 2;  // below beta, where it stays
    reflect_rows(t, i + 1, count, i + 1, essential, reflection.tau);
    reflect_columns(t, n, i + 1, count, essential, reflection.tau);
  }
  for (Index i = n - 1; with_u && i-- > 0;)
    reflect_rows(u, i + 1, n - i - 1, i + 1, t.data() + i * n + i + 2, tau[static_cast<std::size_t>(i)]);
  for (Index j = 0; j < n; ++j)
    for (Index i = j + 2; i < n; ++i) t(i, j) = T(0);
}

// Rows below `last` are done; what is above its block is not reached yet.
template <class T>
void Schur<T>::iterate(Index iterations) {
  using std::abs;
  constexpr T epsilon = std::numeric_limits<T>::epsilon();
  T norm(0);
  for (Index j = 0; j < n; ++j) norm += sum<T>(std::min(n, j + 2), [&](Index i) { return abs(t(i, j)); });
  const T negligible = std::max<T>(norm * (epsilon * epsilon), std::numeric_limits<T>::min());
  if (norm == T(0)) return;
  Index of_this = 0, of_all = 0;
  for (Index last = n - 1; last >= 0;) {
    const Index first = first_of_block(last, negligible);
    if (first >= last - 1) {
      if (first == last) {
        t(last, last) = t(last, last) + shifted;
        if (last > 0) t(last, last - 1) = T(0);
      } else {
        split_pair(last);
      }
      last = first - 1;
      of_this = 0;
      continue;
    }
    T v[3] = {};
    const Shift by = shift(last, of_this++);
    if (++of_all > iterations) {
      converged = false;
      return;
    }
    const Index begin = start_of_step(first, last, by, v);
    step(first, begin, last, v);
  }
}

template <class T>
typename Schur<T>::Index Schur<T>::first_of_block(Index last, const T& negligible) const {
  using std::abs;
  Index first = last;
  for (; first > 0; --first) {
    const T beside = abs(t(first - 1, first - 1)) + abs(t(first, first));
    if (abs(t(first, first - 1)) <= std::max<T>(beside * std::numeric_limits<T>::epsilon(), negligible)) break;
  }
  return first;
}

// The block [a b; c d] of the rows last − 1 and last: its eigenvalues are tr/2 ± √q, q = ((a − d)/2)² + b c.
template <class T>
void Schur<T>::split_pair(Index last) {
  using std::abs, std::sqrt;
  const Index before = last - 1;
  const T p = T(0.5) * (t(before, before) - t(last, last)), q = p * p + t(last, before) * t(before, last);
  t(last, last) += shifted;
  t(before, before) += shifted;
  if (q >= T(0)) {
    const T root = sqrt(abs(q));
    const Rotation<T> rotation(p >= T(0) ? p + root : p - root, t(last, before));
    for (Index j = before; j < n; ++j) rotation(t(before, j), t(last, j));
    for (Index i = 0; i <= last; ++i) rotation(t(i, before), t(i, last));
    t(last, before) = T(0);
    for (Index i = 0; with_u && i < n; ++i) rotation(u(i, before), u(i, last));
  }
  if (last > 1) t(before, last - 2) = T(0);
}

// After 10 and after 30 steps without success an exceptional one, of Wilkinson and of MATLAB.
template <class T>
typename Schur<T>::Shift Schur<T>::shift(Index last, Index iteration) {
  using std::abs, std::sqrt;
  Shift by{t(last, last), t(last - 1, last - 1), t(last, last - 1) * t(last - 1, last)};
  const auto move = [&](const T& s) {
    shifted += s;
    for (Index i = 0; i <= last; ++i) t(i, i) -= s;
  };
  if (iteration == 10) {
    move(by.last);
    const T s = abs(t(last, last - 1)) + abs(t(last - 1, last - 2));
    by = {T(0.75) * s, T(0.75) * s, T(-0.4375) * s * s};
  }
  if (iteration == 30) {
    const T half = (by.before - by.last) / T(2), discriminant = half * half + by.product;
    if (discriminant > T(0)) {
      T s = sqrt(discriminant);
      if (by.before < by.last) s = -s;
      s = s + half;
      move(by.last - by.product / s);
      by = {T(0.964), T(0.964), T(0.964)};
    }
  }
  return by;
}

// The row that the step begins in, after two small entries below the diagonal, and v, which its reflection annihilates.
template <class T>
typename Schur<T>::Index Schur<T>::start_of_step(Index first, Index last, const Shift& by, T (&v)[3]) const {
  using std::abs;
  for (Index m = last - 2;; --m) {
    const T diagonal = t(m, m), r = by.last - diagonal, s = by.before - diagonal;
    v[0] = (r * s - by.product) / t(m + 1, m) + t(m, m + 1);
    v[1] = t(m + 1, m + 1) - diagonal - r - s;
    v[2] = t(m + 2, m + 1);
    if (m == first) return m;
    const T left = t(m, m - 1) * (abs(v[1]) + abs(v[2]));
    const T right = v[0] * (abs(t(m - 1, m - 1)) + abs(diagonal) + abs(t(m + 1, m + 1)));
    if (abs(left) < std::numeric_limits<T>::epsilon() * right) return m;
  }
}

template <class T>
void Schur<T>::step(Index first, Index begin, Index last, T (&v)[3]) {
  for (Index k = begin; k < last; ++k) {
    const Index count = std::min<Index>(3, last - k + 1);
    if (k != begin)
      for (Index i = 0; i < count; ++i) v[i] = t(k + i, k - 1);
    const Reflection<T> reflection(v, count);
    if (reflection.beta == T(0)) continue;
    if (k != begin)
      t(k, k - 1) = reflection.beta;
    else if (k > first)
      t(k, k - 1) = -t(k, k - 1);
    reflect(k, count, std::min(last, k + 3) + 1, v + 1, reflection.tau);
  }
  for (Index i = begin + 2; i <= last; ++i) {
    t(i, i - 2) = T(0);
    if (i > begin + 2) t(i, i - 3) = T(0);
  }
}

template <class T>
void Schur<T>::reflect(Index k, Index count, Index rows, const T* essential, const T& tau) {
  reflect_rows(t, k, count, k, essential, tau);
  reflect_columns(t, rows, k, count, essential, tau);
  if (with_u) reflect_columns(u, n, k, count, essential, tau);
}

template class Schur<double>;
template class Schur<long double>;
template class Schur<quad>;

}  // namespace plumb
