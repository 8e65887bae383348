#pragma once
// The poses of the bodies of the spatial slider-crank, as functions of time (exact_spatial_slider_crank.hpp). The
// constants are of the type T; time and poses may be dual numbers over T.

#include <numbers>

#include "problems/exact/driven_bodies.hpp"

namespace plumb {

template <class T>
struct SpatialSliderCrankPoses {
  T axis_y = T(10) / 100, axis_z = T(12) / 100, arm = T(8) / 100, length = T(3) / 10;  // lengths [m]

  /// Returns the position of the pin B.
  template <class X>
  Vec<X, 3> pin(const X& t) const {
    using std::cos, std::sin;
    const X theta = 2 * std::numbers::pi_v<T> * t;
    return {X(T(0)), axis_y + arm * sin(theta), axis_z + arm * cos(theta)};
  }

  template <class X>
  std::array<Pose<X>, 3> operator()(const X& t) const {
    using std::atan2, std::sqrt;
    const T pi = std::numbers::pi_v<T>;
    const Vec<X, 3> b = pin(t), axis(X(T(0)), X(axis_y), X(axis_z));
    const Vec<X, 3> end(sqrt(length * length - b[1] * b[1] - b[2] * b[2]), X(T(0)), X(T(0)));
    Vec<X, 3> rod, middle;
    for (int i = 0; i < 3; ++i) {
      rod[i] = (end[i] - b[i]) / length;
      middle[i] = (end[i] + b[i]) / 2;
    }
    const X twist = atan2(rod[1], -rod[2]);
    const X crank_angle = pi * (T(1) / 2 - 2 * t);
    return {{{axis, turn_about(0, crank_angle)},
             {middle, so3::product(shortest_turn(0, rod), turn_about(0, twist))},
             {end, turn_about(1, X(pi / 2))}}};
  }
};

}  // namespace plumb
