#pragma once
// A body that joints hang on and that is free itself: q = (r, quaternion), v = (r', ω in the body). Its place c is told
// from the point o that vectors of six refer to; e_i are the axes of space, z_i those of the body:
//
//   V = B v,   B = (0, e_i), (z_i, c × z_i)
//   a = B v' − (0, ω × r'),   so  r'' = a_2 + ω' × c + ω × r',  ω' = a_1
//
// It moves as the articulated inertia and bias of all that hangs on it say, I a + b = 0.
//
// Tangents, in the words of joint_tree.hpp: a turn of the body carries all that hangs on it, but neither r' nor r'' nor
// gravity g. So column z_i has S' = (0, r' × z_i) and S° = (0, (r'' − g) × z_i), and in the place of twice S' for a
// velocity (ω × z_i, c × (ω × z_i) + 2 r' × z_i); of (0, e_i) all of them are 0. That a turn does not carry the rows of
// r'' either makes no difference: F is 0 there, since nothing holds the body.

#include <array>

#include "numerics/cholesky.hpp"
#include "problems/mechanisms/spatial_vectors.hpp"

namespace plumb::mbs {

/// What a velocity does to all bodies behind it: a force changes by I S° + E S' along it, by I `by_velocity` + E S with
/// its rate.
template <class T>
struct Column {
  Vec<T, 6> S = zeros<Vec<T, 6>>(), rate = S, second_rate = S, by_velocity = S;
};

/// Of a place c, with the angular velocity in space.
template <class X>
struct FloatingBase {
  const PlacedBody<X>& body;
  Vector<X> velocity;  // r'

  Vector<X> angular_velocity() const { return upper(body.V); }
  /// v' out of a.
  Vec<X, 6> rates(const Vec<X, 6>& a) const {
    return moving(a, Vector<X>(lower(a) + three::cross(angular_velocity(), velocity)));
  }
  /// The same of what a force adds to a.
  Vec<X, 6> change(const Vec<X, 6>& a) const { return moving(a, lower(a)); }

  /// `fall`: r'' − gravity.
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
