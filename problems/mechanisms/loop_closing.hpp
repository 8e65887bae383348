#pragma once
// Conditions Φ = 0 between the two bodies of a joint that closes a loop, at acceleration level
//
//   Φ'' = W·(a_2 − a_1) + γ
//
// with the spatial accelerations a = (ω', acceleration field of the body at the origin of space), in the axes of space.
// W is the spatial force (moment about the origin, force) on the second body for a multiplier of 1; the force on the
// first body is −W. With a direction u of the first body, points p_1 and p_2 of the two bodies, and d = p_2 − p_1:
//
//   along     u·d = 0     W = (p_2 × u, u)    γ = u·(ω_2 × p_2' − ω_1 × p_1') + 2 u'·d' + (ω_1 × u')·d
//   across    u·f = 0     W = (f × u, 0)      γ = u·(ω_2 × f') + 2 u'·f' + (ω_1 × u')·f,   f a direction of the second
//   distance  d·d = L²    W = (p_2 × d, d)    γ = d·(ω_2 × p_2' − ω_1 × p_1') + d'·d'      (half of Φ'')

#include "problems/mbs/assembly.hpp"

namespace plumb::mbs {

/// The pose and spatial velocity of a body, in the axes of space. The default is the ground.
template <class X>
struct PlacedBody {
  Matrix<X> A = identity<Matrix<X>>();
  Vector<X> r = zeros<Vector<X>>();  // position of the centre of mass
  Vec<X, 6> V = zeros<Vec<X, 6>>();  // ω, and velocity of the body's point at the origin
};

template <class X>
Vec<X, 6> joined(const Vector<X>& upper, const Vector<X>& lower) {
  Vec<X, 6> out;
  for (int i = 0; i < 3; ++i) {
    out[i] = upper[i];
    out[3 + i] = lower[i];
  }
  return out;
}

template <class T>
struct LoopClosing {
  enum class Kind { along, across, distance };

  Kind kind;
  int first, second;                         // indices of bodies
  Vector<T> direction = zeros<Vector<T>>();  // direction in the first body
  Vector<T> on_first = direction;            // point in the first body
  Vector<T> on_second = direction;           // point or direction in the second body

  template <class X>
  struct Condition {
    Vec<X, 6> W;
    X bias;
  };
  template <class X>
  Condition<X> at(const PlacedBody<X>& one, const PlacedBody<X>& two) const {
    const Vector<X> w1 = one.V.template head<3>(), w2 = two.V.template head<3>();
    const Vector<X> u = one.A * direction.template cast<X>(), du = w1.cross(u);
    const Vector<X> arm = two.A * on_second.template cast<X>();
    if (kind == Kind::across) {
      const Vector<X> rate = w2.cross(arm);
      const X bias = u.dot(w2.cross(rate)) + X(2) * du.dot(rate) + w1.cross(du).dot(arm);
      return {joined<X>(arm.cross(u), zeros<Vector<X>>()), bias};
    }
    const Vector<X> p1 = one.r + one.A * on_first.template cast<X>(), p2 = two.r + arm, d = p2 - p1;
    const Vector<X> rate1 = velocity(one, p1), rate2 = velocity(two, p2), dd = rate2 - rate1;
    const Vector<X> apparent = w2.cross(rate2) - w1.cross(rate1);
    if (kind == Kind::distance) return {joined<X>(p2.cross(d), d), d.dot(apparent) + dd.dot(dd)};
    const X bias = u.dot(apparent) + X(2) * du.dot(dd) + w1.cross(du).dot(d);
    return {joined<X>(p2.cross(u), u), bias};
  }

 private:
  template <class X>
  static Vector<X> velocity(const PlacedBody<X>& body, const Vector<X>& p) {
    const Vector<X> w = body.V.template head<3>();
    return body.V.template tail<3>() + w.cross(p);
  }
};

/// Returns the conditions of a basic constraint of a joint; empty for constraints that joint coordinates do not
/// support.
template <class T>
std::vector<LoopClosing<T>> loop_closings(const Tie<T>& tie) {
  using Closing = LoopClosing<T>;
  const auto along = [&](const Vector<T>& u, const Separation<T>& d) {
    return Closing{Closing::Kind::along, tie.first, tie.second, u, d.on_first, d.on_second};
  };
  return std::visit(
      [&]<class Law>(const Law& law) -> std::vector<Closing> {
        if constexpr (std::is_same_v<Law, CoincidentPoints<T>>) {
          const auto axes = identity<Matrix<T>>();
          return {along(axes.col(0), law.d), along(axes.col(1), law.d), along(axes.col(2), law.d)};
        } else if constexpr (std::is_same_v<Law, DotOne<T>>) {
          return {{Closing::Kind::across, tie.first, tie.second, law.x.along, zeros<Vector<T>>(), law.y.along}};
        } else if constexpr (std::is_same_v<Law, DotTwo<T>>) {
          return {along(law.x.along, law.y)};
        } else if constexpr (!Law::holonomic || std::is_same_v<Law, Turned<T>> ||
                             std::is_same_v<Law, StaysOnPlane<T>>) {
          return {};  // drivers, gears, and joints without joint coordinates
        } else {
          return {
              {Closing::Kind::distance, tie.first, tie.second, zeros<Vector<T>>(), law.x.on_first, law.x.on_second}};
        }
      },
      tie.law);
}

}  // namespace plumb::mbs
