#pragma once
// A smooth curve through points p_i, in 50 digits: the natural cubic spline with the cumulative chord length as the
// parameter.
//
//   h_i (m_{i−1} + 2 m_i) + h_{i+1} (2 m_i + m_{i+1}) = 6 (d_{i+1} − d_i),   d_i = (p_i − p_{i−1})/h_i
//
// with the chord lengths h_i = |p_i − p_{i−1}| and the second derivatives m_i, which are 0 at both ends. The curvature
// is continuous, as in a thin elastic strip through the points; through two points the curve is a straight line.
// Sources: de Boor 1978, A Practical Guide to Splines, chapter IV; for the parameter, Epstein 1976, SIAM J. Numer.
// Anal. 13, 261.

#include <vector>

#include "problems/mbs/long_vectors.hpp"

namespace plumb::mbs {

class Spline {
 public:
  /// Precondition: there are at least two points, and neighbours differ.
  explicit Spline(std::vector<LongVector> through);

  /// The length of the whole curve, m.
  const Digits50& length() const { return lengths.back(); }
  /// Returns the parameter (cumulative chord length) of the point at the arc length s from the beginning.
  Digits50 parameter_at(const Digits50& s) const;
  LongVector place(const Digits50& u) const;
  /// Returns the derivative of the position by the parameter; its length is nearly 1.
  LongVector slope(const Digits50& u) const;

 private:
  std::size_t piece_of(const Digits50& u) const;
  Digits50 length_between(const Digits50& from, const Digits50& to) const;

  std::vector<LongVector> points, second;   // points p_i and second derivatives m_i
  std::vector<Digits50> chords;             // chord parameters of the points
  std::vector<Digits50> stations, lengths;  // parameters between the points, and arc lengths from the beginning
};

}  // namespace plumb::mbs
