#pragma once
// Contacts without slip: at the contact point, both bodies have the same velocity component along a direction u,
//
//   u·(r_j' + ω_j × (x − r_j) − r_i' − ω_i × (x − r_i)) = 0        (ω in space)
//
// with x(q) the contact point, which moves relative to both bodies. A row of this kind is nonholonomic, except the row
// with the plane's normal as u for a wheel: it is the time derivative of the wheel's height above the plane, because
// the lowest point moves along the rim and parallel to the plane.
//
// x and u are functions of the configuration, written once for all scalars. G is linear in them. All other terms that
// methods require are automatic derivatives, as for beams.
//
// Neimark & Fufaev 1972, Dynamics of Nonholonomic Systems, chapters I and III.

#include "numerics/dual.hpp"
#include "problems/mbs/pair.hpp"

namespace plumb::mbs {

/// The contact point and the constrained direction, in space.
template <class X>
struct Touch {
  Vector<X> point, direction;
};

/// The edge of a blade (skate, sleigh) on the second body. The edge has no velocity along its normal.
template <class T>
struct Blade {
  Vector<T> edge, normal;  // point and normal of the edge, in the first body

  template <class X>
  Touch<X> at(const Pair<X>& p) const {
    return {p.first.r + p.first.A * constants<X>(edge), p.first.A * constants<X>(normal)};
  }
};

/// The rim of a disk, or a ball, on a plane of the first body: x = c − R e. For a ball, e is the plane's normal n; for
/// a disk with the axis a, e = (n − (n·a) a)/|n − (n·a) a|.
template <class T>
struct Wheel {
  Vector<T> plane, normal, direction;  // point, normal n and constrained direction of the plane, in the first body
  Vector<T> centre, axis;              // centre and axis in the second body; a ball has the axis 0
  T radius;                            // radius R [m]

  template <class X>
  Vector<X> normal_in_space(const Pair<X>& p) const {
    return p.first.A * constants<X>(normal);
  }
  template <class X>
  Vector<X> contact(const Pair<X>& p) const {
    using std::sqrt;
    const Vector<X> n = normal_in_space(p), a = p.second.A * constants<X>(axis);
    const X along = n.dot(a);
    const X width = sqrt(X(X(1) - along * along));
    const Vector<X> e = (n - along * a) / width;
    return p.second.r + p.second.A * constants<X>(centre) - X(radius) * e;
  }
  template <class X>
  Touch<X> at(const Pair<X>& p) const {
    return {contact(p), p.first.A * constants<X>(direction)};
  }
  /// Returns the height of the wheel's lowest point above the plane.
  template <class X>
  X height(const Pair<X>& p) const {
    const Vector<X> from = p.first.r + p.first.A * constants<X>(plane);
    return normal_in_space(p).dot(Vector<X>(contact(p) - from));
  }
};

/// A contact that does not slip along its direction.
template <class T, class Contact>
class NoSlip {
 public:
  static constexpr int rows = 1;
  static constexpr bool holonomic = false;
  using Row = Vec<T, 1>;
  Contact contact;

  static constexpr bool has(int, int) { return true; }
  static constexpr bool curves(int, int) { return true; }
  static constexpr bool moves() { return false; }
  void value(const Pair<T>&, const T&, Row& phi) const { clear(phi); }
  void offset(const Pair<T>&, const T&, Row& r) const { clear(r); }
  void offset_tangent(const Pair<T>&, const T&, PairRows<T, 1>& k) const { clear(k); }
  void jacobian(const Pair<T>& p, const T&, PairRows<T, 1>& g) const { g = row(p).transpose(); }
  void product(const Pair<T>& p, const T&, const PairVector<T>& w, Row& out) const { out[0] = row(p).dot(w); }
  void product_tangent(const Pair<T>& p, const T&, const PairVector<T>& w, PairRows<T, 1>& k) const {
    using X = Dual<T, pair_columns>;
    const X product = row(moved<X>(p, variables<X>()).pair()).dot(constants<X>(w));
    for (int j = 0; j < pair_columns; ++j) k(0, j) = by(product, j);
  }
  void bias(const Pair<T>& p, const T&, Row& gamma) const {
    using X = Dual<T, 1>;
    gamma[0] = by(row_along<X>(p, zeros<PairVector<X>>(), zeros<PairVector<X>>(), X::variable(T(0))), 0);
  }
  void bias_by_q(const Pair<T>& p, const T&, PairRows<T, 1>& k) const {
    using X = Dual<Dual<T, 1>, pair_columns>;
    take_mixed(row_along<X>(p, variables<X>(), zeros<PairVector<X>>(), epsilon<X>()), k);
  }
  void bias_by_v(const Pair<T>& p, const T&, PairRows<T, 1>& k) const {
    using X = Dual<Dual<T, 1>, pair_columns>;
    take_mixed(row_along<X>(p, zeros<PairVector<X>>(), variables<X>(), epsilon<X>()), k);
  }
  void add_curvature(const Pair<T>& p, const T&, const Row& lambda, PairMatrix<T>& h) const {
    using X = Dual<T, pair_columns>;
    const PairVector<X> g = row(moved<X>(p, variables<X>()).pair());
    for (int j = 0; j < pair_columns; ++j)
      for (int i = 0; i < pair_columns; ++i) h(i, j) += lambda[0] * by(g[i], j);
  }

