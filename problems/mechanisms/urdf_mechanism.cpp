#include "problems/mechanisms/urdf_mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "problems/mbs/long_vectors.hpp"
#include "problems/mbs/mechanism_check.hpp"

namespace plumb {
namespace {

using Number = RobotBodies::Number;
using Vector = RobotBodies::Vector;
using Matrix = RobotBodies::Matrix;

constexpr int no_group = -1;  // of what is fixed to the ground

using mbs::farthest_across, mbs::turn_about, mbs::unit, mbs::written;

Vector numbers(const mbs::Triple& x) { return mbs::in_long(x); }

/// About the axes outside: first x, then y, then z.
Matrix roll_pitch_yaw(const Vector& rpy) {
  return turn_about(Vector::UnitZ(), rpy[2]) * turn_about(Vector::UnitY(), rpy[1]) *
         turn_about(Vector::UnitX(), rpy[0]);
}

Matrix tensor(const std::array<ExactNumber, 6>& inertia) {
  const auto entry = [&](std::size_t i) { return inertia[i].in<Number>(); };
  Matrix out;
  out << entry(0), entry(3), entry(4), entry(3), entry(1), entry(5), entry(4), entry(5), entry(2);
  return out;
}

}  // namespace

RobotBodies::Frame RobotBodies::frame_of(const UrdfPose& pose) {
  return {roll_pitch_yaw(numbers(pose.rpy)), numbers(pose.xyz)};
}

RobotBodies::Frame RobotBodies::product(const Frame& a, const Frame& b) {
  return {a.axes * b.axes, a.origin + a.axes * b.origin};
}

RobotBodies::RobotBodies(const UrdfRobot& robot, const RobotStart& start) : robot_(robot) {
  states_.resize(robot.links.size());
  place_root(start);
  for (const auto& joint : robot.joints) place(joint, start);
  for (auto& group : groups_) bodies_.push_back(body_of(group));
}

// --- where links are, and how they move

void RobotBodies::place_root(const RobotStart& start) {
  const Frame space{Matrix::Identity(), Vector::Zero()};
  const LinkState at_rest{no_group, space, space, Vector::Zero(), Vector::Zero()};
  if (!start.floats) {
    states_[static_cast<std::size_t>(robot_.root)] = at_rest;
    return;
  }
  UrdfJoint joint{link(robot_.root).name, link(robot_.root).place, UrdfJointKind::floating};
  begin_body(robot_.root, moved(joint, at_rest, start));
}

void RobotBodies::place(const UrdfJoint& joint, const RobotStart& start) {
  const auto& parent = states_[static_cast<std::size_t>(joint.parent)];
  const auto origin = frame_of(joint.origin);
  auto at_joint = parent;
  at_joint.in_body = product(parent.in_body, origin);
  at_joint.pose = product(parent.pose, origin);
  at_joint.velocity = parent.velocity + parent.turning.cross(at_joint.pose.origin - parent.pose.origin);
  if (joint.kind != UrdfJointKind::fixed) return begin_body(joint.child, moved(joint, at_joint, start));
  states_[static_cast<std::size_t>(joint.child)] = at_joint;
  if (parent.body != no_group) groups_[static_cast<std::size_t>(parent.body)].links.push_back(joint.child);
}

RobotBodies::LinkState RobotBodies::moved(const UrdfJoint& joint, const LinkState& at_joint,
                                          const RobotStart& start) const {
  auto out = at_joint;
  const Matrix& axes = at_joint.pose.axes;
  if (joint.kind == UrdfJointKind::floating) {
    if (at_joint.body != no_group)
      throw joint.place.refusal(fmt::format("joint '{}': a floating joint stands on links that do not move; '{}' moves",
                                            joint.name, link(joint.parent).name));
    const auto given = start.free.find(joint.name);
    const auto free = given == start.free.end() ? FreeStart() : given->second;
    for (const auto& t : free.turns) out.pose.axes = out.pose.axes * turn_about(numbers(t.axis), t.angle.in<Number>());
    out.pose.origin += axes * numbers(free.position);
    out.velocity = axes * numbers(free.velocity);
    out.turning = out.pose.axes * numbers(free.angular_velocity);
    return out;
  }
  const auto given = start.joints.find(joint.name);
  const auto at = given == start.joints.end() ? JointStart() : given->second;
  const Vector axis = unit(numbers(joint.axis)), along = axes * axis;
  const Number position = at.position.in<Number>(), velocity = at.velocity.in<Number>();
  if (turns(joint.kind)) {
    out.pose.axes = axes * turn_about(axis, position);
    out.turning += velocity * along;
  } else {
    const Vector shift = position * along;
    out.pose.origin += shift;
    out.velocity += at_joint.turning.cross(shift) + velocity * along;
  }
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
  for (const int l : group.links) {
    const auto& inertial = link(l).inertial;
    if (!inertial) continue;
    const auto frame = product(states_[static_cast<std::size_t>(l)].in_body, frame_of(inertial->origin));
    shares.push_back(
        {inertial->mass.in<Number>(), frame.origin, frame.axes * tensor(inertial->inertia) * frame.axes.transpose()});
    mass += shares.back().mass;
    moment += shares.back().mass * shares.back().centre;
  }
  const auto& base = link(group.base);
  if (shares.empty())
    throw base.place.refusal(fmt::format(
        "link '{}': it moves and has no mass; it needs an <inertial> with one, or a fixed joint", base.name));
  group.centre = moment / mass;
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
          .angular_velocity = written(Vector(axes.transpose() * state.turning))};
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

mbs::Joint RobotBodies::joint_of(const UrdfJoint& joint) const {
  const Frame own{Matrix::Identity(), Vector::Zero()};
  const Vector axis = unit(numbers(joint.axis)), reference = farthest_across(axis);
  mbs::Joint out;
  out.name = joint.name;
  out.kind = turns(joint.kind) ? mbs::JointKind::revolute : mbs::JointKind::translational;
  out.first = body_name(states_[static_cast<std::size_t>(joint.parent)].body);
  out.second = body_name(states_[static_cast<std::size_t>(joint.child)].body);
  out.on_first = place_on(joint.parent, frame_of(joint.origin), axis, reference);
  out.on_second = place_on(joint.child, own, axis, reference);
  return out;
}

// --- what else the mechanism has

std::optional<RobotBodies::InBody> RobotBodies::find(const std::string& name) const {
  const auto at = std::ranges::find(robot_.links, name, &UrdfLink::name);
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
    if (x) x = written(Vector(at->frame.axes * numbers(*x)));
  };
  if (place.point) place.point = written(Vector(at->frame.origin + at->frame.axes * numbers(*place.point)));
  turned(place.axis);
  turned(place.reference);
}

