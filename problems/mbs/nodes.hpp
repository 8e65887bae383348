#pragma once
// Nodes: places by which parts of a mechanism are named and told, which are not the centres of mass of bodies.

#include <map>
#include <string>

#include "problems/mbs/mechanism.hpp"

namespace plumb::mbs {

/// A node: its body, and its place in that body, whose axes it has.
struct NodeInBody {
  std::string body;
  Triple point;
};
using NodesByName = std::map<std::string, NodeInBody, std::less<>>;

/// Where joints, forces and outputs name nodes, these get the nodes' bodies; points "in the body" are told from the
/// node, and those that are left out are the node.
void attach_to_nodes(const NodesByName& nodes, Mechanism& mechanism);

/// Position and velocity of a body are those of a node, and the centre of mass stands at `centre` in the node's frame:
/// makes them those of the centre, in 50 digits, and tells where the node is in the body.
NodeInBody move_to_centre(const Triple& centre, Body& body);

/// Gives mass and inertia of `part`, at the place and in the attitude that it has, to a body or to that of a node: the
/// centre of mass moves, and points in the body are told from where they were. The part's name becomes a node at its
/// centre. In 50 digits. Throws MechanismMistake where there is no such body.
void add_part(const Body& part, const std::string& whole, Mechanism& mechanism, NodesByName& nodes);

}  // namespace plumb::mbs
