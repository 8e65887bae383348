#include "problems/mechanisms/joint_tree.hpp"

#include "numerics/cholesky.hpp"
#include "numerics/each_scalar.hpp"
#include "problems/mbs/rigid_body_space.hpp"
#include "problems/mbs/tie_blocks.hpp"
#include "problems/mechanisms/spatial_vectors.hpp"

namespace plumb::mbs {
namespace {

/// Computes frame ← frame · Rz(angle).
template <class X>
void turn_about_z(const X& angle, Matrix<X>& frame) {
  using std::cos, std::sin;
  const X c = cos(angle), s = sin(angle);
  for (int i = 0; i < 3; ++i) {
    const X x = frame(i, 0), y = frame(i, 1);
    frame(i, 0) = c * x + s * y;
    frame(i, 1) = c * y - s * x;
  }
}

template <class T, class X>
const T& value_of(const X& x) {
  if constexpr (std::is_same_v<X, T>)
    return x;
  else
    return x.value;
}

/// Adds the articulated inertia and bias of a body, as transmitted by its joint, to the inertia and bias of its parent:
/// I += I_k − U Uᵀ/D,  b += b_k + (I_k − U Uᵀ/D) c + U u/D.
template <class X, class Body>
void hand_on(const Body& body, Mat<X, 6>& I, Vec<X, 6>& b) {
  const X push = body.u / body.D;
  for (int i = 0; i < 6; ++i) b[i] += body.b[i] + body.U[i] * push;
  for (int j = 0; j < 6; ++j) {
    const X part = body.U[j] / body.D;
    for (int i = 0; i < 6; ++i) {
      const X left = body.I(i, j) - body.U[i] * part;
      I(i, j) += left;
      b[i] += left * body.c[j];
    }
  }
}

/// Returns the force law at time t with its numbers converted to another scalar type.
template <class X, class T>
AppliedForce<X> in_scalar(const AppliedForce<T>& law, const T& t) {
  return {law.torque, law.in_body, law.vector.template cast<X>(), law.point.template cast<X>(),
          Signal<X>(X(law.factor.at(t).value))};
}
template <class X, class T>
SpringForce<X> in_scalar(const SpringForce<T>& law, const T& t) {
  return {{law.d.on_first.template cast<X>(), law.d.on_second.template cast<X>()},
          X(law.stiffness),
          X(law.damping),
          X(law.free_length),
          Signal<X>(X(law.actuator.at(t).value))};
}
template <class X, class T>
RotationalSpringForce<X> in_scalar(const RotationalSpringForce<T>& law, const T& t) {
  return {law.on_first.template cast<X>(),
          law.on_second.template cast<X>(),
          X(law.stiffness),
          X(law.damping),
          X(law.free_angle),
          Signal<X>(X(law.actuator.at(t).value)),
          Signal<X>(X(T(1))),
          {X(law.friction.size), X(law.friction.speed)}};
}
template <class X, class T>
TranslationalSpringForce<X> in_scalar(const TranslationalSpringForce<T>& law, const T& t) {
  return {{{law.s.x.on_second, law.s.x.along.template cast<X>()},
           {law.s.y.on_first.template cast<X>(), law.s.y.on_second.template cast<X>()}},
          X(law.stiffness),
          X(law.damping),
          X(law.free_translation),
          Signal<X>(X(law.actuator.at(t).value)),
          Signal<X>(X(T(1))),
          {X(law.friction.size), X(law.friction.speed)}};
}
template <class X, class T>
TurningSpringForce<X> in_scalar(const TurningSpringForce<T>& law, const T&) {
  return {law.on_first.template cast<X>(), law.on_second.template cast<X>(), X(law.stiffness), X(law.damping)};
}

}  // namespace

template <class T>
template <class X>
void JointTree<T>::place(const Node& of, const X& q, Work<X>& w, Moving<X>& out) const {
  const auto& parent = node(of.parent, w);
  Matrix<X> frame = three::product(parent.A, of.from_parent);
  out.z = of.sign * Vector<X>(frame(0, 2), frame(1, 2), frame(2, 2));
  out.p = parent.r + three::product(parent.A, of.on_parent);
  if (of.turns)
    turn_about_z(X(of.sign * q), frame);
  else
    out.p += q * out.z;
  out.A = three::product(frame, of.to_body);
  out.r = out.p - three::product(out.A, of.on_body);
}

// Returns the joint torque (in a translational joint, the force) of springs, dampers, friction and actuators. The angle
// of a spring is taken between −π and π (RotationalSpringForce).
template <class T>
template <class X>
X JointTree<T>::torque(const Node& node, const T& t, const X& q, const X& v) const {
  using std::atan2, std::cos, std::sin;
  X sum(T(0));
  for (const auto& each : node.torques) {
    const X apart = q - each.free;
    const auto stretch = [&] { return node.turns ? X(atan2(sin(apart), cos(apart))) : apart; };
    if (each.stiffness != T(0)) sum -= each.stiffness * stretch();
    sum += each.actuator.at(t).value - each.damping * v - each.friction.force(v);
  }
  return sum;
}

// Computes positions and velocities of floating bodies. If no body is joined to the ground, the reference point o is
// the position of the first floating body.
template <class T>
template <class X>
void JointTree<T>::place_floating(const Vec<X>& q, const Vec<X>& v, Work<X>& w) const {
  if (floating() == 0) return;
  if (!stands)
    for (int i = 0; i < 3; ++i) w.origin[i] = value_of<T>(q[i]);
  w.earth.r = -w.origin.template cast<X>();
  for (std::size_t k = 0; k < floating(); ++k) {
    auto& now = w.nodes[k];
    const int body = static_cast<int>(k);
    now.A = so3::matrix<X>(quaternion(q, body));
    now.r = q.template segment<3>(7 * body) - w.origin.template cast<X>();
    const Vector<X> turning = three::product(now.A, Vector<X>(rotation(v, body)));
    now.V = joined<X>(turning, Vector<X>(v.template segment<3>(6 * body) + three::cross(now.r, turning)));
  }
}

// Computes positions and velocities of all bodies.
template <class T>
template <class X>
void JointTree<T>::move(const Vec<X>& q, const Vec<X>& v, Work<X>& w) const {
  place_floating(q, v, w);
  for (std::size_t k = floating(); k < nodes.size(); ++k) {
    const auto& of = nodes[k];
    auto& now = w.nodes[k];
    place(of, q[in_q(k)], w, now);
    now.S = of.turns ? joined<X>(now.z, three::cross(now.p, now.z)) : joined<X>(zeros<Vector<X>>(), now.z);
    const Vec<X, 6> own = now.S * v[in_v(k)];
    now.V = own + node(of.parent, w).V;
    now.c = cross_motion<X>(now.V, own);
  }
  if (forces.empty()) return;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const auto& now = w.nodes[k];
    auto& state = w.states[static_cast<std::size_t>(nodes[k].body)];
    const Vector<X> turning = now.V.template head<3>();
    state.r = now.r + w.origin.template cast<X>();
    state.A = now.A;
    state.v = now.V.template tail<3>() + turning.cross(now.r);
    state.w = now.A.transpose() * turning;
  }
}

