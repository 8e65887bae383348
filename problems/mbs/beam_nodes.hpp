#pragma once
// The positions of beam nodes in their bodies; a centre of mass need not be at the node.

#include <vector>

#include "problems/mbs/placed_bodies.hpp"

namespace plumb::mbs {

/// Returns the nodes of beams in the frames of their bodies, from the centres of mass; 0 of bodies that are no nodes.
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
