#pragma once
// The poses of the bodies of the four-link mechanism, as functions of time (exact_four_link.hpp). The constants are of
// the type T; time and poses may be dual numbers over T.

#include <numbers>

#include "problems/exact/driven_bodies.hpp"

namespace plumb {

template <class T>
struct FourLinkPoses {
  T length2 = T(122) / 10, length3 = T(74) / 10;        // lengths of the links [m]
  T pivot_x = -4, pivot_y = -T(85) / 10;                // position of the pivot D [m]
  T across_y = -T(662) / 1000, across_z = T(75) / 100;  // components of the rotor's vector u

  template <class X>
  std::array<Pose<X>, 3> operator()(const X& t) const {
    using std::atan2, std::cos, std::sin, std::sqrt;
    const T pi = std::numbers::pi_v<T>;
    const X theta = pi * t, sine = sin(theta), cosine = cos(theta), b = angle_of_link3(sine, cosine);
    const Vec<X, 3> pin(X(T(0)), -2 * sine, 2 * cosine);
    const Vec<X, 3> end(pivot_x + length3 * cos(b), X(pivot_y), length3 * sin(b)),
        pivot(X(pivot_x), X(pivot_y), X(T(0)));
    Vec<X, 3> y2, middle2, middle3;
    for (int i = 0; i < 3; ++i) {
      y2[i] = (pin[i] - end[i]) / length2;
      middle2[i] = (pin[i] + end[i]) / 2;
      middle3[i] = (end[i] + pivot[i]) / 2;
    }
    const so3::Quaternion<X> lean = shortest_turn(1, y2);
    const Vec<X, 3> u = across(sine, cosine);
    const so3::Quaternion<X> z =
        so3::product(so3::product(so3::conjugate(lean),
                                  so3::Quaternion<X>(X(T(0)), u[1] * y2[2] - u[2] * y2[1], u[2] * y2[0] - u[0] * y2[2],
                                                     u[0] * y2[1] - u[1] * y2[0])),
                     lean);  // u × y_2 in the axes of the leaning body: its third axis after the twist about y_2
    const so3::Quaternion<X> sideways = turn_about(2, X(-pi / 2));
    return {{{Vec<X, 3>(X(T(0)), X(T(0)), X(T(0))), so3::product(turn_about(0, theta), turn_about(1, X(pi / 2)))},
             {middle2, so3::product(lean, turn_about(1, X(atan2(z[1], z[3]))))},
             {middle3, so3::product(sideways, turn_about(0, X(b - pi)))}}};
  }

 private:
  // Returns u in space: x_rotor = (0, 0, −1), y_rotor = e_y, z_rotor = e_x before the rotor turns by θ about x.
  template <class X>
  Vec<X, 3> across(const X& sine, const X& cosine) const {
    return {X(across_z), across_y * cosine, across_y * sine};
  }
  template <class X>
  X angle_of_link3(const X& sine, const X& cosine) const {
    using std::acos, std::atan2, std::sqrt;
    const T p = -8 * length3;
    const X q = -4 * length3 * cosine, y = 2 * sine + pivot_y;
    const X r = length2 * length2 - 16 - length3 * length3 - y * y - 4 * cosine * cosine;
    return std::numbers::pi_v<T> + atan2(-q, X(-p)) - acos(r / sqrt(p * p + q * q));
  }
};

}  // namespace plumb
