#pragma once
// The closed-form motion of the spatial slider-crank, whose crank turns by the prescribed angle −2π t about x, and the
// reactions in its joints. Lengths in m.
//
// The crank turns about x through A = (0, 0.1, 0.12); B is its pin. The rod of length 0.3 leads from B to the centre C
// of the slider, which is on the axis x. With θ = 2π t,
//
//   B = A + 0.08 (0, sin θ, cos θ),   C = (√(0.09 − B_y² − B_z²), 0, 0)
//
// The rod's second axis is parallel to e_x × (C − B). The joints are revolute at A, spherical at B, universal at C (the
// rod's second axis is perpendicular to x), and translational along x. The friction between slider and guide is
// f = −μ |N| sign(x'), where N is the reaction along z. The bodies are crank, rod and slider, with the frames of
// fang2023, section 4.1.
//
// The reactions follow from Newton's and Euler's equations. The rod's moment equation about B and the slider's equation
// of motion along x determine the force F on the slider at C, and the torque T n of the universal joint on the slider,
// where n = y_rod × e_x:
//
//   F_x = m_3 x'' − f,   (B − C) × F − T n = L_2 − (B − r_2) × m_2 (r_2'' − g)
//
// L_2 is the rod's torque() about its centre of mass. The other reactions follow from the equations of each body.

#include "problems/exact/driven_bodies.hpp"

namespace plumb {

/// Forces [N] and torques [N m] at one instant, in the axes of space. A, B and C are the points of the joints.
struct SpatialSliderCrankReactions {
  so3::Vector<quad> bearing, bearing_torque;  // on the crank at A, by the ground; bearing_torque has no x component
  so3::Vector<quad> pin;                      // force on the rod at B, by the crank
  so3::Vector<quad> end;                      // force on the slider at C, by the rod
  so3::Vector<quad> end_torque;               // torque on the slider, by the rod
  so3::Vector<quad> guide, guide_torque;      // on the slider at C, by the guide; `guide` has no x component
  quad friction;                              // friction on the slider along x
  quad driver;                                // torque of the driver on the crank about x
};

/// Masses [kg] and moments of inertia [kg m²] of crank, rod and slider.
std::array<quad, 3> spatial_slider_crank_masses();
std::array<so3::Vector<quad>, 3> spatial_slider_crank_moments();

DrivenBodies<3> spatial_slider_crank_at(const quad& t);
ExactMotion spatial_slider_crank_motion();
/// `mu` >= 0 is the coefficient of friction; there is no friction below a speed of 1e-5 m/s.
SpatialSliderCrankReactions spatial_slider_crank_reactions(const quad& t, const quad& mu);

}  // namespace plumb
