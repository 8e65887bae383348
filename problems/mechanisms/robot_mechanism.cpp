// Converts joints, forces and shapes of a robot to items of a mechanism, and names of links in a mechanism file to
// names of bodies.

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "problems/mbs/armature.hpp"
#include "problems/mbs/long_vectors.hpp"
#include "problems/mbs/mechanism_check.hpp"
#include "problems/mechanisms/output_text.hpp"
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
  if (joint.kind == RobotJointKind::floating) return put_free_forces_into(joint, m);
  m.joints.push_back(joint_of(joint));
  if (joint.kind == RobotJointKind::ball) put_free_forces_into(joint, m);
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

// Adds the shapes of links. A link that is not the parent of a joint gets a point at its origin, as the end of a bar.
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

// Returns the pose of a link in space in the configuration of the file, where all joints are at their references.
RobotBodies::Frame RobotBodies::file_pose(int link) const {
  const auto* joint = joint_to(link);
  if (!joint) return {Matrix::Identity(), Vector::Zero()};
  const Frame shift{Matrix::Identity(), -mbs::in_long(joint->anchor)};
  return product(file_pose(joint->parent), product(frame_of(joint->origin), shift));
}

mbs::Joint RobotBodies::joint_of(const RobotLoop& loop) const {
  const Vector x = Vector::UnitX(), z = Vector::UnitZ();
  const auto on_first = frame_of(loop.on_first);
  const auto in_second = [&] {
    if (loop.on_second) return frame_of(*loop.on_second);
    const auto second = file_pose(loop.second), space = product(file_pose(loop.first), on_first);
    return Frame{second.axes.transpose() * space.axes, second.axes.transpose() * (space.origin - second.origin)};
  };
  mbs::Joint out;
  out.name = loop.name;
  out.kind = loop.kind;
  out.first = body_name(states_[static_cast<std::size_t>(loop.first)].body);
  out.second = body_name(states_[static_cast<std::size_t>(loop.second)].body);
  out.on_first = place_on(loop.first, on_first, z, x);
  out.on_second = place_on(loop.second, in_second(), z, x);
  return out;
}

// Adds the joints that close loops. Omits a loop between links of the same body whose second frame is not given: its
// condition is always satisfied.
void RobotBodies::put_loops_into(mbs::Mechanism& m) const {
  for (const auto& loop : robot_.loops) {
    auto joint = joint_of(loop);
    if (joint.first != joint.second || loop.on_second) m.joints.push_back(std::move(joint));
  }
}

// Adds the springs and dampers of a floating or ball joint. They act on rotations and, for a floating joint, on the
// child's origin along the axes of space.
void RobotBodies::put_free_forces_into(const RobotJoint& joint, mbs::Mechanism& m) const {
  const auto acts = [](const ExactNumber& x) { return x.in<double>() != 0; };
  if (!acts(joint.stiffness) && !acts(joint.damping)) return;
  const Frame own{Matrix::Identity(), joint.kind == RobotJointKind::ball ? mbs::in_long(joint.anchor) : Vector::Zero()};
  const auto at = file_pose(joint.child);
  const Vector x = Vector::UnitX(), z = Vector::UnitZ();
  const auto on_child = place_on(joint.child, own, z, x);
  for (int i = 0; i < 3 && joint.kind == RobotJointKind::floating; ++i)
    m.translational_springs.push_back(
        {.name = fmt::format("{} along {}", joint.name, "xyz"[i]),
         .joint = "",
         .stiffness = joint.stiffness,
         .damping = joint.damping,
         .free_translation = written(at.origin[i]),
         .second = body_name(states_[static_cast<std::size_t>(joint.child)].body),
         .on_first = {mbs::Frame::space, mbs::triple("0", "0", "0"), mbs::unit_triple(static_cast<std::size_t>(i))},
         .on_second = on_child});
  m.turning_springs.push_back({.name = joint.name,
                               .stiffness = joint.stiffness,
                               .damping = joint.damping,
                               .first = body_name(states_[static_cast<std::size_t>(joint.parent)].body),
                               .second = body_name(states_[static_cast<std::size_t>(joint.child)].body),
                               .on_first = place_on(joint.parent, frame_of(joint.origin), z, x),
                               .on_second = on_child});
}

