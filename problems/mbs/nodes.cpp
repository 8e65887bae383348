#include "problems/mbs/nodes.hpp"

#include <algorithm>

#include "problems/mbs/long_vectors.hpp"
#include "problems/mbs/mechanism_check.hpp"

namespace plumb::mbs {
namespace {

/// Replaces names of nodes by names of their bodies, and converts points relative to a node to points relative to the
/// origin of the body.
class Attachment {
 public:
  explicit Attachment(const NodesByName& named) : nodes(named) {}

  /// With `needs_point`, an omitted point becomes the node, unless the node is_whole.
  void put(std::string& body, Place& place, bool needs_point) const {
    const auto found = nodes.find(body);
    if (found == nodes.end()) return;
    const auto& [name, shift, is_whole] = found->second;
    body = name;
    if (place.point && place.frame == Frame::body)
      place.point = written(in_long(*place.point) + in_long(shift));
    else if (!place.point && needs_point && !is_whole)
      place = {Frame::body, shift, place.axis, place.reference};
  }

 private:
  const NodesByName& nodes;
};

/// Returns the inertia tensor about the point at d from the centre of mass, in the axes of space.
LongMatrix moments_about(const Body& body, const LongVector& d) {
  const auto J = [&](std::size_t entry) { return body.inertia[entry].in<Digits50>(); };
  LongMatrix own;
  own << J(0), J(3), J(4), J(3), J(1), J(5), J(4), J(5), J(2);
  const LongMatrix A = so3::matrix(attitude_of<Digits50>(body)), across = so3::skew<Digits50>(d);
  return A * own * A.transpose() - body.mass.in<Digits50>() * (across * across);
}

}  // namespace

void attach_to_nodes(const NodesByName& nodes, Mechanism& mechanism) {
  const Attachment to(nodes);
  for (auto& joint : mechanism.joints) {
    to.put(joint.first, joint.on_first, false);
    to.put(joint.second, joint.on_second, false);
  }
  for (auto& load : mechanism.loads) to.put(load.body, load.point, !load.torque);
  for (auto& spring : mechanism.springs) {
    to.put(spring.first, spring.on_first, false);
    to.put(spring.second, spring.on_second, false);
  }
  for (auto& spring : mechanism.translational_springs) {
    to.put(spring.first, spring.on_first, false);
    to.put(spring.second, spring.on_second, false);
  }
  for (auto& spring : mechanism.turning_springs) {
    to.put(spring.first, spring.on_first, false);
    to.put(spring.second, spring.on_second, false);
  }
  for (auto& output : mechanism.outputs)
    if (is_of_body(output.kind)) to.put(output.of, output.place, is_of_point(output.kind));
}

NodeInBody move_to_centre(const Triple& centre, Body& body) {
  const LongMatrix A = so3::matrix(attitude_of<Digits50>(body));
  const LongVector c = in_long(centre), spin = in_long(body.angular_velocity);
  body.position = written(LongVector(in_long(body.position) + A * c));
  body.velocity = written(LongVector(in_long(body.velocity) + A * spin.cross(c)));
  return {body.name, written(LongVector(-c)), true};
}

void add_part(const Body& part, const std::string& whole, Mechanism& mechanism, NodesByName& nodes) {
  require_mass(part);
  if (nodes.contains(part.name) ||
      std::ranges::find(mechanism.bodies, part.name, &Body::name) != mechanism.bodies.end())
    throw MechanismMistake(contradiction, item("body", part.name), "its name occurs twice; rename it");
  const auto node = nodes.find(whole);
  const std::string name = node == nodes.end() ? whole : node->second.body;
  const auto found = std::ranges::find(mechanism.bodies, name, &Body::name);
  if (found == mechanism.bodies.end())
    throw MechanismMistake(unknown_name, item("body", part.name),
                           "it is part of '" + whole + "', which is neither a body nor a node");
  Body& body = *found;
  const Digits50 mass = body.mass.in<Digits50>(), of_part = part.mass.in<Digits50>();
  if (mass + of_part == 0)
    throw MechanismMistake(missing, item("body", part.name), "neither it nor '" + whole + "' has a mass");
  const LongVector before = in_long(body.position), at = in_long(part.position),
                   centre = (mass * before + of_part * at) / (mass + of_part);
  const LongMatrix A = so3::matrix(attitude_of<Digits50>(body));
  const LongMatrix J = A.transpose() * (moments_about(body, before - centre) + moments_about(part, at - centre)) * A;
  const LongVector shift = A.transpose() * (centre - before), spin = in_long(body.angular_velocity);
  body.velocity = written(LongVector(in_long(body.velocity) + A * spin.cross(shift)));
  body.position = written(centre);
  body.mass = written(Digits50(mass + of_part));
  body.inertia = {written(J(0, 0)), written(J(1, 1)), written(J(2, 2)),
                  written(J(0, 1)), written(J(0, 2)), written(J(1, 2))};
  nodes.try_emplace(name, NodeInBody{name, written(LongVector(LongVector::Zero())), true});
  for (auto& [key, one] : nodes)
    if (one.body == name) one.point = written(LongVector(in_long(one.point) - shift));
  nodes.insert_or_assign(part.name, NodeInBody{name, written(LongVector(A.transpose() * (at - centre)))});
}

}  // namespace plumb::mbs
