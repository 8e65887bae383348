#pragma once
// The data of the planar chain: n slender rods, hinged to each other, the first to the ground at the origin, under
// gravity.
//
// Body k has half the length a_k, the mass m_k and the inertia I_k = m_k (2 a_k)²/12 about its centre (x_k, y_k); ψ_k
// is its angle from the horizontal. e_k = (cos ψ_k, sin ψ_k) points from its hinge k to the next one, n_k = (−sin,
// cos). In joint k the torque −c (ω_k − ω_{k−1}) of viscous friction acts on body k against its parent k − 1, with
// ω_{−1} = 0.

#include <vector>

#include "contract/parameters.hpp"
#include "problems/mbs/sparse_factors.hpp"

namespace plumb {

template <class T>
struct ChainLink {
  T half = 0, mass = 0, inertia = 0;  // half length [m], mass [kg], moment of inertia [kg m²]
};

template <class T>
struct ChainData {
  std::vector<ChainLink<T>> links = {};
  T gravity = 0;   // m/s²
  T friction = 0;  // N m s
  LinearSolver solver = LinearSolver::tree;

  std::size_t count() const { return links.size(); }
};

/// Throws std::invalid_argument if `n` is not a whole number.
int chain_length(const Parameters& p);

template <class T>
ChainData<T> chain_data(const Parameters& p) {
  ChainData<T> data{.gravity = p.number<T>("gravity"), .friction = p.number<T>("friction")};
  if (p.is("solver", "klu")) data.solver = LinearSolver::klu;
  if (p.is("solver", "dense")) data.solver = LinearSolver::dense;
  T length = p.number<T>("length"), mass = p.number<T>("mass");
  const T longer = p.number<T>("length_ratio"), heavier = p.number<T>("mass_ratio");
  for (int k = chain_length(p); k > 0; --k) {
    data.links.push_back({length / 2, mass, mass * length * length / 12});
    length *= longer;
    mass *= heavier;
  }
  return data;
}

}  // namespace plumb
