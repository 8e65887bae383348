#pragma once
// The bodies of a constraint or force, and vectors in space that depend on two of them.
//
// J is the derivative of a vector x along the displacements (δr, δθ) of both bodies, twelve columns, where δr and δθ
// displace a body to r + δr and A exp(δθ̃). Then
//
//   x' = J v + ∂x/∂t,   x'' = J v' + γ(t, q, v)
//
// All terms that depend on an attitude have the form A c with a vector c that is constant in the body, and
// ∂(A c)/∂θ = −A c̃.

#include "numerics/so3.hpp"
#include "numerics/three.hpp"
#include "problems/mbs/signal.hpp"

namespace plumb::mbs {

template <class T>
using Vector = Vec<T, 3>;
template <class T>
using Matrix = Mat<T, 3>;

/// The state of one body. The default is the state of the ground, which does not move.
template <class T>
struct BodyState {
  Vector<T> r = zeros<Vector<T>>(), v = r, w = r;  // position [m], velocity [m/s], angular velocity in the body [rad/s]
  Matrix<T> A = identity<Matrix<T>>();
};

/// The states of the bodies that a constraint or force acts on.
template <class T, int nodes>
struct Group;
template <class T>
struct Group<T, 2> {
  const BodyState<T>&first, &second;
};
template <class T>
struct Group<T, 3> {
  const BodyState<T>&first, &middle, &last;
};
/// Three bodies, and two sections that these bodies carry (carried_sections.hpp).
template <class T>
struct CarryingGroup : Group<T, 3> {
  const BodyState<T>&first_section, &second_section;  // carried sections: r is c, A is R, v and w are u
};
template <class T>
using Pair = Group<T, 2>;

// Vectors and matrices have six entries (r, θ) for each body, one body after the other.
template <class T, int nodes>
using GroupVector = Vec<T, 6 * nodes>;
template <class T, int nodes>
using GroupMatrix = Mat<T, 6 * nodes>;

inline constexpr int pair_columns = 12;
template <class T, int rows>
using PairRows = Mat<T, rows, pair_columns>;
template <class T>
using PairVector = GroupVector<T, 2>;
template <class T>
using PairMatrix = GroupMatrix<T, 2>;

/// A vector in space as its two bodies move: x, x' and γ (see above).
template <class T>
struct Course {
  Vector<T> value, rate, bias;
};

/// Returns the index of the first column of θ of the first or second body.
constexpr int turn_of(bool second) { return second ? 9 : 3; }

/// ∂(A c)/∂θ
template <class T>
Matrix<T> slope(const Matrix<T>& A, const Vector<T>& c) {
  return three::cross(A, Vector<T>(-c));
}
template <class T>
Vector<T> turning(const PairVector<T>& w, bool second) {
  return w.template segment<3>(turn_of(second));
}

/// A direction that is fixed in one of the bodies, or rotates in it by a prescribed angle f(t):
/// a = cos f(t) · along + sin f(t) · across.
template <class T>
class Direction {
 public:
  static constexpr bool translates = false;  // whether the constraint depends on r
  bool on_second = false;
  Vector<T> along, across = zeros<Vector<T>>();
  Signal<T> angle = {};  // prescribed angle [rad]

  bool acts_on(bool second) const { return second == on_second; }
  bool moves() const { return !angle.is_constant(); }
  Vector<T> value(const Pair<T>& p, const T& t) const { return three::product(A(p), a(t)); }
  void jacobian(const Pair<T>& p, const T& t, PairRows<T, 3>& j) const { put(slope(A(p), a(t)), j); }
  /// Computes row ← row + uᵀ J, with u·A(δθ × a) = (a × Aᵀu)·δθ.
  void add_row(const Pair<T>& p, const T& t, const Vector<T>& u, PairRows<T, 1>& row) const {
    const Vector<T> turn = three::cross(a(t), three::transposed_product(A(p), u));
    for (int i = 0; i < 3; ++i) row[turn_of(on_second) + i] += turn[i];
  }
  Vector<T> product(const Pair<T>& p, const T& t, const PairVector<T>& w) const {
    return three::product(A(p), three::cross(turning(w, on_second), a(t)));
  }
  Vector<T> offset(const Pair<T>& p, const T& t) const { return three::product(A(p), at(t).rate); }
  Vector<T> bias(const Pair<T>& p, const T& t) const { return three::product(A(p), apparent(body(p).w, at(t))); }
  Course<T> course(const Pair<T>& p, const T& t) const {
    const Motion now = at(t);
    const Vector<T>& w = body(p).w;
    Course<T> out{three::product(A(p), now.a), three::product(A(p), three::cross(w, now.a)),
                  three::product(A(p), apparent(w, now))};
    if (moves()) out.rate += three::product(A(p), now.rate);
    return out;
  }

