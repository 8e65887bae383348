#include "problems/mbs/spline.hpp"

#include <algorithm>

#include "numerics/interpolatory_rule.hpp"

namespace plumb::mbs {
namespace {

// The number of intervals per chord for the arc length, each integrated by Gauss's rule with eight points. The lengths
// then have about 20 digits.
constexpr int stations_per_chord = 8;

// Solves for the inner second derivatives by Thomas's algorithm; the second derivatives at the ends are 0.
std::vector<LongVector> second_derivatives(const std::vector<LongVector>& p, const std::vector<Digits50>& u) {
  std::vector<LongVector> m(p.size(), LongVector::Zero());
  std::vector<Digits50> above(p.size(), Digits50(0));
  for (std::size_t i = 1; i + 1 < p.size(); ++i) {
    const Digits50 before = u[i] - u[i - 1], after = u[i + 1] - u[i];
    const Digits50 pivot = 2 * (before + after) - before * above[i - 1];
    const LongVector bend = 6 * ((p[i + 1] - p[i]) / after - (p[i] - p[i - 1]) / before);
    above[i] = after / pivot;
    m[i] = (bend - before * m[i - 1]) / pivot;
  }
  for (std::size_t i = p.size() - 1; i-- > 1;) m[i] -= above[i] * m[i + 1];
  return m;
}

}  // namespace

Spline::Spline(std::vector<LongVector> through) : points(std::move(through)), chords{Digits50(0)} {
  for (std::size_t i = 1; i < points.size(); ++i)
    chords.push_back(chords.back() + mbs::length<Digits50>(points[i] - points[i - 1]));
  second = second_derivatives(points, chords);
  stations = lengths = {Digits50(0)};
  for (std::size_t i = 1; i < points.size(); ++i)
    for (int k = 1; k <= stations_per_chord; ++k) {
      const Digits50 to = chords[i - 1] + (chords[i] - chords[i - 1]) * k / stations_per_chord;
      lengths.push_back(lengths.back() + length_between(stations.back(), to));
      stations.push_back(to);
    }
}

std::size_t Spline::piece_of(const Digits50& u) const {
  const auto after = std::upper_bound(chords.begin() + 1, chords.end() - 1, u);
  return static_cast<std::size_t>(after - chords.begin());
}

LongVector Spline::place(const Digits50& u) const {
  const auto i = piece_of(u);
  const Digits50 h = chords[i] - chords[i - 1], a = (chords[i] - u) / h, b = 1 - a;
  return a * points[i - 1] + b * points[i] +
         h * h / 6 * (a * (a * a - 1) * second[i - 1] + b * (b * b - 1) * second[i]);
}

LongVector Spline::slope(const Digits50& u) const {
  const auto i = piece_of(u);
  const Digits50 h = chords[i] - chords[i - 1], a = (chords[i] - u) / h, b = 1 - a;
  return (points[i] - points[i - 1]) / h + h / 6 * ((3 * b * b - 1) * second[i] - (3 * a * a - 1) * second[i - 1]);
}

// Returns the arc length between two parameters in the same piece of the spline.
Digits50 Spline::length_between(const Digits50& from, const Digits50& to) const {
  static const GaussRule<Digits50, 8> gauss;
  Digits50 sum = 0;
  for (std::size_t k = 0; k < gauss.nodes.size(); ++k)
    sum += gauss.weights[k] * mbs::length<Digits50>(slope(from + gauss.nodes[k] * (to - from)));
  return sum * (to - from);
}

// Finds the parameter by Newton's iteration in the interval between two stations.
Digits50 Spline::parameter_at(const Digits50& s) const {
  const auto next = std::upper_bound(lengths.begin() + 1, lengths.end() - 1, s);
  const auto k = static_cast<std::size_t>(next - lengths.begin());
  const Digits50 &from = stations[k - 1], &to = stations[k];
  const Digits50 requested = s - lengths[k - 1], whole = lengths[k] - lengths[k - 1];
  Digits50 u = from + (to - from) * requested / whole;
  for (int iteration = 0; iteration < 8; ++iteration) {
    const Digits50 miss = length_between(from, u) - requested, speed = mbs::length<Digits50>(slope(u));
    if (abs(miss) < Digits50("1e-30") * whole || !(speed > 0)) break;  // speed 0: a cusp, which beams reject
    u = std::clamp<Digits50>(u - miss / speed, from, to);
  }
  return u;
}

}  // namespace plumb::mbs
