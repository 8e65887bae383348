#pragma once
// Which methods serve which formulations: those of its families whose system is what the method needs.

#include "methods/method.hpp"
#include "problems/problem.hpp"

namespace plumb {

/// A formulation of a problem, and what its system is like with the problem's default data.
struct Site {
  const Problem& problem;
  const Formulation& formulation;
  bool vector_space, velocity_dependent, dense_blocks;
  Sizes sizes;

  /// Whether the method lists the formulation's family and can do with its coordinates and accelerations.
  bool suits(const Method& method) const;
};

/// All formulations of a problem, in its order.
std::vector<Site> sites(const Problem& problem);
/// All formulations of the catalogue, problem by problem.
std::vector<Site> sites();

}  // namespace plumb
