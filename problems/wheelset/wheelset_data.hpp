#pragma once
// The data of a wheelset and its track (wheelset.hpp).

#include <array>

#include "contract/parameters.hpp"

namespace plumb {

template <class T>
struct WheelsetData {
  T mass, spin_inertia, yaw_inertia;   // kg, kg m², kg m²
  T gravity, speed;                    // m/s², m/s
  T radius, cone, gauge, rail_radius;  // radius [m], cone angle [rad], half gauge [m], rail radius [m]
  std::array<T, 2> heights;            // heights of the left and the right rail above the nominal height [m]
  T friction, lateral_spring, track_spring, spring_arm;  // -, N/m, N/m, m
  T glide_module, sigma, ellipse_e, ellipse_g, pi;       // N/m²; constants of the contact ellipse
  T c11, c22, c23;                                       // Kalker's coefficients
};

template <class T>
WheelsetData<T> wheelset_data(const Parameters& p) {
  const auto at = [&p](const char* name) { return p.number<T>(name); };
  return {.mass = at("mass"),
          .spin_inertia = at("spin_inertia"),
          .yaw_inertia = at("yaw_inertia"),
          .gravity = at("gravity"),
          .speed = at("speed"),
          .radius = at("radius"),
          .cone = at("cone"),
          .gauge = at("gauge"),
          .rail_radius = at("rail_radius"),
          .heights = {at("left_rail"), at("right_rail")},
          .friction = at("friction"),
          .lateral_spring = at("lateral_spring"),
          .track_spring = at("track_spring"),
          .spring_arm = at("spring_arm"),
          .glide_module = at("glide_module"),
          .sigma = at("sigma"),
          .ellipse_e = at("ellipse_e"),
          .ellipse_g = at("ellipse_g"),
          .pi = at("pi"),
          .c11 = at("c11"),
          .c22 = at("c22"),
          .c23 = at("c23")};
}

}  // namespace plumb
