#pragma once
// The initial positions of the particles: on four circles of latitude, evenly along each. With 20 particles the circles
// have 3, 7, 6 and 4 particles, at 3π/8, π/8, −2π/15 and −3π/10 (mazzia2008, problem Fekete). With other numbers they
// have the same shares, rounded to integers.
//
//   longitude_i = 2π (i + s)/m + π/d,   i = 0, .., m − 1 on a circle of m,  s = 1, 1, 1, 0,  d = 13, 29, 7, 17
//   v_i = (spin + shear z_i) ẑ × p_i

#include <array>
#include <cmath>

#include "contract/parameters.hpp"
#include "numerics/scalar.hpp"

namespace plumb {

template <class T>
struct SphereStart {
  Vec<T> q, v;
};

/// q and v of `count` particles.
template <class T>
SphereStart<T> sphere_start(int count, const T& spin, const T& shear) {
  using std::cos, std::sin;
  struct Circle {
    int until, first, d, latitude, of;  // of 20 particles, the first `until` are on this or an earlier circle
  };
  constexpr std::array<Circle, 4> circles = {
      {{3, 1, 13, 3, 8}, {10, 1, 29, 1, 8}, {16, 1, 7, -2, 15}, {20, 0, 17, -3, 10}}};
  const T pi = number_from_text<T>("pi");
  SphereStart<T> out{Vec<T>(3 * count), Vec<T>(3 * count)};
  int placed = 0;
  for (const auto& circle : circles) {
    const int before = placed, m = (circle.until * count + 10) / 20 - before;
    for (; placed < before + m; ++placed) {
      const T longitude = 2 * pi * (placed - before + circle.first) / m + pi / circle.d;
      const T latitude = circle.latitude * pi / circle.of, z = sin(latitude), rate = spin + shear * z;
      const T x = cos(longitude) * cos(latitude), y = sin(longitude) * cos(latitude);
      out.q.template segment<3>(3 * placed) << x, y, z;
      out.v.template segment<3>(3 * placed) << -rate * y, rate * x, T(0);
    }
  }
  return out;
}

}  // namespace plumb
