#include "problems/mechanisms/robot_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "problems/mbs/armature.hpp"
#include "problems/mbs/long_vectors.hpp"
#include "problems/mbs/mechanism_check.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

using Number = RobotBodies::Number;
using Vector = RobotBodies::Vector;
using Matrix = RobotBodies::Matrix;

using mbs::farthest_across, mbs::turn_about, mbs::unit, mbs::written;

Vector numbers(const mbs::Triple& x) { return mbs::in_long(x); }

Matrix tensor(const std::array<ExactNumber, 6>& inertia) {
  const auto entry = [&](std::size_t i) { return inertia[i].in<Number>(); };
  Matrix out;
  out << entry(0), entry(3), entry(4), entry(3), entry(1), entry(5), entry(4), entry(5), entry(2);
  return out;
}

}  // namespace

RobotBodies::Frame RobotBodies::frame_of(const RobotPose& pose) {
  Matrix axes = Matrix::Identity();
  for (const auto& turn : pose.turns) axes = axes * turn_about(numbers(turn.axis), turn.angle.in<Number>());
  return {axes, numbers(pose.xyz)};
}

RobotBodies::Frame RobotBodies::product(const Frame& a, const Frame& b) {
  return {a.axes * b.axes, a.origin + a.axes * b.origin};
}

RobotBodies::RobotBodies(const Robot& robot, RobotStart start) : robot_(robot), start_(std::move(start)) {
  states_.resize(robot.links.size());
  place_root();
  for (const auto& joint : robot.joints) place(joint);
  for (std::size_t k = 0; k < states_.size(); ++k) {
    const Vector from_root = states_[k].pose.origin - states_[static_cast<std::size_t>(robot.root)].pose.origin;
    length_ = std::max(length_, static_cast<double>(from_root.norm()));
    for (const auto& inertial : robot.links[k].inertials)
      length_ = std::max(length_, static_cast<double>(numbers(inertial.origin.xyz).norm()));
  }
  MistakesOfFile mistakes;
  for (auto& group : groups_)
    mistakes.note([&] {
      bodies_.push_back(body_of(group));
      require_body(group, bodies_.back());
    });
  mistakes.refuse();
}

// --- positions and velocities of links

void RobotBodies::place_root() {
  const Frame space{Matrix::Identity(), Vector::Zero()};
  const LinkState at_rest{no_group, space, space, Vector::Zero(), Vector::Zero()};
  if (!start_.floats) {
    states_[static_cast<std::size_t>(robot_.root)] = at_rest;
    return;
  }
  RobotJoint joint{link(robot_.root).name, link(robot_.root).place, RobotJointKind::floating};
  begin_body(robot_.root, freed(joint, at_rest));
}

// Returns whether a joint cannot move: it is fixed, the user fixes it, or it follows a joint that cannot move.
bool RobotBodies::stays(const RobotJoint& joint) const {
  if (joint.kind == RobotJointKind::fixed || start_.fixed.contains(joint.name)) return true;
  if (!joint.follows) return false;
  if (joint.follows->ratio.in<double>() == 0) return true;
  return stays(*std::ranges::find(robot_.joints, joint.follows->other, &RobotJoint::name));
}

JointStart RobotBodies::start_of(const RobotJoint& joint) const {
  if (const auto initial_state = start_.joints.find(joint.name); initial_state != start_.joints.end())
    return initial_state->second;
  if (!joint.follows) return {joint.reference};
  if (joint.follows->ratio.in<double>() == 0) return {joint.follows->offset};
  const auto other = start_of(*std::ranges::find(robot_.joints, joint.follows->other, &RobotJoint::name));
  const auto ratio = joint.follows->ratio.in<Number>();
  return {written(Number(ratio * other.position.in<Number>() + joint.follows->offset.in<Number>())),
          written(Number(ratio * other.velocity.in<Number>()))};
}

// Returns the child's frame in the joint's frame, in the initial configuration.
RobotBodies::Frame RobotBodies::shift_of(const RobotJoint& joint) const {
  Frame out{Matrix::Identity(), Vector::Zero()};
  if (has_coordinate(joint.kind)) {
    const Vector axis = unit(numbers(joint.axis));
    const Number position = start_of(joint).position.in<Number>() - joint.reference.in<Number>();
    if (turns(joint.kind))
      out.axes = turn_about(axis, position);
    else
      out.origin = position * axis;
  }
  out.origin -= out.axes * numbers(joint.anchor);
  return out;
}

