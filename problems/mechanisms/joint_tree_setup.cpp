// Creates a joint tree from the description of a mechanism, and converts states between joint coordinates and absolute
// coordinates.

#include <algorithm>

#include "numerics/each_scalar.hpp"
#include "problems/mbs/frames.hpp"
#include "problems/mbs/redundancy.hpp"
#include "problems/mbs/rigid_body_space.hpp"
#include "problems/mechanisms/joint_tree.hpp"

namespace plumb::mbs {
namespace {

/// Returns the mean of the initial positions of all centres of mass.
template <class T>
Vector<T> middle_of(const Assembly<T>& parts) {
  auto sum = zeros<Vector<T>>();
  for (int body = 0; body < parts.count(); ++body) sum += parts.q.template segment<3>(7 * body);
  return sum / T(parts.count());
}

}  // namespace

template <class T>
JointTree<T>::JointTree(const Mechanism& mechanism, const Assembly<T>& parts, so3::Chart<T> chart)
    : JointTree(*spanning_tree(mechanism), mechanism, parts, chart) {}

template <class T>
JointTree<T>::JointTree(SpanningTree spanning, const Mechanism& mechanism, const Assembly<T>& parts,
                        so3::Chart<T> chart)
    : JointSpace<T>(spanning.floating, chart),
      gravity(parts.gravity),
      middle(middle_of(parts)),
      gravity_factor(parts.gravity_factor),
      tree(std::move(spanning)),
      bodies(parts.count()),
      stands(std::ranges::any_of(tree.branches, [](const Branch& b) { return b.parent < 0 && !b.floats(); })) {
  for (const auto& branch : tree.branches) nodes.push_back(node_of(branch, mechanism, parts));
  columns.resize(static_cast<std::size_t>(velocities()));
  take_forces(mechanism, parts);
  take_gears(mechanism, parts);
  plain = work<T>();
  take_signs(parts);
  take_closings(parts);
  plain = work<T>();
  dual = work<D>();
  dual_q.resize(coordinates());
  dual_v.resize(velocities());
  dual_a.resize(velocities());
  tangent.resize(nodes.size());
  tangent_a.resize(velocities());
}

template <class T>
auto JointTree<T>::node_of(const Branch& branch, const Mechanism& mechanism, const Assembly<T>& parts) const -> Node {
  const auto& body = parts.bodies[static_cast<std::size_t>(branch.body)];
  if (branch.floats()) return {.body = branch.body, .parent = -1, .mass = body.mass, .inertia = body.inertia};
  const auto at = static_cast<std::size_t>(branch.joint);
  const auto& joint = parts.joints[at];
  const auto& on_parent = branch.reversed ? joint.on_second : joint.on_first;
  const auto& on_body = branch.reversed ? joint.on_first : joint.on_second;
  const Matrix<T> to_body = on_body.axes.transpose();
  return {branch.body,
          branch.parent,
          mechanism.joints[at].kind == JointKind::revolute,
          T(branch.reversed ? -1 : 1),
          on_parent.point,
          on_body.point,
          on_parent.axes,
          to_body,
          quaternion_of(on_parent.axes),
          quaternion_of(to_body),
          body.mass,
          body.inertia};
}

// Converts springs in joints of the tree to joint torques, and stores all other forces. parts.forces has the forces of
// each kind in the order of the description.
template <class T>
void JointTree<T>::take_forces(const Mechanism& mechanism, const Assembly<T>& parts) {
  const auto in_tree = [&](std::string_view joint_name) -> Node* {
    const auto joint = std::ranges::find(mechanism.joints, joint_name, &Joint::name) - mechanism.joints.begin();
    const auto branch = std::ranges::find(tree.branches, static_cast<int>(joint), &Branch::joint);
    return branch == tree.branches.end() ? nullptr : &nodes[static_cast<std::size_t>(branch - tree.branches.begin())];
  };
  auto turning = mechanism.rotational_springs.begin();
  auto sliding = mechanism.translational_springs.begin();
  for (const auto& force : parts.forces) {
    Node* node = nullptr;
    if (const auto* spring = std::get_if<RotationalSpringForce<T>>(&force.law)) {
      node = in_tree((turning++)->joint);
      if (node)
        node->torques.push_back(
            {spring->stiffness, spring->damping, spring->free_angle, spring->actuator, spring->friction});
    } else if (const auto* along = std::get_if<TranslationalSpringForce<T>>(&force.law)) {
      node = in_tree((sliding++)->joint);
      if (node)
        node->torques.push_back(
            {along->stiffness, along->damping, along->free_translation, along->actuator, along->friction});
    }
    if (!node) forces.push_back(force);
  }
}

template <class T>
void JointTree<T>::take_gears(const Mechanism& mechanism, const Assembly<T>& parts) {
  for (const auto& gear : parts.gears) {
    const int second = tree.branch_of_joint(gear.second);
    if (!moves_rotor(mechanism, *std::ranges::find(mechanism.gears, gear.name, &Gear::name))) {
      gears.push_back({tree.branch_of_joint(gear.first), second, gear.ratio});
      continue;
    }
    const auto& slide = parts.joints[static_cast<std::size_t>(gear.first)];
    const auto& body = parts.bodies[static_cast<std::size_t>(slide.second)];
    const Vector<T> along = slide.on_first.axes.col(2);
    const Vector<T> start = parts.q.template segment<3>(7 * slide.second), from = slide.on_first.point;
    rotors.push_back(
        {slide.second, second, gear.ratio, gear.offset, Vector<T>(start - along.dot(start - from) * along), along});
    nodes[static_cast<std::size_t>(second)].armature += body.mass * gear.ratio * gear.ratio;
  }
}

// Chooses the sign of each body's quaternion such that in_space() returns the quaternions of the initial state.
template <class T>
void JointTree<T>::take_signs(const Assembly<T>& parts) {
  const auto space = in_space(in_joints({parts.q, parts.v}));
  std::vector<bool> opposite;
  for (auto& node : nodes) {  // floating bodies have a quaternion as coordinates
    const bool here = quaternion(space.q, node.body).dot(quaternion(parts.q, node.body)) < T(0);
    if (here != (node.parent >= 0 && opposite[static_cast<std::size_t>(node.parent)])) node.first_turn *= T(-1);
    opposite.push_back(here);
  }
}

template <class T>
void JointTree<T>::take_closings(const Assembly<T>& parts) {
  std::vector<LoopClosing<T>> all;
  for (const int j : tree.closings) {
    const auto& joint = parts.joints[static_cast<std::size_t>(j)];
    for (const int i : joint.ties)
      for (auto& closing : loop_closings(parts.ties[static_cast<std::size_t>(i)])) all.push_back(closing);
  }
  for (auto& closing : all)
    for (int* end : {&closing.first, &closing.second}) *end = tree.branch_of(*end);
  const auto start = in_joints({parts.q, parts.v});
  move_to(start);
  const auto turned = static_cast<Eigen::Index>(gears.size());
  const auto loops = static_cast<Eigen::Index>(all.size());
  Mat<double> moved_by = Mat<double>::Zero(velocities(), loops + turned);
  for (std::size_t r = 0; r < all.size(); ++r) {
    const auto row = all[r].at(node(all[r].first, plain), node(all[r].second, plain));
    const auto add = [&](int node, double sign) {
      for (; node >= 0; node = nodes[static_cast<std::size_t>(node)].parent) {
        const auto k = static_cast<std::size_t>(node);
        take_columns(k, start.v, zeros<Vector<T>>());
        for (Eigen::Index i = in_v(k); i < in_v(k + 1); ++i)
          moved_by(i, static_cast<Eigen::Index>(r)) +=
              sign * static_cast<double>(row.W.dot(columns[static_cast<std::size_t>(i)].S));
      }
    };
    add(all[r].first, -1);
    add(all[r].second, 1);
  }
  for (Eigen::Index g = 0; g < turned; ++g) {
    const auto& gear = gears[static_cast<std::size_t>(g)];
    moved_by(in_v(static_cast<std::size_t>(gear.first)), loops + g) += 1;
    moved_by(in_v(static_cast<std::size_t>(gear.second)), loops + g) -= static_cast<double>(gear.ratio);
  }
  std::vector<bool> dependent(all.size() + gears.size(), false);
  for (const auto& found : dependent_columns(std::move(moved_by)))
    dependent[static_cast<std::size_t>(found.row)] = true;
  for (std::size_t r = 0; r < all.size(); ++r)
    if (!dependent[r]) closings.push_back(all[r]);
  std::vector<GearRow> kept;
  for (std::size_t g = 0; g < gears.size(); ++g)
    if (!dependent[all.size() + g]) kept.push_back(gears[g]);
  gears = std::move(kept);
  take_paths();
}

template <class T>
template <class X>
auto JointTree<T>::work() const -> Work<X> {
  Work<X> out;
  out.origin = middle;
  out.earth.r = -middle.template cast<X>();
  const auto rows = static_cast<Eigen::Index>(row_count());
  out.nodes.resize(nodes.size());
  out.states.resize(static_cast<std::size_t>(bodies));
  out.rows.resize(closings.size());
  out.responses = zeros<Mat<X>>(velocities(), rows);
  out.forces = zeros<Mat<X>>(velocities(), rows);
  out.divided = zeros<Mat<X>>(velocities(), rows);
  out.matrix = zeros<Mat<X>>(rows, rows);
  out.lambda = zeros<Vec<X>>(rows);
  return out;
}

template <class T>
bool JointTree<T>::conservative() const {
  if (!gravity_factor.is_constant()) return false;
  const auto is = [](const auto& law) { return law.conservative(); };
  return std::ranges::all_of(forces, [&](const auto& force) { return std::visit(is, force.law); }) &&
         std::ranges::all_of(nodes, [](const Node& node) {
           return std::ranges::all_of(node.torques, [](const Torque& t) {
             return t.damping == T(0) && !t.friction.rubs() && t.actuator.is_zero();
           });
         });
}

template <class T>
Configuration<T> JointTree<T>::in_space(const Configuration<T>& joints) const {
  using std::cos, std::sin;
  Configuration<T> out{Vec<T>(7 * bodies), Vec<T>(6 * bodies)};
  move(joints.q, joints.v, plain);
  for (std::size_t k = 0; k < floating(); ++k) {
    const int body = nodes[k].body;
    out.q.template segment<7>(7 * body) = joints.q.template segment<7>(in_q(k));
    out.v.template segment<6>(6 * body) = joints.v.template segment<6>(in_v(k));
  }
  for (std::size_t k = floating(); k < nodes.size(); ++k) {
    const auto& of = nodes[k];
    const auto& now = plain.nodes[k];
    so3::Quaternion<T> e(T(1), T(0), T(0), T(0));
    if (of.parent >= 0) e = quaternion(out.q, nodes[static_cast<std::size_t>(of.parent)].body);
    const T half = of.turns ? T(of.sign * joints.q[in_q(k)] / 2) : T(0);
    e = so3::product(so3::product(so3::product(e, of.first_turn), so3::Quaternion<T>(cos(half), T(0), T(0), sin(half))),
                     of.second_turn);
    const Vector<T> w = now.V.template head<3>();
    out.q.template segment<3>(7 * of.body) = now.r + plain.origin;
    out.q.template segment<4>(7 * of.body + 3) = e;
    out.v.template segment<3>(6 * of.body) = now.V.template tail<3>() + w.cross(now.r);
    out.v.template segment<3>(6 * of.body + 3) = now.A.transpose() * w;
  }
  for (const auto& rotor : rotors) {
    out.q.template segment<3>(7 * rotor.body) =
        rotor.at + T(rotor.ratio * joints.q[in_q(static_cast<std::size_t>(rotor.node))] + rotor.offset) * rotor.along;
    out.q.template segment<4>(7 * rotor.body + 3) = so3::Quaternion<T>(T(1), T(0), T(0), T(0));
    out.v.template segment<3>(6 * rotor.body) =
        T(rotor.ratio * joints.v[in_v(static_cast<std::size_t>(rotor.node))]) * rotor.along;
    out.v.template segment<3>(6 * rotor.body + 3) = zeros<Vector<T>>();
  }
  return out;
}

template <class T>
Configuration<T> JointTree<T>::in_joints(const Configuration<T>& space) const {
  using std::atan2;
  Configuration<T> out{Vec<T>(coordinates()), Vec<T>(velocities())};
  const auto state_of = [&](int body) {
    BodyState<T> state;
    if (body == on_ground) return state;
    state.r = space.q.template segment<3>(7 * body);
    state.A = so3::matrix<T>(quaternion(space.q, body));
    state.v = space.v.template segment<3>(6 * body);
    state.w = state.A * rotation(space.v, body);  // in space
    return state;
  };
  for (std::size_t k = 0; k < floating(); ++k) {
    const int body = nodes[k].body;
    out.q.template segment<7>(in_q(k)) = space.q.template segment<7>(7 * body);
    out.v.template segment<6>(in_v(k)) = space.v.template segment<6>(6 * body);
  }
  for (std::size_t k = floating(); k < nodes.size(); ++k) {
    const auto& node = nodes[k];
    T &along = out.q[in_q(k)], &rate = out.v[in_v(k)];
    const int parent = node.parent < 0 ? on_ground : nodes[static_cast<std::size_t>(node.parent)].body;
    const auto first = state_of(parent), second = state_of(node.body);
    const Vector<T> z = first.A * node.from_parent.col(2);
    if (node.turns) {
      const Matrix<T> turn = (first.A * node.from_parent).transpose() * second.A * node.to_body.transpose();
      along = node.sign * atan2(turn(1, 0), turn(0, 0));
      rate = node.sign * z.dot(second.w - first.w);
    } else {
      const Vector<T> d = second.r + second.A * node.on_body - first.r - first.A * node.on_parent;
      const Vector<T> moving = second.v + second.w.cross(Vector<T>(second.A * node.on_body)) - first.v -
                               first.w.cross(Vector<T>(first.A * node.on_parent));
      along = node.sign * z.dot(d);
      rate = node.sign * z.dot(moving);
    }
  }
  return out;
}

#define PLUMB_INSTANTIATE(T) template class JointTree<T>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
