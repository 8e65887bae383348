#pragma once
// Nodes: named points of bodies, other than the centres of mass, at which a description may place parts of a mechanism.

#include <map>
#include <string>

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

/// A node is a point of a body, and has the axes of that body.
struct NodeInBody {
  std::string body;
  Triple point;
  bool is_whole = false;  // whether the name means a body: forces and outputs without a point are at its centre of mass
};
using NodesByName = std::map<std::string, NodeInBody, std::less<>>;

/// Joints, forces and outputs that name nodes get the nodes' bodies: points "in the body" are then measured from the
/// node. A point that is left out is the node, or the centre of mass if the node stands for the whole body.
void attach_to_nodes(const NodesByName& nodes, Mechanism& mechanism);

/// Converts a body from its node to its centre of mass. Given are position and velocity of the node, and `centre` in
/// the node's frame. The result has position and velocity of the centre, in 50 digits. Returns the node in the body.
NodeInBody move_to_centre(const Triple& centre, Body& body);

/// Adds mass and inertia of `part`, with its position and attitude, to a body or to the body of a node.
/// The centre of mass moves; points in the body keep their positions. The part's name becomes a node at its centre.
/// Computes in 50 digits. Throws MechanismMistake if there is no such body.
void add_part(const Body& part, const std::string& whole, Mechanism& mechanism, NodesByName& nodes);

}  // namespace plumb::mbs