void RobotBodies::place(const RobotJoint& joint) {
  const auto& parent = states_[static_cast<std::size_t>(joint.parent)];
  const auto origin = frame_of(joint.origin);
  auto at_joint = parent;
  at_joint.in_body = product(parent.in_body, origin);
  at_joint.pose = product(parent.pose, origin);
  at_joint.velocity = parent.velocity + parent.turning.cross(at_joint.pose.origin - parent.pose.origin);
  if (joint.kind == RobotJointKind::floating) return begin_body(joint.child, freed(joint, at_joint));
  if (!stays(joint)) return begin_body(joint.child, moved(joint, at_joint));
  const auto shift = shift_of(joint);
  auto child = at_joint;
  child.in_body = product(at_joint.in_body, shift);
  child.pose = product(at_joint.pose, shift);
  child.velocity += at_joint.turning.cross(child.pose.origin - at_joint.pose.origin);
  states_[static_cast<std::size_t>(joint.child)] = child;
  if (parent.body != no_group) groups_[static_cast<std::size_t>(parent.body)].links.push_back(joint.child);
}

RobotBodies::LinkState RobotBodies::freed(const RobotJoint& joint, const LinkState& at_joint) const {
  if (at_joint.body != no_group)
    throw joint.place.refusal(fmt::format("joint '{}': a floating joint must have a fixed parent link, but '{}' moves",
                                          joint.name, link(joint.parent).name));
  const auto initial_state = start_.free.find(joint.name);
  const auto free = initial_state == start_.free.end() ? FreeStart() : initial_state->second;
  auto out = at_joint;
  const Matrix& axes = at_joint.pose.axes;
  for (const auto& t : free.turns) out.pose.axes = out.pose.axes * turn_about(numbers(t.axis), t.angle.in<Number>());
  out.pose.origin += axes * numbers(free.position);
  out.velocity = axes * numbers(free.velocity);
  out.turning = out.pose.axes * numbers(free.angular_velocity);
  return out;
}

RobotBodies::LinkState RobotBodies::moved(const RobotJoint& joint, const LinkState& at_joint) const {
  auto out = at_joint;
  out.pose = product(at_joint.pose, shift_of(joint));
  const Vector arm = out.pose.origin - at_joint.pose.origin;
  if (has_coordinate(joint.kind)) {
    const auto velocity = start_of(joint).velocity.in<Number>();
    const Vector along = at_joint.pose.axes * unit(numbers(joint.axis));
    if (turns(joint.kind))
      out.turning += velocity * along;
    else
      out.velocity += velocity * along;
  }
  out.velocity += out.turning.cross(arm);
  return out;
}

void RobotBodies::begin_body(int link, LinkState state) {
  state.body = static_cast<int>(groups_.size());
  state.in_body = {Matrix::Identity(), Vector::Zero()};
  states_[static_cast<std::size_t>(link)] = std::move(state);
  groups_.push_back({link, {link}, Vector::Zero()});
}

// --- bodies and joints

//   m = Σ m_i,  m c = Σ m_i c_i,  J = Σ R_i J_i R_iᵀ + m_i (|d_i|² − d_i d_iᵀ),  d_i = c_i − c
mbs::Body RobotBodies::body_of(Group& group) const {
  struct Share {
    Number mass;
    Vector centre;
    Matrix inertia;
  };
  std::vector<Share> shares;
  Number mass = 0;
  Vector moment = Vector::Zero();
  for (const int l : group.links)
    for (const auto& inertial : link(l).inertials) {
      const auto frame = product(states_[static_cast<std::size_t>(l)].in_body, frame_of(inertial.origin));
      shares.push_back({inertial.mass.in<Number>(), frame.origin,
                        frame.axes * tensor(mbs::without_noise(inertial.inertia, inertial.mass.in<double>(), length_)) *
                            frame.axes.transpose()});
      mass += shares.back().mass;
      moment += shares.back().mass * shares.back().centre;
    }
  if (const auto* joint = joint_to(group.base); joint && has_isotropic_armature(*joint)) {
    const auto armature = joint->armature.in<Number>();
    shares.push_back({joint->kind == RobotJointKind::floating ? armature : Number(0), Vector::Zero(),
                      armature * Matrix::Identity()});
    mass += shares.back().mass;
  }
  const auto& base = link(group.base);
  if (mass != 0) group.centre = moment / mass;
  Matrix J = Matrix::Zero();
  for (const auto& [m, centre, inertia] : shares) {
    const Vector d = centre - group.centre;
    J += inertia + m * (d.dot(d) * Matrix::Identity() - d * d.transpose());
  }
  const auto& state = states_[static_cast<std::size_t>(group.base)];
  const Matrix& axes = state.pose.axes;
  const Vector arm = axes * group.centre;
  return {.name = base.name,
          .mass = written(mass),
          .inertia = {written(J(0, 0)), written(J(1, 1)), written(J(2, 2)), written(J(0, 1)), written(J(0, 2)),
                      written(J(1, 2))},
          .position = written(Vector(state.pose.origin + arm)),
          .attitude = {written(Vector(axes.col(0))), written(Vector(axes.col(1)))},
          .velocity = written(Vector(state.velocity + state.turning.cross(arm))),
          .angular_velocity = written(Vector(axes.transpose() * state.turning)),
          .any_inertia = robot_.any_inertia};
}