void RobotBodies::require_point(const std::string& item, const InBody& at, const mbs::Place& place) const {
  if (link(at.link).name != at.body && !place.point)
    throw mbs::MechanismMistake(item, "link '" + link(at.link).name + "' is fixed to '" + at.body +
                                          "': a point is needed, of which [0, 0, 0] is the link's origin");
}

void RobotBodies::translate(mbs::Load& load) const {
  const auto at = find(load.body);
  if (!at) return;
  if (!load.torque) require_point(mbs::item("force", load.name), *at, load.point);
  if (load.frame == mbs::Frame::body) load.vector = written(Vector(at->frame.axes * numbers(load.vector)));
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
    throw mbs::MechanismMistake(item, "link '" + link(at->link).name + "' is fixed to '" + at->body +
                                          "', in whose frame angular velocities and angles are told: name that");
  translate(output.of, output.place);
}

void RobotBodies::put_into(mbs::Mechanism& m) const {
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

  m.bodies.insert(m.bodies.begin(), bodies_.begin(), bodies_.end());
  std::vector<mbs::Joint> joints;
  std::vector<mbs::RotationalSpring> turning;
  std::vector<mbs::TranslationalSpring> sliding;
  for (const auto& joint : robot_.joints) {
    if (joint.kind == UrdfJointKind::fixed || joint.kind == UrdfJointKind::floating) continue;
    joints.push_back(joint_of(joint));
    if (joint.damping.in<double>() == 0) continue;
    if (turns(joint.kind))
      turning.push_back({.name = joint.name, .joint = joint.name, .damping = joint.damping});
    else
      sliding.push_back({.name = joint.name, .joint = joint.name, .damping = joint.damping});
  }
  m.joints.insert(m.joints.begin(), joints.begin(), joints.end());
  m.rotational_springs.insert(m.rotational_springs.begin(), turning.begin(), turning.end());
  m.translational_springs.insert(m.translational_springs.begin(), sliding.begin(), sliding.end());
}

}  // namespace plumb
