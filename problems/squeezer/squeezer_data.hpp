#pragma once
// The data of Andrews' squeezing mechanism: seven links in the plane, driven by a torque and held by a spring, without
// gravity.
//
//      upper      lower         Links are named by their hinges, as in zhang2022, table 2, in the order K1..K7 of the
//   O -------- F ------- E      test set. An elbow is an upper link, hinged to the ground, and a lower link at its end.
//   A -------- G ------- E      All elbows and the lever E-B-D meet at E; the spring pulls D towards C.
//   A -------- H ------- E
//   B ------- E, D (lever)
//
// Sources: Hairer & Wanner 1996, Solving Ordinary Differential Equations II, section VII.7 (the test set's numbers);
// zhang2022, table 2. Both sets of data are stored as printed; converted to the same frames they agree, except for the
// initial values.

#include <array>

#include "contract/parameters.hpp"
#include "problems/squeezer/planar.hpp"

namespace plumb {

namespace squeezer {

enum Link { of, ef, ebd, ge, ag, he, ah, links };

inline constexpr int elbows = 3;
inline constexpr std::array<Link, elbows> upper = {of, ag, ah}, lower = {ef, ge, he};

/// A rigid link. The origin of its frame is the hinge nearer to the ground; the frame rotates by the angle that the
/// test set defines for the link.
template <class T>
struct Body {
  T mass = 0, inertia = 0;  // mass [kg], moment of inertia about the centre of mass [kg m²]
  Planar<T> end, centre;    // second hinge (F, E, E, E, G, E, H) and centre of mass [m]
};

template <class T>
struct Data {
  Planar<T> a, b, c;  // hinges of the ground; O is the origin [m]
  std::array<Body<T>, links> body;
  Planar<T> spring_end;                     // spring end D in the frame of the lever [m]
  T stiffness = 0, length = 0, torque = 0;  // stiffness [N/m] and free length [m] of the spring; torque on O-F [N m]
  T beta0 = 0, omega0 = 0;                  // initial angle [rad] and rate [rad/s] of O-F

  /// Returns the data converted to another scalar type.
  template <class U>
  Data<U> as() const {
    const auto planar = [](const Planar<T>& p) { return Planar<U>{U(p.x), U(p.y)}; };
    Data<U> out{planar(a),    planar(b), planar(c), {},       planar(spring_end),
                U(stiffness), U(length), U(torque), U(beta0), U(omega0)};
    for (int i = 0; i < links; ++i)
      out.body[i] = {U(body[i].mass), U(body[i].inertia), planar(body[i].end), planar(body[i].centre)};
    return out;
  }
};

/// The data of zhang2022, section 5.1 and table 2, converted to the frames of Body.
template <class T>
Data<T> data_of_paper();
/// The data of Hairer & Wanner 1996, section VII.7, converted to the frames of Body.
template <class T>
Data<T> data_of_test_set();
/// The data selected by the parameters `data`, `beta0` and `omega0`.
template <class T>
Data<T> data(const Parameters& p);

}  // namespace squeezer
}  // namespace plumb
