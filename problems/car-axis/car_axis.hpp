#pragma once
// Car axis: a rigid massless bar between two point masses, each on a spring. The left spring is supported by the ground
// at the origin. The right spring is supported by a bumpy road, at the end (x_b, y_b) of an axle of the bar's length L
// that starts at the origin too.
//
//   y_b = r sin ωt,   x_b = sqrt(L² − y_b²)
//   K p'' = F(t, p) − Gᵀλ,   K = ε² M/2,   p = (x_l, y_l, x_r, y_r)
//   F_l = (L_0 − L_l) p_l/L_l − (0, K g),   L_l = |p_l|
//   F_r = (L_0 − L_r) (p_r − p_b)/L_r − (0, K g),   L_r = |p_r − p_b|
//   Φ = (x_l x_b + y_l y_b, |p_l − p_r|² − L²)
//
// The multipliers have the opposite sign of the multipliers in the source, where K p'' = F + Gᵀλ. As in the source,
// masses and forces are scaled by ε², and the springs have the stiffness 1. All quantities are dimensionless. Source:
// mazzia2008, problem Car axis (index 3).

#include <cmath>

#include "contract/parameters.hpp"
#include "contract/system.hpp"
#include "problems/adapters/pattern.hpp"

namespace plumb {

template <class T>
struct CarAxisData {
  T mass = 1;         // mass K = ε² M/2 of the equations
  T length = 1;       // length L of the axle
  T rest_length = 1;  // free length L_0 of the springs
  T amplitude = 0;    // amplitude r of the road
  T frequency = 1;    // frequency ω of the road
  T gravity = 0;      // gravity g
};

template <class T>
CarAxisData<T> car_axis_data(const Parameters& p) {
  const T epsilon = p.number<T>("epsilon"), mass = p.number<T>("mass");
  return {epsilon * epsilon * mass / 2, p.number<T>("length"),    p.number<T>("rest_length"),
          p.number<T>("amplitude"),     p.number<T>("frequency"), p.number<T>("gravity")};
}

/// The end (x_b, y_b) of the axle on the road, with its first two derivatives.
template <class T>
struct RoadPoint {
  using Point = Vec<T, 2>;
  Point at, rate, second;