template <class T>
void JointTree<T>::move_to(const Configuration<T>& joints) const {
  move(joints.q, joints.v, plain);
}

// Adds the forces that do not act in joints of the tree to the biases b of the bodies.
template <class T>
template <class X>
void JointTree<T>::add_forces(const T& t, Work<X>& w) const {
  for (const auto& force : forces)
    std::visit(
        [&]<class Law>(const Law& law) {
          const auto group = group_for<Law>(w.states, force.nodes);
          auto own = zeros<GroupVector<X, Law::nodes>>();
          constexpr bool is_beam = std::is_same_v<Law, BeamForce<T>> || Carries<Law>;  // without joint coordinates
          if constexpr (std::is_same_v<X, T>)
            law.add_force(group, t, own);
          else if constexpr (!is_beam)
            in_scalar<X>(law, t).add_force(group, X(t), own);
          for (int k = 0; k < Law::nodes; ++k)
            add_force(Vec<X, 6>(own.template segment<6>(6 * k)), force.nodes[static_cast<std::size_t>(k)], w);
        },
        force.law);
}

// Adds a force (in space) and a torque (in the body's frame) to the bias of one body.
template <class T>
template <class X>
void JointTree<T>::add_force(const Vec<X, 6>& on_body, int body, Work<X>& w) const {
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    if (nodes[k].body != body) continue;
    auto& now = w.nodes[k];
    const Vector<X> f = on_body.template head<3>(), moment = now.A * on_body.template tail<3>();
    now.b -= joined<X>(Vector<X>(moment + now.r.cross(f)), f);
  }
}

