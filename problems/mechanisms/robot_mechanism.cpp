// A robot's joints, forces and shapes become items of a mechanism; links are found by the names in the mechanism's
// file.

#include <fmt/format.h>

#include <algorithm>

#include "problems/mbs/armature.hpp"
#include "problems/mbs/long_vectors.hpp"
#include "problems/mbs/mechanism_check.hpp"
#include "problems/mechanisms/robot_bodies.hpp"

namespace plumb {
namespace {

using Number = RobotBodies::Number;
using Vector = RobotBodies::Vector;
using Matrix = RobotBodies::Matrix;

using mbs::farthest_across, mbs::unit, mbs::written;

}  // namespace

mbs::Joint RobotBodies::joint_of(const RobotJoint& joint) const {
  const Frame own{Matrix::Identity(), mbs::in_long(joint.anchor)};
  const Vector axis = unit(mbs::in_long(joint.axis)), reference = farthest_across(axis);
  const auto at = joint.reference.in<Number>();
  auto origin = frame_of(joint.origin);
  if (joint.kind == RobotJointKind::prismatic) origin.origin -= at * (origin.axes * axis);
  const Vector zero = turns(joint.kind) ? Vector(mbs::turn_about(axis, -at) * reference) : reference;
  mbs::Joint out;
  out.name = joint.name;
  out.kind = turns(joint.kind)                         ? mbs::JointKind::revolute
             : joint.kind == RobotJointKind::prismatic ? mbs::JointKind::translational
                                                       : mbs::JointKind::spherical;
  out.first = body_name(states_[static_cast<std::size_t>(joint.parent)].body);
  out.second = body_name(states_[static_cast<std::size_t>(joint.child)].body);
  out.on_first = place_on(joint.parent, origin, axis, zero);
  out.on_second = place_on(joint.child, own, axis, reference);
  return out;
}

void RobotBodies::put_joint_into(const RobotJoint& joint, mbs::Mechanism& m) const {
  m.joints.push_back(joint_of(joint));
  if (!has_coordinate(joint.kind)) return;
  put_force_into(joint, m);
  if (joint.limits) m.limits.push_back({joint.name, (*joint.limits)[0], (*joint.limits)[1]});
  if (joint.follows)
    m.gears.push_back({joint.name, joint.name, joint.follows->other, joint.follows->ratio, joint.follows->offset});
}

void RobotBodies::put_force_into(const RobotJoint& joint, mbs::Mechanism& m) const {
  mbs::SmoothFriction friction;
  if (start_.friction_speed.in<double>() != 0) friction = {joint.friction, start_.friction_speed};
  const auto acts = [](const ExactNumber& x) { return x.in<double>() != 0; };
  if (!acts(joint.stiffness) && !acts(joint.damping) && !acts(friction.size)) return;
  if (turns(joint.kind))
    m.rotational_springs.push_back({.name = joint.name,
                                    .joint = joint.name,
                                    .stiffness = joint.stiffness,
                                    .damping = joint.damping,
                                    .free_angle = joint.free,
                                    .friction = friction});
  else
    m.translational_springs.push_back({.name = joint.name,
                                       .joint = joint.name,
                                       .stiffness = joint.stiffness,
                                       .damping = joint.damping,
                                       .free_translation = joint.free,
                                       .friction = friction});
}

// Adds boxes and the like, and the origins of links that no joint leaves, which are the ends of bones.
void RobotBodies::put_shapes_into(mbs::Mechanism& m) const {
  const Vector x = Vector::UnitX(), z = Vector::UnitZ();
  std::vector<bool> goes_on(robot_.links.size());
  for (const auto& joint : robot_.joints) goes_on[static_cast<std::size_t>(joint.parent)] = true;
  for (std::size_t k = 0; k < robot_.links.size(); ++k) {
    const auto& state = states_[k];
    const auto index = static_cast<int>(k);
    const auto name = body_name(state.body);
    for (const auto& shape : robot_.links[k].shapes)
      m.shapes.push_back({name, shape.kind, place_on(index, frame_of(shape.origin), z, x), shape.size});
    if (state.body != no_group && !goes_on[k] && groups_[static_cast<std::size_t>(state.body)].base != index)
      m.shapes.push_back({name, mbs::ShapeKind::point, place_on(index, {Matrix::Identity(), Vector::Zero()}, z, x)});
  }
}

mbs::Joint RobotBodies::joint_of(const RobotLoop& loop) const {
  const Frame point{Matrix::Identity(), mbs::in_long(loop.point)};
  const auto& first = states_[static_cast<std::size_t>(loop.first)];
  const Vector in_space = product(first.pose, point).origin;
  mbs::Joint out;
  out.name = loop.name;
  out.kind = loop.kind;
  out.first = body_name(first.body);
  out.second = body_name(states_[static_cast<std::size_t>(loop.second)].body);
  out.on_first = out.on_second = {mbs::Frame::space, written(in_space)};
  return out;
}

// --- what else the mechanism has

std::optional<RobotBodies::InBody> RobotBodies::find(const std::string& name) const {
  const auto at = std::ranges::find(robot_.links, name, &RobotLink::name);
  if (at == robot_.links.end()) return {};
  const auto index = static_cast<int>(at - robot_.links.begin());
  const auto& state = states_[static_cast<std::size_t>(index)];
  InBody out{index, body_name(state.body), state.in_body};
  if (state.body != no_group) out.frame.origin -= groups_[static_cast<std::size_t>(state.body)].centre;
  return out;
}

void RobotBodies::translate(std::string& body, mbs::Place& place) const {
  const auto at = find(body);
  if (!at) return;
  body = at->body;
  if (place.frame == mbs::Frame::space) return;
  const auto turned = [&](std::optional<mbs::Triple>& x) {
    if (x) x = written(Vector(at->frame.axes * mbs::in_long(*x)));
  };
  if (place.point) place.point = written(Vector(at->frame.origin + at->frame.axes * mbs::in_long(*place.point)));
  turned(place.axis);
  turned(place.reference);
}

void RobotBodies::require_point(const std::string& item, const InBody& at, const mbs::Place& place) const {
  if (link(at.link).name != at.body && !place.point)
    throw mbs::MechanismMistake(Mistake::missing, item,
                                "link '" + link(at.link).name + "' is fixed to '" + at.body +
                                    "': a point is needed, of which [0, 0, 0] is the link's origin");
}

void RobotBodies::translate(mbs::Load& load) const {
  const auto at = find(load.body);
  if (!at) return;
  if (!load.torque) require_point(mbs::item("force", load.name), *at, load.point);
  if (load.frame == mbs::Frame::body) load.vector = written(Vector(at->frame.axes * mbs::in_long(load.vector)));
  translate(load.body, load.point);
}

void RobotBodies::translate(mbs::OutputOf& output) const {
  const auto at = find(output.of);
  if (!at) return;
  using Kind = mbs::OutputKind;
  const auto item = mbs::item("output", output.name);
  if (!is_of_body(output.kind)) return;
  if (is_of_point(output.kind)) require_point(item, *at, output.place);
  const bool of_frame =
      (output.kind == Kind::angular_velocity && output.place.frame == mbs::Frame::body) || output.kind == Kind::angle;
  if (of_frame && link(at->link).name != at->body)
    throw mbs::MechanismMistake(Mistake::not_allowed, item,
                                "link '" + link(at->link).name + "' is fixed to '" + at->body +
                                    "', in whose frame angular velocities and angles are told: name that");
  translate(output.of, output.place);
}

void RobotBodies::put_into(mbs::Mechanism& m) const {
  if (bodies_.empty() && m.bodies.empty())
    throw link(robot_.root)
        .place.refusal(fmt::format("robot '{}': nothing moves, since no joint does and its root stands on the ground; "
                                   "a mechanism file lets it "
                                   "float: [urdf] file = \"...\", base = \"floating\"",
                                   robot_.name));
  for (auto& joint : m.joints) {
    translate(joint.first, joint.on_first);
    translate(joint.second, joint.on_second);
  }
  for (auto& load : m.loads) translate(load);
  for (auto& spring : m.springs) {
    translate(spring.first, spring.on_first);
    translate(spring.second, spring.on_second);
  }
  for (auto& spring : m.translational_springs) {
    if (!spring.joint.empty()) continue;
    translate(spring.first, spring.on_first);
    translate(spring.second, spring.on_second);
  }
  for (auto& output : m.outputs) translate(output);

  mbs::Mechanism own;
  for (const auto& joint : robot_.joints)
    if (joint.kind != RobotJointKind::floating && !stays(joint)) put_joint_into(joint, own);
  for (const auto& loop : robot_.loops) own.joints.push_back(joint_of(loop));
  put_shapes_into(own);
  const auto put_before = [](auto& all, const auto& first) { all.insert(all.begin(), first.begin(), first.end()); };
  put_before(m.bodies, bodies_);
  put_before(m.joints, own.joints);
  put_before(m.gears, own.gears);
  put_before(m.rotational_springs, own.rotational_springs);
  put_before(m.translational_springs, own.translational_springs);
  put_before(m.limits, own.limits);
  put_before(m.shapes, own.shapes);
  if (robot_.gravity) m.gravity = *robot_.gravity;
  // A follower has friction and armature of its own; rotors stand last.
  for (const auto& joint : robot_.joints)
    if (joint.armature.in<double>() != 0 && has_coordinate(joint.kind) && !stays(joint))
      mbs::add_armature(joint.name, joint.armature, m);
}

}  // namespace plumb
