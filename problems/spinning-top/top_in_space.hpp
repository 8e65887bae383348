#pragma once
// The top as a rigid body in space, held at one of its points: q = (x, quaternion), v = (x', ω in the body). x is the
// centre of mass, X is the vector from the fixed point to the centre of mass in the body, and R transforms components
// in the body to components in space.
//
//   m x'' = −m g e_z − λ                 λ: the force of the body on the bearing
//   J ω'  = Jω × ω + X × Rᵀλ             J about the centre of mass
//   Φ = x − R X = 0,   G = [1, R X̃],   Φ'' = x'' + R X̃ ω' − R(ω × (ω × X))
//
// Source: Brüls & Cardona, J. Comput. Nonlinear Dynam. 5 (2010) 031002, section 5.1, with any X and J. A moment of J
// may be zero.

#include "contract/parameters.hpp"
#include "problems/adapters/pattern.hpp"
#include "problems/adapters/with_rotation.hpp"

namespace plumb {

template <class T>
struct TopInSpace : WithRotation<T, 3> {
  using Scalar = T;
  using Base = WithRotation<T, 3>;
  using typename Base::Q, typename Base::V, typename Base::Vector;
  static constexpr int coordinates = 6, constraints = 3, invariant_count = 2;
  static constexpr auto mass_pattern = diagonal_pattern<6>();
  static constexpr auto jacobian_pattern = pattern<3, 6>({"x..xxx", ".x.xxx", "..xxxx"});
  T body_mass = 1;                   // mass m [kg]
  T gravity = 0;                     // gravity g [m/s²]
  Vector moments = zeros<Vector>();  // principal moments J about the centre of mass [kg m²]
  Vector lever = zeros<Vector>();    // vector X from the fixed point to the centre of mass, in the body [m]
  Vector axis = zeros<Vector>();     // axis of the body whose angular momentum is an invariant

  bool conservative() const { return true; }
  void mass(const Q&, Mat<T, 6>& m) const {
    clear(m);
    for (int i = 0; i < 3; ++i) {
      m(i, i) = body_mass;
      m(3 + i, 3 + i) = moments[i];
    }
  }
  void momentum(const Q&, const V& v, V& p) const {
    for (int i = 0; i < 3; ++i) {
      p[i] = body_mass * v[i];
      p[3 + i] = moments[i] * v[3 + i];
    }
  }
  void force(const T&, const Q&, const V& v, V& f) const {
    const Vector w = turning(v), torque = spin(w).cross(w);
    f << T(0), T(0), -body_mass * gravity, torque[0], torque[1], torque[2];
  }
  void constraint(const T&, const Q& q, Vector& g) const {
    const Vector arm = attitude(q) * lever;
    for (int i = 0; i < 3; ++i) g[i] = q[i] - arm[i];
  }
  void jacobian(const T&, const Q& q, Mat<T, 3, 6>& g) const {
    clear(g);
    for (int i = 0; i < 3; ++i) g(i, i) = 1;
    multiply(attitude(q), so3::skew(lever), g);
  }
  void bias(const T&, const Q& q, const V& v, Vector& gamma) const {
    gamma.noalias() = attitude(q) * centripetal(turning(v));
    for (int i = 0; i < 3; ++i) gamma[i] = -gamma[i];
  }
  void tangents(const T&, const Q& q, const V& v, const V&, const Vector& lambda, Mat<T, 6>& k, Mat<T, 6>& d) const {
    const Vector w = turning(v), bearing = attitude(q).transpose() * lambda;
    clear(k);
    clear(d);
    multiply(so3::skew(lever), so3::skew(bearing), k);
    const Mat<T, 3> of_spin = so3::skew(spin(w)), of_w = so3::skew(w);
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) d(3 + i, 3 + j) = of_spin(i, j) - of_w(i, j) * moments[j];
  }
  // Computes ∂(G w)/∂q, where G w = w_x − R(w_θ × X).
  void jacobian_tangent(const T&, const Q& q, const V& w, Mat<T, 3, 6>& k) const {
    clear(k);
    multiply(attitude(q), so3::skew<T>(turning(w).cross(lever)), k);
  }
  void bias_tangents(const T&, const Q& q, const V& v, Mat<T, 3, 6>& by_q, Mat<T, 3, 6>& by_v) const {
    const Vector w = turning(v);
    const Mat<T, 3> r = attitude(q);
    clear(by_q);
    clear(by_v);
    multiply(r, so3::skew<T>(centripetal(w)), by_q);
    const T along = w.dot(lever);
    Mat<T, 3> slope;  // derivative −∂(ω × (ω × X))/∂ω
    for (int j = 0; j < 3; ++j) {
      for (int i = 0; i < 3; ++i) slope(i, j) = w[i] * lever[j] - 2 * lever[i] * w[j];
      slope(j, j) += along;
    }
    const Mat<T, 3> turned = r * slope;
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) by_v(i, 3 + j) = -turned(i, j);
  }
  T energy(const T&, const Q& q, const V& v) const {
    const Vector rate = place(v), w = turning(v);
    return (body_mass * rate.dot(rate) + w.dot(spin(w))) / 2 + body_mass * gravity * q[2];
  }
  void outputs(const T&, const Q& q, const V&, Vec<T>& out) const {
    for (int i = 0; i < 3; ++i) out[i] = q[i];
  }
  // The invariants are the angular momenta about the vertical through the fixed point, and about the axis of the body.
  void invariants(const T&, const Q& q, const V& v, Vec<T>& out) const {
    const Vector own = spin(turning(v));
    out[0] = body_mass * (q[0] * v[1] - q[1] * v[0]) + attitude(q).row(2).dot(own);
    out[1] = axis.dot(own);
  }

 private:
  using Base::attitude, Base::place, Base::turning;
  Vector spin(const Vector& w) const { return {moments[0] * w[0], moments[1] * w[1], moments[2] * w[2]}; }  // J ω
  // Sets the last three rows and columns of `out` to a b. It uses loops, because each matrix expression would
  // instantiate a dozen types for every precision.
  template <class Out>
  static void multiply(const Mat<T, 3>& a, const Mat<T, 3>& b, Out& out) {
    constexpr int first = Out::RowsAtCompileTime - 3;
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) out(first + i, 3 + j) = a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j);
  }
  Vector centripetal(const Vector& w) const { return w.cross(w.cross(lever)); }
};

/// Returns the top with the data of SpinningTop; its symmetry axis is the third axis of the body.
template <class T>
TopInSpace<T> top_in_space(const Parameters& p) {
  using std::abs;
  const T mass = p.number<T>("mass"), length = p.number<T>("length"), shift = mass * length * length;
  T transverse = p.number<T>("moment_transverse") - shift;
  // For a point mass on a rod this difference of equal numbers must be 0, not a rounding error.
  if (abs(transverse) <= 4 * unit_roundoff<T>() * shift) transverse = T(0);
  TopInSpace<T> top;
  top.rotations = chart_of_rotations<T>(p);
  top.body_mass = mass;
  top.gravity = p.number<T>("gravity");
  top.moments << transverse, transverse, p.number<T>("moment_axial");
  top.lever << T(0), T(0), length;
  top.axis << T(0), T(0), T(1);
  return top;
}

}  // namespace plumb