const RobotJoint* RobotBodies::joint_to(int link) const {
  const auto to = std::ranges::find(robot_.joints, link, &RobotJoint::child);
  return to == robot_.joints.end() ? nullptr : &*to;
}

// Returns whether the armature of a joint acts on the body's rotation relative to space, so that it is equivalent to an
// isotropic inertia of the body.
bool RobotBodies::has_isotropic_armature(const RobotJoint& joint) const {
  const bool is_ball_on_ground =
      joint.kind == RobotJointKind::ball && states_[static_cast<std::size_t>(joint.parent)].body == no_group;
  return (joint.kind == RobotJointKind::floating || is_ball_on_ground) && joint.armature.in<double>() != 0;
}

// Returns whether the body, or a body further from the root that it carries, has mass.
bool RobotBodies::carries_mass(int body) const {
  for (std::size_t k = 0; k < states_.size(); ++k) {
    int at = static_cast<int>(k);
    const auto has_mass = [](const RobotInertial& x) { return x.mass.in<double>() > 0; };
    if (std::ranges::none_of(link(at).inertials, has_mass)) continue;
    while (at >= 0) {
      if (states_[static_cast<std::size_t>(at)].body == body) return true;
      const auto* to = joint_to(at);
      at = to ? to->parent : -1;
    }
  }
  return false;
}

void RobotBodies::require_body(const Group& group, const mbs::Body& body) const {
  const auto& base = link(group.base);
  std::string label = mbs::item("link", base.name);
  std::size_t fixed = 0;
  for (const int l : group.links) fixed += l != group.base && !link(l).inertials.empty() ? 1 : 0;
  if (fixed > 0) label += fmt::format(" with {} fixed to it", fixed == 1 ? "a link" : fmt::format("{} links", fixed));
  const auto refuse = [&](const UsageError& why) {
    const auto& place = base.inertials.empty() ? base.place : base.inertials.front().place;
    throw place.refusal(why.after(label));
  };
  for (const int l : group.links)
    if (const auto& unknown = link(l).unknown)
      throw unknown->place.refusal(fmt::format(
          "{}: meshes are not read, so its mass is unknown; give an <inertial> to the body, or mass=\"0\" to the geom",
          unknown->item));
  if (body.mass.in<double>() == 0) {
    if (!mbs::vanishes({body.inertia[0], body.inertia[1], body.inertia[2]}))
      refuse(contradiction("the mass is 0 kg, and the inertia is not 0"));
    if (!carries_mass(static_cast<int>(&group - groups_.data())))
      refuse(
          missing_part("it moves and has no mass; give it an <inertial> with a mass, or fix its joint: in the file, or "
                       "by fix = [\"its joint\"] in a mechanism file"));
    return;
  }
  if (const auto why = mbs::why_indefinite(body.inertia); !why.empty()) refuse({why, Mistake::out_of_range});
  if (body.any_inertia) return;
  if (const auto why = mbs::why_no_inertia(body.inertia); !why.empty())
    refuse({why + "; a mechanism file may set ignore = [\"inertia\"]", Mistake::out_of_range});
}

std::string RobotBodies::body_name(int body) const {
  return body == no_group ? std::string(mbs::ground) : link(groups_[static_cast<std::size_t>(body)].base).name;
}

mbs::Place RobotBodies::place_on(int on, const Frame& frame, const Vector& axis, const Vector& reference) const {
  const auto& state = states_[static_cast<std::size_t>(on)];
  auto at = product(state.in_body, frame);
  if (state.body != no_group) at.origin -= groups_[static_cast<std::size_t>(state.body)].centre;
  return {mbs::Frame::body, written(at.origin), written(Vector(at.axes * axis)), written(Vector(at.axes * reference))};
}

}  // namespace plumb
