#pragma once
// A floating body, to which other bodies are attached by joints: q = (r, quaternion), v = (r', ω in the body). c is the
// position of its centre of mass relative to the reference point o of spatial vectors (joint_tree.hpp); e_i are the
// axes of space, z_i the axes of the body:
//
//   V = B v,   B = (0, e_i), (z_i, c × z_i)
//   a = B v' − (0, ω × r'),   so  r'' = a_2 + ω' × c + ω × r',  ω' = a_1
//
// The articulated inertia and bias of the body and all bodies that it carries determine its acceleration: I a + b = 0.
//
// Tangents, in the notation of joint_tree.hpp: a rotation of the body rotates all bodies that it carries, but not the
// vectors r', r'' and gravity g. So for column z_i, S' = (0, r' × z_i) and S° = (0, (r'' − g) × z_i). In derivatives by
// velocities, 2 S' is replaced by (ω × z_i, c × (ω × z_i) + 2 r' × z_i). For column (0, e_i) all of these are 0. The
// equations for r'' keep their directions e_i in the rotation, too. This needs no further term, because no force acts
// on the floating body from outside, so its F is 0.

#include <array>

#include "numerics/cholesky.hpp"
#include "problems/mechanisms/spatial_vectors.hpp"

namespace plumb::mbs {

/// The effect of one velocity component on all bodies further from the root: the forces change by I S° + E S' per unit
/// of displacement, and by I `by_velocity` + E S per unit of velocity. `rate` is S', `second_rate` is S°.
template <class T>
struct Column {
  Vec<T, 6> S = zeros<Vec<T, 6>>(), rate = S, second_rate = S, by_velocity = S;
};

/// The kinematics of a floating body. All vectors are in the axes of space.
template <class X>
struct FloatingBase {
  const PlacedBody<X>& body;
  Vector<X> velocity;  // velocity r' of the body

  Vector<X> angular_velocity() const { return upper(body.V); }
  /// Returns v' from the spatial acceleration a of the body.
  Vec<X, 6> rates(const Vec<X, 6>& a) const {
    return moving(a, Vector<X>(lower(a) + three::cross(angular_velocity(), velocity)));
  }
  /// Returns the change of v' if a force changes the acceleration by a.
  Vec<X, 6> change(const Vec<X, 6>& a) const { return moving(a, lower(a)); }

  /// Returns the columns of the six velocity components. `fall` is r'' − g.
  std::array<Column<X>, 6> columns(const Vector<X>& fall) const {
    std::array<Column<X>, 6> out;
    const Vector<X> w = angular_velocity();
    for (int i = 0; i < 3; ++i) {
      out[static_cast<std::size_t>(i)].S[3 + i] = X(1);
      auto& turn = out[static_cast<std::size_t>(3 + i)];
      const Vector<X> z = body.A.col(i), moved = three::cross(w, z), carried = three::cross(velocity, z);
      const auto none = zeros<Vector<X>>();
      turn.S = joined<X>(z, three::cross(body.r, z));
      turn.rate = joined<X>(none, carried);
      turn.second_rate = joined<X>(none, three::cross(fall, z));
      turn.by_velocity = joined<X>(moved, Vector<X>(three::cross(body.r, moved) + X(2) * carried));
    }
    return out;
  }

 private:
  Vec<X, 6> moving(const Vec<X, 6>& a, const Vector<X>& second) const {
    const Vector<X> turning = upper(a);
    return joined<X>(Vector<X>(second + three::cross(turning, body.r)), three::transposed_product(body.A, turning));
  }
};

}  // namespace plumb::mbs