  RoadPoint(const CarAxisData<T>& d, const T& t) {
    using std::cos, std::sin, std::sqrt;
    const T phase = d.frequency * t, s = sin(phase), c = cos(phase);
    const T y = d.amplitude * s, dy = d.amplitude * d.frequency * c, ddy = -d.frequency * d.frequency * y;
    const T x = sqrt(d.length * d.length - y * y), dx = -y * dy / x;
    const T ddx = -(dy * dy + y * ddy + dx * dx) / x;
    at << x, y;
    rate << dx, dy;
    second << ddx, ddy;
  }
};

/// Returns the force of a spring of stiffness 1 along d, plus the weight (0, −K g).
template <class T>
Vec<T, 2> spring_and_weight(const CarAxisData<T>& data, const Vec<T, 2>& d) {
  using std::sqrt;
  const T stretch = data.rest_length / sqrt(d[0] * d[0] + d[1] * d[1]) - 1;
  return {stretch * d[0], stretch * d[1] - data.mass * data.gravity};
}
template <class T>
Mat<T, 2> spring_tangent(const CarAxisData<T>& data, const Vec<T, 2>& d) {
  using std::sqrt;
  const T r2 = d[0] * d[0] + d[1] * d[1], ratio = data.rest_length / sqrt(r2), w = ratio / r2;
  Mat<T, 2> k;
  k << ratio - 1 - w * d[0] * d[0], -w * d[0] * d[1], -w * d[0] * d[1], ratio - 1 - w * d[1] * d[1];
  return k;
}
template <class T>
T spring_energy(const CarAxisData<T>& data, const Vec<T, 2>& d) {
  using std::sqrt;
  const T stretch = sqrt(d[0] * d[0] + d[1] * d[1]) - data.rest_length;
  return stretch * stretch / 2;
}

/// Returns the energy of the point masses and the springs at p and p'. It is not conserved, because the road moves.
template <class T>
T car_axis_energy(const CarAxisData<T>& data, const T& t, const Vec<T, 4>& p, const Vec<T, 4>& v) {
  const RoadPoint<T> road(data, t);
  const Vec<T, 2> left = p.template head<2>(), right = p.template tail<2>() - road.at;
  return data.mass * v.squaredNorm() / 2 + data.mass * data.gravity * (p[1] + p[3]) + spring_energy(data, left) +
         spring_energy(data, right);
}

/// Returns ∂E/∂t, the power of the road through its spring: F·p_b', where F is the spring's force on the bar.
template <class T>
T road_power_through_spring(const CarAxisData<T>& data, const RoadPoint<T>& road, const Vec<T, 2>& right) {
  const Vec<T, 2> d = right - road.at, force = spring_and_weight(data, d);
  return force.dot(road.rate) + data.mass * data.gravity * road.rate[1];
}

// The car axis in minimal coordinates q = (s, φ):
//
//   p_l = s n(t),  p_r = p_l + L u,   n = (−y_b, x_b)/L,  u = (cos φ, sin φ),  w = (−sin φ, cos φ)
//
//   K [2, L n·w; n·w, L] q'' = (n·(F_l + F_r) − K (2 s n·n'' − L φ'² n·u),  w·F_r − K w·(2 s' n' + s n''))
template <class T>
struct CarAxisMinimal {
  using Scalar = T;
  static constexpr int size = 2, invariant_count = 0;
  using Q = Vec<T, 2>;
  using Point = Vec<T, 2>;
  CarAxisData<T> data;

  bool velocity_dependent() const { return true; }
  bool conservative() const { return false; }
  void acceleration(const T& t, const Q& q, const Q& v, Q& a) const {
    const Frame f(data, t, q);
    const Point right = spring_and_weight(data, f.right_spring), apparent = f.apparent(q, v);
    const Point both = right + spring_and_weight(data, f.left);
    a << f.n.dot(both) / data.mass - 2 * q[0] * f.n.dot(f.ddn) + data.length * v[1] * v[1] * f.n.dot(f.u),
        f.w.dot(right) / data.mass - f.w.dot(apparent);
    f.divide(data.length, a);
  }
  // A(φ) q'' = r gives A ∂q''/∂z = ∂r/∂z − ∂A/∂z q'', with ∂w/∂φ = −u.
  void stiffness(const T& t, const Q& q, const Q& v, Mat<T, 2>& k) const {
    Q a;
    acceleration(t, q, v, a);
    const Frame f(data, t, q);
    const T& K = data.mass;
    const T L = data.length, nu = f.n.dot(f.u), nw = f.n.dot(f.w);
    const Mat<T, 2> left = spring_tangent(data, f.left), right = spring_tangent(data, f.right_spring);
    const Point right_n = right * f.n, right_w = right * f.w, left_n = left * f.n;
    const Point force = spring_and_weight(data, f.right_spring), apparent = f.apparent(q, v);
    Q by_s(f.n.dot(left_n + right_n) / K - 2 * f.n.dot(f.ddn), f.w.dot(right_n) / K - f.w.dot(f.ddn));
    Q by_angle(L * f.n.dot(right_w) / K + L * v[1] * v[1] * nw + L * nu * a[1],
               (L * f.w.dot(right_w) - f.u.dot(force)) / K + f.u.dot(apparent) + nu * a[0]);
    f.divide(L, by_s);
    f.divide(L, by_angle);
    k << by_s, by_angle;
  }
  void damping(const T& t, const Q& q, const Q& v, Mat<T, 2>& d) const {
    const Frame f(data, t, q);
    Q by_s(T(0), -2 * f.w.dot(f.dn)), by_angle(2 * data.length * v[1] * f.n.dot(f.u), T(0));
    f.divide(data.length, by_s);
    f.divide(data.length, by_angle);
    d << by_s, by_angle;
  }
  /// Computes (p, p') at time t.
  void positions(const T& t, const Q& q, const Q& v, Vec<T, 4>& p, Vec<T, 4>& rate) const {
    const Frame f(data, t, q);
    const Point left_rate = v[0] * f.n + q[0] * f.dn;
    p << f.left, f.left + data.length * f.u;
    rate << left_rate, left_rate + data.length * v[1] * f.w;
  }
  T energy(const T& t, const Q& q, const Q& v) const {
    Vec<T, 4> p, rate;
    positions(t, q, v, p, rate);
    return car_axis_energy(data, t, p, rate);
  }
  /// Returns the power of the road: through the spring, and through the axle by λ p_l·p_b', where λ is the multiplier
  /// of p_l·p_b = 0. It follows from K (p_l'' + p_r'') = F_l + F_r − λ p_b, in which the bar's own multiplier cancels.
  T power(const T& t, const Q& q, const Q& v) const {
    const Frame f(data, t, q);
    const RoadPoint<T> road(data, t);
    Q a;
    acceleration(t, q, v, a);
    const Point left = a[0] * f.n + f.apparent(q, v);
    const Point right = left + data.length * (a[1] * f.w - v[1] * v[1] * f.u);
    const Point forces = spring_and_weight(data, f.left) + spring_and_weight(data, f.right_spring);
    const T lambda = road.at.dot(forces - data.mass * (left + right)) / (data.length * data.length);
    return road_power_through_spring(data, road, Point(f.right_spring + road.at)) + lambda * f.left.dot(road.rate);
  }
  void outputs(const T& t, const Q& q, const Q& v, Vec<T>& out) const {
    Vec<T, 4> p, rate;
    positions(t, q, v, p, rate);
    out = p;
  }
  void invariants(const T&, const Q&, const Q&, Vec<T>&) const {}

