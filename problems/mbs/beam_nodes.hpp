#pragma once
// The positions of beam nodes in their bodies. The centre of mass of a body can differ from its node.

#include <vector>

#include "problems/mbs/placed_bodies.hpp"

namespace plumb::mbs {

/// Returns for every body the vector from its centre of mass to its beam node, in the body; 0 if it has no node.
template <class T>
std::vector<Vector<T>> beam_nodes(const Mechanism& mechanism) {
  PlacedBodies<T> placed;
  for (const auto& body : mechanism.bodies) placed.place(body);
  std::vector<Vector<T>> out(mechanism.bodies.size(), zeros<Vector<T>>());
  for (const auto& element : mechanism.beam_elements)
    for (std::size_t a = 0; a < element.bodies.size(); ++a) {
      const int body = placed.body(element.bodies[a]);
      out[static_cast<std::size_t>(body)] = placed.point(body, element.places[a].frame, *element.places[a].point);
    }
  return out;
}

}  // namespace plumb::mbs
