#pragma once
// The squeezer with closed loops: all links as functions of β only, with derivatives.
//
// Every link is a vector x_i = R(ψ_i) e_i between its hinges. E is an intersection of circles about F and B; G and H
// are intersections of circles about A and E. Of the two intersections, the motion always has the same as initially.
// With ' = d/dβ, x' = i ψ' x, and the loops
//
//   x_OF + x_EF = x_E − O,   x_E = B + x_EBD,   x_AG + x_GE = x_AH + x_HE = x_E − A
//
// yield linear equations for ψ', ψ'' and ψ''' in turn, two at a time: i (a p + b s) = w  <=>  a = w·s / p×s, b = −w·p /
// p×s.

#include "problems/squeezer/elbow.hpp"

namespace plumb::squeezer {

template <class T>
class Linkage {
 public:
  using Rates = std::array<T, links>;
  std::array<Planar<T>, links> x;  // vectors of the links [m]
  std::array<Rates, 3> rates;      // rates ψ', ψ'', ψ''' of the angles

  explicit Linkage(const Data<T>& d) : a(d.a), b(d.b) {
    for (int i = 0; i < links; ++i) square[i] = dot(d.body[i].end, d.body[i].end);
    rates[0][of] = 1;
    rates[1][of] = 0;
    rates[2][of] = 0;
  }

  /// Computes the links for the vector `crank` of O-F.
  void close(const Planar<T>& crank) {
    x[of] = crank;
    const Planar<T> from_b = crank - b;
    x[ebd] = meeting(from_b, square[ebd], square[ef], T(-1));
    x[ef] = x[ebd] - from_b;
    const Planar<T> from_a = b + x[ebd] - a;
    x[ag] = meeting(from_a, square[ag], square[ge], T(1));
    x[ge] = from_a - x[ag];
    x[ah] = meeting(from_a, square[ah], square[he], T(-1));
    x[he] = from_a - x[ah];
  }
  /// Computes ψ', then ψ'', then ψ''' of the closed loops; each requires the lower derivatives.
  template <int order>
  void differentiate() {
    auto& w = rates[order - 1];
    const Planar<T> joint = derivative<order>(of);
    solve(x[ef], -x[ebd], known<order>(ebd) - known<order>(ef) - joint, w[ef], w[ebd]);
    const Planar<T> tip = derivative<order>(ebd);
    solve(x[ag], x[ge], tip - known<order>(ag) - known<order>(ge), w[ag], w[ge]);
    solve(x[ah], x[he], tip - known<order>(ah) - known<order>(he), w[ah], w[he]);
  }

 private:
  // Returns p with |p|² = p2 and |from − p|² = s2, on the left of `from` if side is 1, on the right if side is −1.
  static Planar<T> meeting(const Planar<T>& from, const T& p2, const T& s2, const T& side) {
    using std::sqrt;
    const T distance2 = dot(from, from), along = (distance2 + p2 - s2) / (2 * distance2),
            across2 = p2 / distance2 - along * along, across = side * sqrt(across2);
    return along * from + across * turned(from);
  }
  // Returns the part of the order-th derivative of x_i that does not depend on the order-th derivative of ψ_i.
  template <int order>
  Planar<T> known(int i) const {
    const T &w1 = rates[0][i], &w2 = rates[1][i];
    if constexpr (order == 1) return {};
    if constexpr (order == 2) return T(-w1 * w1) * x[i];
    if constexpr (order == 3) return T(-3 * w1 * w2) * x[i] - T(w1 * w1 * w1) * turned(x[i]);
  }
  template <int order>
  Planar<T> derivative(int i) const {
    return known<order>(i) + rates[order - 1][i] * turned(x[i]);
  }
  static void solve(const Planar<T>& p, const Planar<T>& s, const Planar<T>& w, T& a, T& b) {
    const T scale = 1 / cross(p, s);
    a = scale * dot(w, s);
    b = -scale * dot(p, w);
  }

  Planar<T> a, b;               // hinges A and B on the ground [m]
  std::array<T, links> square;  // squares of the lengths [m²]
};

}  // namespace plumb::squeezer