  // The following functions compute ∂(J w)/∂q, ∂²x/∂q∂t, ∂γ/∂q and ∂γ/∂v.
  void product_tangent(const Pair<T>& p, const T& t, const PairVector<T>& w, PairRows<T, 3>& k) const {
    put(slope<T>(A(p), three::cross(turning(w, on_second), a(t))), k);
  }
  void offset_tangent(const Pair<T>& p, const T& t, PairRows<T, 3>& k) const { put(slope(A(p), at(t).rate), k); }
  void bias_by_q(const Pair<T>& p, const T& t, PairRows<T, 3>& k) const {
    put(slope<T>(A(p), apparent(body(p).w, at(t))), k);
  }
  void bias_by_v(const Pair<T>& p, const T& t, PairRows<T, 3>& k) const {
    const auto now = at(t);
    const Vector<T>& w = body(p).w;
    const Vector<T> sum = three::cross(w, now.a) + 2 * now.rate;
    const Matrix<T> by_w = so3::skew<T>(-sum) - three::cross(w, so3::skew<T>(now.a));
    put(three::product(A(p), by_w), k);
  }
  // Computes h ← h + ∂(Jᵀ y)/∂q:  y·A(δθ × (w_θ × a)) = (w_θ·p)(a·δθ) − (p·a)(w_θ·δθ) with p = Aᵀ y
  void add_curvature(const Pair<T>& p, const T& t, const Vector<T>& y, PairMatrix<T>& h) const {
    const Vector<T> a = this->a(t), in_body = three::transposed_product(A(p), y);
    const T along_a = in_body.dot(a);
    const int first = turn_of(on_second);
    for (int j = 0; j < 3; ++j) {
      for (int i = 0; i < 3; ++i) h(first + i, first + j) += in_body[i] * a[j];
      h(first + j, first + j) -= along_a;
    }
  }

 private:
  struct Motion {
    Vector<T> a, rate, second;  // axis and its derivatives by t, in the body
  };
  Vector<T> a(const T& t) const { return angle.is_zero() ? along : at(t).a; }
  Motion at(const T& t) const {
    using std::cos, std::sin;
    const Vector<T> rest = zeros<Vector<T>>();
    if (angle.is_zero()) return {along, rest, rest};
    const auto f = angle.at(t);
    const T c = cos(f.value), s = sin(f.value);
    const Vector<T> a = c * along + s * across, n = c * across - s * along;
    return {a, f.rate * n, f.second * n - f.rate * f.rate * a};
  }
  static Vector<T> apparent(const Vector<T>& w, const Motion& m) {
    return three::cross(w, Vector<T>(three::cross(w, m.a) + 2 * m.rate)) + m.second;
  }
  const BodyState<T>& body(const Pair<T>& p) const { return on_second ? p.second : p.first; }
  const Matrix<T>& A(const Pair<T>& p) const { return body(p).A; }
  void put(const Matrix<T>& turn, PairRows<T, 3>& to) const {
    clear(to);
    to.template block<3, 3>(0, turn_of(on_second)) = turn;
  }
};

/// The vector from a point of the first body to a point of the second: d = r_j + A_j s_j − r_i − A_i s_i.
template <class T>
class Separation {
 public:
  static constexpr bool translates = true;
  Vector<T> on_first, on_second;  // points s_i and s_j in the bodies

