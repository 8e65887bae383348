#pragma once
// The spatial slider-crank, whose crank is driven by −2π t about x: a closed form, and the reactions of its joints.
//
// The crank turns about x in A = (0, 0.1, 0.12), and B is its pin. The rod B C of length 0.3 ends in the centre C of
// the slider, on the axis x. With θ = 2π t,
//
//   B = A + 0.08 (0, sin θ, cos θ),   C = (√(0.09 − B_y² − B_z²), 0, 0)
//
// The rod's second axis is parallel to e_x × (C − B). The joints are revolute in A, spherical in B, universal in C (the
// rod's second axis is perpendicular to x), and translational along x. Between slider and guide acts −μ |N| sign(x'),
// where N is the reaction along z. The bodies are crank, rod and slider; their frames are as in fang2023, section 4.1.
//
// The reactions follow from Newton and Euler. The rod's moment about B and the slider's motion along x give the force F
// in C on the slider and the torque T n of the universal joint, n = y_rod × e_x:
//
//   F_x = m_3 x'' − f,   (B − C) × F − T n = L_2 − (B − r_2) × m_2 (r_2'' − g)
//
// L_2 is the rod's torque() about its centre. The other reactions follow body by body.

#include "problems/exact/driven_bodies.hpp"

namespace plumb {

/// Forces and torques in space, at one instant.
struct SpatialSliderCrankReactions {
  so3::Vector<quad> bearing, bearing_torque;  // N, N m, of the ground on the crank in A; the torque is across x
  so3::Vector<quad> pin;                      // force of the crank on the rod in B [N]
  so3::Vector<quad> end;                      // force of the rod on the slider in C [N]
  so3::Vector<quad> end_torque;               // torque of the rod on the slider [N m]
  so3::Vector<quad> guide, guide_torque;      // N, N m, of the ground on the slider in C; the force is across x
  quad friction;                              // friction on the slider along x [N]
  quad driver;                                // torque on the crank about x [N m]
};

/// Masses [kg] and moments of inertia [kg m²] of crank, rod and slider.
std::array<quad, 3> spatial_slider_crank_masses();
std::array<so3::Vector<quad>, 3> spatial_slider_crank_moments();

DrivenBodies<3> spatial_slider_crank_at(const quad& t);
ExactMotion spatial_slider_crank_motion();
/// `mu` >= 0 is the coefficient of friction; there is no friction below a speed of 1e-5 m/s.
SpatialSliderCrankReactions spatial_slider_crank_reactions(const quad& t, const quad& mu);

}  // namespace plumb