// The armature A of a floating joint is an inertia without weight, so a force on the body compensates the weight of A.
// The default outputs are the positions of the centre of mass c without armature. It follows from the centre c' of the
// body with armature: m c = (m + A) c', relative to the link's origin.
void RobotBodies::compensate_weights(mbs::Mechanism& m) const {
  auto reported = m.bodies;
  std::erase_if(reported, [](const mbs::Body& body) { return body.mass.in<double>() == 0; });
  auto outputs = positions_of(reported);
  bool is_any = false;
  for (const auto& joint : robot_.joints) {
    if (joint.kind != RobotJointKind::floating || !has_isotropic_armature(joint)) continue;
    const auto body = body_name(states_[static_cast<std::size_t>(joint.child)].body);
    const auto armature = joint.armature.in<Number>();
    const Frame origin{Matrix::Identity(), Vector::Zero()};
    const auto point = place_on(joint.child, origin, Vector::UnitZ(), Vector::UnitX());
    m.loads.push_back({.name = joint.name + " armature",
                       .body = body,
                       .vector = written(Vector(-armature * mbs::in_long(m.gravity))),
                       .point = point,
                       .factor = m.gravity_factor});
    const auto mass = std::ranges::find(m.bodies, body, &mbs::Body::name)->mass.in<Number>();
    const Vector centre = -armature / (mass - armature) * mbs::in_long(*point.point);
    for (auto& output : outputs)
      if (output.of == body && mass != armature) output.place = {mbs::Frame::body, written(centre)};
    is_any = true;
  }
  if (is_any && m.outputs.empty()) m.outputs = std::move(outputs);
}

// --- other items of the mechanism

std::optional<RobotBodies::InBody> RobotBodies::find(const std::string& name) const {
  const auto found = std::ranges::find(robot_.links, name, &RobotLink::name);
  if (found == robot_.links.end()) return {};
  const auto index = static_cast<int>(found - robot_.links.begin());
  const auto& state = states_[static_cast<std::size_t>(index)];
  InBody out{index, body_name(state.body), state.in_body};
  if (state.body != no_group) out.frame.origin -= groups_[static_cast<std::size_t>(state.body)].centre;
  return out;
}

void RobotBodies::translate(std::string& body, mbs::Place& place) const {
  const auto found = find(body);
  if (!found) return;
  body = found->body;
  if (place.frame == mbs::Frame::space) return;
  const auto turned = [&](std::optional<mbs::Triple>& x) {
    if (x) x = written(Vector(found->frame.axes * mbs::in_long(*x)));
  };
  if (place.point) place.point = written(Vector(found->frame.origin + found->frame.axes * mbs::in_long(*place.point)));
  turned(place.axis);
  turned(place.reference);
}

void RobotBodies::require_point(const std::string& item, const InBody& at, const mbs::Place& place) const {
  if (link(at.link).name != at.body && !place.point)
    throw mbs::MechanismMistake(Mistake::missing, item,
                                "link '" + link(at.link).name + "' is fixed to '" + at.body +
                                    "': give a point in coordinates of the link, such as its origin [0, 0, 0]");
}

void RobotBodies::translate(mbs::Load& load) const {
  const auto found = find(load.body);
  if (!found) return;
  if (!load.torque) require_point(mbs::item("force", load.name), *found, load.point);
  if (load.frame == mbs::Frame::body) load.vector = written(Vector(found->frame.axes * mbs::in_long(load.vector)));
  translate(load.body, load.point);
}

void RobotBodies::translate(mbs::OutputOf& output) const {
  const auto found = find(output.of);
  if (!found) return;
  using Kind = mbs::OutputKind;
  const auto item = mbs::item("output", output.name);
  if (!is_of_body(output.kind)) return;
  if (is_of_point(output.kind)) require_point(item, *found, output.place);
  const bool of_frame =
      (output.kind == Kind::angular_velocity && output.place.frame == mbs::Frame::body) || output.kind == Kind::angle;
  if (of_frame && link(found->link).name != found->body)
    throw mbs::MechanismMistake(
        Mistake::not_allowed, item,
        "link '" + link(found->link).name + "' is fixed to '" + found->body +
            "': angular velocities and angles are available in the frame of this body only, so name this body");
  translate(output.of, output.place);
}

void RobotBodies::put_into(mbs::Mechanism& m) const {
  if (bodies_.empty() && m.bodies.empty())
    throw link(robot_.root)
        .place.refusal(
            fmt::format("robot '{}': nothing moves, because it has no movable joint and its root is fixed to the "
                        "ground; a mechanism file can release the root: [urdf] file = \"...\", base = \"floating\"",
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
    if (!stays(joint)) put_joint_into(joint, own);
  put_loops_into(own);
  put_shapes_into(own);
  const auto put_before = [](auto& all, const auto& first) { all.insert(all.begin(), first.begin(), first.end()); };
  put_before(m.bodies, bodies_);
  put_before(m.joints, own.joints);
  put_before(m.gears, own.gears);
  put_before(m.rotational_springs, own.rotational_springs);
  put_before(m.translational_springs, own.translational_springs);
  put_before(m.turning_springs, own.turning_springs);
  put_before(m.limits, own.limits);
  put_before(m.shapes, own.shapes);
  if (start_.gravity || robot_.gravity) m.gravity = start_.gravity ? *start_.gravity : *robot_.gravity;
  compensate_weights(m);
  // Adds armatures, including those of joints that follow another joint. Rotors are the last bodies.
  for (const auto& joint : robot_.joints)
    if (joint.armature.in<double>() != 0 && has_coordinate(joint.kind) && !stays(joint))
      mbs::add_armature(joint.name, joint.armature, m);
}

}  // namespace plumb
