#pragma once
// What the registrations of problems share.

#include "problems/problem.hpp"

namespace plumb {

/// `embed` of a problem whose formulations all use the minimal coordinates.
template <class T>
Configuration<T> same_coordinates(const Parameters&, const Formulation&, const Configuration<T>& minimal) {
  return minimal;
}

Problem pendulum_problem();
Problem oscillator_problem();
Problem spinning_top_problem();

}  // namespace plumb
