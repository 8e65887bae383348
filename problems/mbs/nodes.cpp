#include "problems/mbs/nodes.hpp"

#include "problems/mbs/long_vectors.hpp"

namespace plumb::mbs {
namespace {

/// Replaces names of nodes, and tells points from them.
class Attachment {
 public:
  explicit Attachment(const NodesByName& named) : nodes(named) {}

  /// `needs_point`: where none is given it is the node.
  void put(std::string& body, Place& place, bool needs_point) const {
    const auto found = nodes.find(body);
    if (found == nodes.end()) return;
    const auto& [name, shift] = found->second;
    body = name;
    if (place.point && place.frame == Frame::body)
      place.point = written(in_long(*place.point) + in_long(shift));
    else if (!place.point && needs_point)
      place = {Frame::body, shift, place.axis, place.reference};
  }

 private:
  const NodesByName& nodes;
};

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
  for (auto& output : mechanism.outputs)
    if (is_of_body(output.kind)) to.put(output.of, output.place, is_of_point(output.kind));
}

NodeInBody move_to_centre(const Triple& centre, Body& body) {
  const LongMatrix A = so3::matrix(attitude_of<Digits50>(body));
  const LongVector c = in_long(centre), spin = in_long(body.angular_velocity);
  body.position = written(LongVector(in_long(body.position) + A * c));
  body.velocity = written(LongVector(in_long(body.velocity) + A * spin.cross(c)));
  return {body.name, written(LongVector(-c))};
}

}  // namespace plumb::mbs
