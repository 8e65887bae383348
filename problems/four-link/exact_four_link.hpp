#pragma once
// The closed-form motion of the four-link mechanism, whose rotor turns by the prescribed angle θ = π t about x, and the
// reactions in its joints. Lengths in m.
//
// The rotor of radius 2 turns about x through the origin. At B a universal joint connects it to link 2 of length 12.2.
// A spherical joint at the other end C of link 2 connects it to link 3 of length 7.4, which turns about y through
// D = (−4, −8.5, 0):
//
//   B = 2 (0, −sin θ, cos θ),   C = D + 7.4 (cos b, 0, sin b),   |C − B| = 12.2
//   P cos b + Q sin b = R:   b = π + atan2(−Q, −P) − acos(R/√(P² + Q²))
//   P = −59.2,   Q = −29.6 cos θ,   R = 12.2² − 16 − 7.4² − (2 sin θ − 8.5)² − 4 cos² θ
//
// The third axis z_2 of link 2 stays perpendicular to the vector u = (0, −0.662, 0.75) in the rotor. The bodies are
// rotor, link 2 and link 3, with the frames, masses and moments of fang2023, section 4.2, and of the code published
// with it.
//
// The reactions follow from Newton's and Euler's equations. The moment equations of link 2 about B and of link 3 about
// the axis y through D determine the force F on link 3 at C, and the torque T n of the universal joint on link 2, where
// n = u × z_2:
//
//   (B − C) × F + T n = L_2 − (B − r_2) × m_2 (r_2'' − g)
//   e_y·((C − D) × F) = e_y·(L_3 − (D − r_3) × m_3 (r_3'' − g))
//
// L is torque() about the centre of mass. The other reactions follow from the equations of each body.

#include "problems/exact/driven_bodies.hpp"

namespace plumb {

/// Forces and torques in space, at one instant.
struct FourLinkReactions {
  so3::Vector<quad> bearing, bearing_torque;  // on the rotor, by the ground [N, N m]; bearing_torque has no x component
  so3::Vector<quad> pin, pin_torque;          // on link 2 at B, by the rotor [N, N m]
  so3::Vector<quad> end;                      // on link 3 at C, by link 2 [N]
  so3::Vector<quad> pivot, pivot_torque;      // on link 3 at D, by the ground [N, N m]; pivot_torque has no y component
  quad driver;                                // torque of the driver on the rotor about x [N m]
};

/// Masses [kg] and moments of inertia [kg m²] of rotor, link 2 and link 3.
std::array<quad, 3> four_link_masses();
std::array<so3::Vector<quad>, 3> four_link_moments();

DrivenBodies<3> four_link_at(const quad& t);
ExactMotion four_link_motion();
FourLinkReactions four_link_reactions(const quad& t);

}  // namespace plumb