 private:
  /// Returns the row of G.
  template <class X>
  PairVector<X> row(const Pair<X>& p) const {
    const auto [x, u] = contact.at(p);
    PairVector<X> out;
    const auto put = [&](const BodyState<X>& body, const X& sign, int first) {
      const Vector<X> arm = x - body.r, moment = body.A.transpose() * Vector<X>(arm.cross(u));
      for (int i = 0; i < 3; ++i) {
        out[first + i] = sign * u[i];
        out[first + 3 + i] = sign * moment[i];
      }
    };
    put(p.first, X(-1), 0);
    put(p.second, X(1), 6);
    return out;
  }
  /// Returns G (v + w) at (q ⊞ δ) ⊞ ε (v + w), whose derivative with respect to ε at 0 is γ.
  template <class X>
  X row_along(const Pair<T>& p, const PairVector<X>& delta, const PairVector<X>& w, const X& e) const {
    PairVector<T> now;
    now << p.first.v, p.first.w, p.second.v, p.second.w;
    const PairVector<X> v = constants<X>(now) + w;
    return row(moved<X>(moved<X>(p, delta).pair(), PairVector<X>(e * v)).pair()).dot(v);
  }

  template <class X>
  struct Moved {
    BodyState<X> first, second;
    Pair<X> pair() const { return {first, second}; }
  };
  /// The states of the bodies at q ⊞ δ, to first order.
  template <class X, class Y>
  static Moved<X> moved(const Pair<Y>& p, const PairVector<X>& delta) {
    const auto one = [](const BodyState<Y>& body, const Vec<X, 6>& by) {
      BodyState<X> out;
      for (int i = 0; i < 9; ++i) out.A.data()[i] = X(body.A.data()[i]);
      const Matrix<X> turn = out.A * so3::skew<X>(by.template tail<3>());
      out.A += turn;
      out.r = constants<X>(body.r) + by.template head<3>();
      return out;
    };
    return {one(p.first, delta.template head<6>()), one(p.second, delta.template tail<6>())};
  }
  template <class X>
  static PairVector<X> variables() {
    PairVector<X> out;
    for (int i = 0; i < pair_columns; ++i) out[i] = X::variable(decltype(X::value)(0), i);
    return out;
  }
  template <class X>
  static X epsilon() {
    return X(Dual<T, 1>::variable(T(0)));
  }
  template <class X>
  static auto by(const X& x, int j) {
    return x.derivatives[static_cast<std::size_t>(j)];
  }
  template <class X>
  static void take_mixed(const X& x, PairRows<T, 1>& k) {
    for (int j = 0; j < pair_columns; ++j) k(0, j) = by(by(x, j), 0);
  }
};

/// A wheel stays on its plane: the height of its lowest point is 0 [m]. The derivative of the height is the normal
/// velocity of the material at that point.
template <class T>
class StaysOnPlane : public NoSlip<T, Wheel<T>> {
 public:
  static constexpr bool holonomic = true;
  explicit StaysOnPlane(const Wheel<T>& wheel) : NoSlip<T, Wheel<T>>{wheel} {}
  void value(const Pair<T>& p, const T&, Vec<T, 1>& phi) const { phi[0] = this->contact.height(p); }
};

template <class T>
using Glides = NoSlip<T, Blade<T>>;
template <class T>
using Rolls = NoSlip<T, Wheel<T>>;

}  // namespace plumb::mbs