 private:
  struct Frame {
    Point n, dn, ddn, u, w, left, right_spring;

    Frame(const CarAxisData<T>& d, const T& t, const Q& q) {
      using std::cos, std::sin;
      const RoadPoint<T> road(d, t);
      n << -road.at[1] / d.length, road.at[0] / d.length;
      dn << -road.rate[1] / d.length, road.rate[0] / d.length;
      ddn << -road.second[1] / d.length, road.second[0] / d.length;
      const T c = cos(q[1]), s = sin(q[1]);
      u << c, s;
      w << -s, c;
      left = q[0] * n;
      right_spring = left + d.length * u - road.at;
    }
    // The part of p_l'' without q''.
    Point apparent(const Q& q, const Q& v) const { return 2 * v[0] * dn + q[0] * ddn; }
    void divide(const T& L, Q& r) const {
      const T c = n.dot(w), determinant = L * (2 - c * c);
      r = Q(L * (r[0] - c * r[1]) / determinant, (2 * r[1] - c * r[0]) / determinant);
    }
  };
};

// The car axis in Cartesian coordinates, q = p.
template <class T>
struct CarAxisCartesian {
  using Scalar = T;
  static constexpr int coordinates = 4, constraints = 2, invariant_count = 0;
  static constexpr auto mass_pattern = diagonal_pattern<4>();
  static constexpr auto jacobian_pattern = pattern<2, 4>({"xx..", "xxxx"});
  using Q = Vec<T, 4>;
  using Phi = Vec<T, 2>;
  using Point = Vec<T, 2>;
  CarAxisData<T> data;

