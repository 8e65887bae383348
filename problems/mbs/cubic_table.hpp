#pragma once
// A function through the points (t_i, y_i) of a table: the cubic spline, whose second derivatives m_i solve
//
//   h_{i−1} m_{i−1} + 2 (h_{i−1} + h_i) m_i + h_i m_{i+1} = 6 (d_i − d_{i−1}),   d_i = (y_{i+1} − y_i)/h_i
//
// with the intervals h_i = t_{i+1} − t_i, and with one more condition at each end (TableEnds). Outside the table the
// function is continued along its tangent, or holds its value (TableOutside).
//
// Source: de Boor 1978, A Practical Guide to Splines, chapter IV.

#include <algorithm>
#include <vector>

#include "problems/mbs/body.hpp"

namespace plumb::mbs {

/// Returns the second derivatives at the points. Precondition: the table satisfies `require_sound_table`.
template <class T>
std::vector<T> second_derivatives(const std::vector<T>& t, const std::vector<T>& y, TableEnds ends) {
  const std::size_t n = t.size(), last = n - 1;
  const auto h = [&](std::size_t i) { return T(t[i + 1] - t[i]); };
  const auto d = [&](std::size_t i) { return T((y[i + 1] - y[i]) / h(i)); };
  std::vector<T> lower(n, T(0)), diagonal(n, T(1)), upper(n, T(0)), m(n, T(0));
  for (std::size_t i = 1; i < last; ++i) {
    lower[i] = h(i - 1);
    upper[i] = h(i);
    diagonal[i] = 2 * (h(i - 1) + h(i));
    m[i] = 6 * (d(i) - d(i - 1));
  }
  if (ends == TableEnds::clamped) {
    upper[0] = lower[last] = T(1);
    diagonal[0] = diagonal[last] = T(2);
    m[0] = 6 * d(0) / h(0);
    m[last] = -6 * d(last - 1) / h(last - 1);
  }
  if (ends == TableEnds::not_a_knot) {  // m_0 = m_1 + (m_1 − m_2) h_0/h_1, likewise at the other end
    diagonal[1] += h(0) * (h(0) + h(1)) / h(1);
    upper[1] -= h(0) * h(0) / h(1);
    diagonal[last - 1] += h(last - 1) * (h(last - 1) + h(last - 2)) / h(last - 2);
    lower[last - 1] -= h(last - 1) * h(last - 1) / h(last - 2);
    lower[1] = upper[last - 1] = T(0);
  }
  for (std::size_t i = 1; i < n; ++i) {  // Thomas' elimination; the matrix is diagonally dominant
    const T factor = lower[i] / diagonal[i - 1];
    diagonal[i] -= factor * upper[i - 1];
    m[i] -= factor * m[i - 1];
  }
  for (std::size_t i = n; i-- > 0;) m[i] = (i < last ? T(m[i] - upper[i] * m[i + 1]) : m[i]) / diagonal[i];
  if (ends == TableEnds::not_a_knot) {
    m[0] = m[1] + (m[1] - m[2]) * h(0) / h(1);
    m[last] = m[last - 1] + (m[last - 1] - m[last - 2]) * h(last - 1) / h(last - 2);
  }
  return m;
}

template <class T>
class CubicTable {
 public:
  struct Values {
    T value, rate, second, third;
  };
  struct Break {
    T time;
    Values before, after;
  };

  CubicTable() = default;
  /// Converts the numbers of the table to the precision `Number`, the real scalar if T is a dual number.
  template <class Number = T>
  static CubicTable of(const Table& table) {
    std::vector<Number> t, y;
    for (const auto& one : table.times) t.push_back(one.in<Number>());
    for (const auto& one : table.values) y.push_back(one.in<Number>());
    const auto m = second_derivatives(t, y, table.ends);
    CubicTable out;
    out.skips = table.ends == TableEnds::not_a_knot;
    for (const auto& one : t) out.knots.push_back(T(one));
    out.pieces.push_back({T(y[0]), T(0), T(0), T(0)});
    for (std::size_t i = 0; i + 1 < t.size(); ++i) {
      const Number h = t[i + 1] - t[i];
      out.pieces.push_back({T(y[i]), T((y[i + 1] - y[i]) / h - h * (2 * m[i] + m[i + 1]) / 6), T(m[i] / 2),
                            T((m[i + 1] - m[i]) / (6 * h))});
    }
    out.pieces.push_back({T(y.back()), T(0), T(0), T(0)});
    if (table.outside == TableOutside::hold) return out;
    const auto last = out.knots.size() - 1;
    out.pieces.front().b = out.in_piece(1, out.knots[0]).rate;
    out.pieces.back().b = out.in_piece(last, out.knots[last]).rate;
    return out;
  }

  bool empty() const { return knots.empty(); }
  /// At a point of the table, returns the values of the interval on its right; at the last point, on its left.
  Values at(const T& t) const {
    auto k = static_cast<std::size_t>(std::upper_bound(knots.begin(), knots.end(), t) - knots.begin());
    if (k == knots.size() && !(knots.back() < t)) --k;
    return in_piece(k, t);
  }
  /// The points at which a derivative up to the third can be discontinuous.
  std::vector<Break> breaks() const {
    std::vector<Break> out;
    for (std::size_t i = 0; i < knots.size(); ++i)
      if (!skips || (i != 1 && i + 2 != knots.size()))
        out.push_back({knots[i], in_piece(i, knots[i]), in_piece(i + 1, knots[i])});
    return out;
  }

 private:
  struct Piece {
    T a, b, c, d;  // a + b s + c s² + d s³; s from the left end of the piece or, before the table, from its first point
  };
  Values in_piece(std::size_t k, const T& t) const {
    const auto& [a, b, c, d] = pieces[k];
    const T s = t - knots[k == 0 ? 0 : k - 1];
    return {T(a + s * (b + s * (c + s * d))), T(b + s * (2 * c + s * (3 * d))), T(2 * c + s * (6 * d)), T(6 * d)};
  }

  std::vector<T> knots;
  std::vector<Piece> pieces;  // pieces before the first point, between the points, after the last point
  bool skips = false;         // true (not-a-knot): no discontinuity at the second and the second-to-last point
};

}  // namespace plumb::mbs