template <class T>
template <class X>
void JointTree<T>::accelerate(const T& t, const Vec<X>& q, const Vec<X>& v, Work<X>& w, Vec<X>& a) const {
  const Vector<X> weight = Vector<T>(gravity_factor.at(t).value * gravity).template cast<X>();
  move(q, v, w);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    auto& now = w.nodes[k];
    now.I = inertia_in_space<X>(X(nodes[k].mass), turned(now.A, nodes[k].inertia), now.r);
    const Vector<X> pull = nodes[k].mass * weight;
    now.b = cross_force<X>(now.V, product(now.I, now.V)) - joined<X>(three::cross(now.r, pull), pull);
  }
  add_forces(t, w);
  for (std::size_t k = nodes.size(); k-- > floating();) {
    auto& now = w.nodes[k];
    now.U = product(now.I, now.S);
    now.D = now.S.dot(now.U) + nodes[k].armature;
    now.u = torque(nodes[k], t, q[in_q(k)], v[in_v(k)]) - now.S.dot(now.b);
    if (nodes[k].parent < 0) continue;
    auto& parent = w.nodes[static_cast<std::size_t>(nodes[k].parent)];
    hand_on(now, parent.I, parent.b);
  }
  for (std::size_t k = 0; k < floating(); ++k) {
    auto& now = w.nodes[k];
    factor_by_cholesky<X, 6>(now.I);
    now.a = -now.b;
    solve_with_cholesky<X, 6>(now.I, now.a);
    a.template segment<6>(in_v(k)) = base(k, v, w).rates(now.a);
  }
  for (std::size_t k = floating(); k < nodes.size(); ++k) {
    auto& now = w.nodes[k];
    now.a = now.c;
    if (nodes[k].parent >= 0) now.a += w.nodes[static_cast<std::size_t>(nodes[k].parent)].a;
    a[in_v(k)] = (now.u - now.U.dot(now.a)) / now.D;
    now.a += now.S * a[in_v(k)];
  }
  if (row_count() > 0) close_loops(v, w, a);
}

template <class T>
void JointTree<T>::acceleration(const T& t, const Vec<T>& q, const Vec<T>& v, Vec<T>& a) const {
  accelerate(t, q, v, plain, a);
}

// Computes q ⊞ ε e_j and v as dual numbers, where ε is the dual unit.
template <class T>
void JointTree<T>::vary(Eigen::Index j, const Vec<T>& q, const Vec<T>& v) const {
  for (Eigen::Index i = 0; i < q.size(); ++i) dual_q[i] = D(q[i]);
  for (Eigen::Index i = 0; i < v.size(); ++i) dual_v[i] = D(v[i]);
  const auto body = static_cast<int>(j / 6), at = static_cast<int>(j % 6);
  if (body >= tree.floating) {
    dual_q[j + tree.floating] = D::variable(q[j + tree.floating]);
  } else if (at < 3) {
    dual_q[7 * body + at] = D::variable(q[7 * body + at]);
  } else {
    auto half = zeros<so3::Quaternion<T>>();
    half[at - 2] = T(1) / 2;
    const so3::Quaternion<T> turned = so3::product(quaternion(q, body), half);
    for (int i = 0; i < 4; ++i) dual_q[7 * body + 3 + i].derivatives[0] = turned[i];
  }
}

template <class T>
void JointTree<T>::stiffness(const T& t, const Vec<T>& q, const Vec<T>& v, Mat<T>& k) const {
  for (Eigen::Index j = 0; j < v.size(); ++j) {
    vary(j, q, v);
    accelerate(t, dual_q, dual_v, dual, dual_a);
    for (Eigen::Index i = 0; i < v.size(); ++i) k(i, j) = dual_a[i].derivatives[0];
  }
}

template <class T>
void JointTree<T>::damping(const T& t, const Vec<T>& q, const Vec<T>& v, Mat<T>& d) const {
  for (Eigen::Index i = 0; i < q.size(); ++i) dual_q[i] = D(q[i]);
  for (Eigen::Index i = 0; i < v.size(); ++i) dual_v[i] = D(v[i]);
  for (Eigen::Index j = 0; j < v.size(); ++j) {
    dual_v[j] = D::variable(v[j]);
    accelerate(t, dual_q, dual_v, dual, dual_a);
    for (Eigen::Index i = 0; i < v.size(); ++i) d(i, j) = dual_a[i].derivatives[0];
    dual_v[j] = D(v[j]);
  }
}

template <class T>
T JointTree<T>::power(const T& t, const Vec<T>& q, const Vec<T>& v) const {
  T sum = 0;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const T rate = v[in_v(k)];
    for (const auto& each : nodes[k].torques)
      sum += (each.actuator.at(t).value - each.damping * rate - each.friction.force(rate)) * rate;
  }
  move(q, v, plain);
  if (!gravity_factor.is_constant()) {
    const Vector<T> rate = gravity_factor.at(t).rate * gravity;
    for (std::size_t k = 0; k < nodes.size(); ++k) sum -= nodes[k].mass * rate.dot(plain.nodes[k].r + plain.origin);
  }
  each_force(forces, plain.states,
             [&](const auto& law, const auto&, const auto& group) { sum += law.power(group, t); });
  return sum;
}

#define PLUMB_INSTANTIATE(T) template class JointTree<T>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