  bool conservative() const { return false; }
  void mass(const Q&, Mat<T, 4>& m) const { m = data.mass * Mat<T, 4>::Identity(); }
  void momentum(const Q&, const Q& v, Q& p) const { p = data.mass * v; }
  void force(const T& t, const Q& q, const Q&, Q& f) const {
    const RoadPoint<T> road(data, t);
    const Point left = q.template head<2>(), right = q.template tail<2>() - road.at;
    f << spring_and_weight(data, left), spring_and_weight(data, right);
  }
  void constraint(const T& t, const Q& q, Phi& phi) const {
    const RoadPoint<T> road(data, t);
    const Point d = bar(q);
    phi << q[0] * road.at[0] + q[1] * road.at[1], d[0] * d[0] + d[1] * d[1] - data.length * data.length;
  }
  void jacobian(const T& t, const Q& q, Mat<T, 2, 4>& g) const {
    const RoadPoint<T> road(data, t);
    const Point d = bar(q);
    g << road.at[0], road.at[1], T(0), T(0), 2 * d[0], 2 * d[1], -2 * d[0], -2 * d[1];
  }
  void jacobian_tangent(const T&, const Q&, const Q& w, Mat<T, 2, 4>& k) const {
    const Point d = bar(w);
    k << T(0), T(0), T(0), T(0), 2 * d[0], 2 * d[1], -2 * d[0], -2 * d[1];
  }
  void rate_offset(const T& t, const Q& q, Phi& r) const {
    const RoadPoint<T> road(data, t);
    r << q[0] * road.rate[0] + q[1] * road.rate[1], T(0);
  }
  void rate_offset_tangent(const T& t, const Q&, Mat<T, 2, 4>& k) const {
    const RoadPoint<T> road(data, t);
    k << road.rate[0], road.rate[1], T(0), T(0), T(0), T(0), T(0), T(0);
  }
  void bias(const T& t, const Q& q, const Q& v, Phi& gamma) const {
    const RoadPoint<T> road(data, t);
    const Point d = bar(v);
    gamma << 2 * (v[0] * road.rate[0] + v[1] * road.rate[1]) + q[0] * road.second[0] + q[1] * road.second[1],
        2 * (d[0] * d[0] + d[1] * d[1]);
  }
  void bias_tangents(const T& t, const Q&, const Q& v, Mat<T, 2, 4>& by_q, Mat<T, 2, 4>& by_v) const {
    const RoadPoint<T> road(data, t);
    const Point d = bar(v);
    by_q << road.second[0], road.second[1], T(0), T(0), T(0), T(0), T(0), T(0);
    by_v << 2 * road.rate[0], 2 * road.rate[1], T(0), T(0), 4 * d[0], 4 * d[1], -4 * d[0], -4 * d[1];
  }
  void tangents(const T& t, const Q& q, const Q&, const Q&, const Phi& lambda, Mat<T, 4>& k, Mat<T, 4>& d) const {
    const RoadPoint<T> road(data, t);
    const Point left = q.template head<2>(), right = q.template tail<2>() - road.at;
    k.setZero();
    d.setZero();
    k.template topLeftCorner<2, 2>() = spring_tangent(data, left);
    k.template bottomRightCorner<2, 2>() = spring_tangent(data, right);
    for (int i = 0; i < 4; ++i) {
      k(i, i) -= 2 * lambda[1];
      k(i, (i + 2) % 4) += 2 * lambda[1];
    }
  }
  T energy(const T& t, const Q& q, const Q& v) const { return car_axis_energy(data, t, q, v); }
  /// Returns the power of the road through the spring. Its power through the axle belongs to the reactions.
  T power(const T& t, const Q& q, const Q&) const {
    return road_power_through_spring(data, RoadPoint<T>(data, t), Point(q.template tail<2>()));
  }
  void outputs(const T&, const Q& q, const Q&, Vec<T>& out) const { out = q; }
  void invariants(const T&, const Q&, const Q&, Vec<T>&) const {}

 private:
  static Point bar(const Q& q) { return q.template head<2>() - q.template tail<2>(); }
};

}  // namespace plumb
