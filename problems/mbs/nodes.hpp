#pragma once
// Nodes: named points of bodies, other than the centres of mass, to which a description may attach joints, forces and
// outputs.

#include <map>
#include <string>

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

/// A node is a point of a body, with the axes of this body.
struct NodeInBody {
  std::string body;
  Triple point;
  bool is_whole = false;  // true: the name means the body: forces and outputs without a point use its centre of mass
};
using NodesByName = std::map<std::string, NodeInBody, std::less<>>;

/// Replaces names of nodes in joints, forces and outputs by the nodes' bodies. Points given in the frame "body" are
/// measured from the node. An omitted point is the node, or the centre of mass if the node is_whole.
void attach_to_nodes(const NodesByName& nodes, Mechanism& mechanism);

/// Replaces position and velocity of a body, which refer to a node, by the values of its centre of mass, which is at
/// `centre` in the node's frame. Computes in 50 digits. Returns the node in the body.
NodeInBody move_to_centre(const Triple& centre, Body& body);

/// Adds the mass and inertia of `part`, at its position and attitude, to the body or node named `whole`. The centre of
/// mass moves, so points of the body are converted to keep their positions in space. The part's name becomes a node at
/// the part's centre. Computes in 50 digits. Throws MechanismMistake if there is no such body.
void add_part(const Body& part, const std::string& whole, Mechanism& mechanism, NodesByName& nodes);

}  // namespace plumb::mbs
