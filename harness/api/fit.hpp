#pragma once
// Decides which methods support a formulation: the method must list its family, and the system must have the properties
// that the method requires.

#include "methods/method.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// A formulation of a problem, with the properties of its system for the problem's default data.
struct Site {
  const Problem& problem;
  const Formulation& formulation;
  bool vector_space, velocity_dependent, dense_blocks;
  Sizes sizes;

  /// Returns whether the method supports the formulation.
  bool suits(const Method& method) const;
};

/// Returns all formulations of a problem, in its order.
std::vector<Site> sites(const Problem& problem);
/// All formulations of the catalogue, problem by problem.
const std::vector<Site>& sites();

}  // namespace plumb
