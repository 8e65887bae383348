#pragma once
// What the registrations of problems share.

#include "problems/problem.hpp"

namespace plumb {

/// `embed` of a problem whose formulations all use the minimal coordinates.
template <class T>
Configuration<T> same_coordinates(const Parameters&, const Formulation&, const T&, const Configuration<T>& minimal) {
  return minimal;
}

/// The formulations that the adapters make of a mechanism with constraints; meanings name the coordinates.
inline std::vector<Formulation> constrained_formulations(std::string minimal, const std::string& redundant,
                                                         const std::vector<Output>& invariants = {}) {
  return {{"ode", std::move(minimal)},
          {"index1", redundant + ", constraints at acceleration level", Form::index1, false, false, invariants},
          {"index2", redundant + ", constraints at velocity level", Form::index2, false, false, invariants},
          {"index3", redundant + ", constraints at position level", Form::index3, false, false, invariants},
          {"ggl", redundant + ", constraints at position and velocity level (Gear, Gupta & Leimkuhler)", Form::ggl,
           false, false, invariants},
          {"projected", "index1, coordinates projected after every step", Form::index1, true, false, invariants},
          {"projected-velocities", "index1, coordinates and velocities projected after every step", Form::index1, true,
           true, invariants}};
}

Problem pendulum_problem();
Problem oscillator_problem();
Problem spinning_top_problem();
Problem heavy_top_problem();
Problem free_body_problem();
Problem two_link_problem();
Problem squeezer_problem();
Problem pleiades_problem();
Problem car_axis_problem();
Problem planar_chain_problem();

}  // namespace plumb