  static constexpr bool acts_on(bool) { return true; }
  static constexpr bool moves() { return false; }
  Vector<T> value(const Pair<T>& p, const T&) const {
    return p.second.r + three::product(p.second.A, on_second) - p.first.r - three::product(p.first.A, on_first);
  }
  void jacobian(const Pair<T>& p, const T&, PairRows<T, 3>& j) const {
    put(p, on_first, on_second, j);
    for (int i = 0; i < 3; ++i) {
      j(i, i) = T(-1);
      j(i, 6 + i) = T(1);
    }
  }
  /// row ← row + uᵀ J
  void add_row(const Pair<T>& p, const T&, const Vector<T>& u, PairRows<T, 1>& row) const {
    const Vector<T> first = three::cross(on_first, three::transposed_product(p.first.A, u));
    const Vector<T> second = three::cross(on_second, three::transposed_product(p.second.A, u));
    for (int i = 0; i < 3; ++i) {
      row[i] -= u[i];
      row[turn_of(false) + i] -= first[i];
      row[6 + i] += u[i];
      row[turn_of(true) + i] += second[i];
    }
  }
  Vector<T> product(const Pair<T>& p, const T&, const PairVector<T>& w) const {
    const Vector<T> first = three::product(p.first.A, three::cross(turning(w, false), on_first));
    const Vector<T> second = three::product(p.second.A, three::cross(turning(w, true), on_second));
    return w.template segment<3>(6) + second - w.template head<3>() - first;
  }
  Vector<T> offset(const Pair<T>&, const T&) const { return zeros<Vector<T>>(); }
  Vector<T> bias(const Pair<T>& p, const T&) const {
    return three::product(p.second.A, apparent(p.second.w, on_second)) -
           three::product(p.first.A, apparent(p.first.w, on_first));
  }
  Course<T> course(const Pair<T>& p, const T& t) const {
    const Vector<T> first = three::product(p.first.A, three::cross(p.first.w, on_first));
    const Vector<T> second = three::product(p.second.A, three::cross(p.second.w, on_second));
    return {value(p, t), p.second.v + second - p.first.v - first, bias(p, t)};
  }

  // The same derivatives as in Direction: ∂(J w)/∂q, ∂²x/∂q∂t, ∂γ/∂q and ∂γ/∂v.
  void product_tangent(const Pair<T>& p, const T&, const PairVector<T>& w, PairRows<T, 3>& k) const {
    put(p, three::cross(turning(w, false), on_first), three::cross(turning(w, true), on_second), k);
  }
  void offset_tangent(const Pair<T>&, const T&, PairRows<T, 3>& k) const { clear(k); }
  void bias_by_q(const Pair<T>& p, const T&, PairRows<T, 3>& k) const {
    put(p, apparent(p.first.w, on_first), apparent(p.second.w, on_second), k);
  }
  void bias_by_v(const Pair<T>& p, const T&, PairRows<T, 3>& k) const {
    clear(k);
    k.template block<3, 3>(0, 3) = -three::product(p.first.A, by_rate(p.first.w, on_first));
    k.template block<3, 3>(0, 9) = three::product(p.second.A, by_rate(p.second.w, on_second));
  }
  void add_curvature(const Pair<T>& p, const T& t, const Vector<T>& y, PairMatrix<T>& h) const {
    Direction<T>{false, on_first}.add_curvature(p, t, Vector<T>(-y), h);
    Direction<T>{true, on_second}.add_curvature(p, t, y, h);
  }

 private:
  static Vector<T> apparent(const Vector<T>& w, const Vector<T>& s) { return three::cross(w, three::cross(w, s)); }
  static Matrix<T> by_rate(const Vector<T>& w, const Vector<T>& s) {  // ∂(ω × (ω × s))/∂ω
    return so3::skew<T>(three::cross(s, w)) - three::cross(w, so3::skew<T>(s));
  }
  static void put(const Pair<T>& p, const Vector<T>& first, const Vector<T>& second, PairRows<T, 3>& to) {
    clear(to);
    to.template block<3, 3>(0, 3) = slope<T>(p.first.A, -first);
    to.template block<3, 3>(0, 9) = slope<T>(p.second.A, second);
  }
};

}  // namespace plumb::mbs
