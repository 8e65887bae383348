#include "problems/mechanisms/joint_tree.hpp"

#include <algorithm>

#include "problems/mbs/frames.hpp"
#include "problems/mbs/rigid_body_space.hpp"

namespace plumb::mbs {
namespace {

template <class X>
Vec<X, 6> joined(const Vector<X>& upper, const Vector<X>& lower) {
  Vec<X, 6> out;
  out << upper, lower;
  return out;
}

/// V × M of two motions.
template <class X>
Vec<X, 6> cross_motion(const Vec<X, 6>& V, const Vec<X, 6>& M) {
  const Vector<X> w = V.template head<3>(), v = V.template tail<3>(), m = M.template head<3>(),
                  n = M.template tail<3>();
  return joined<X>(w.cross(m), w.cross(n) + v.cross(m));
}
/// V ×* F of a motion and a force.
template <class X>
Vec<X, 6> cross_force(const Vec<X, 6>& V, const Vec<X, 6>& F) {
  const Vector<X> w = V.template head<3>(), v = V.template tail<3>(), n = F.template head<3>(),
                  f = F.template tail<3>();
  return joined<X>(w.cross(n) + v.cross(f), w.cross(f));
}

/// Of a body about the origin of space.
template <class X>
Mat<X, 6> inertia_in_space(const X& mass, const Matrix<X>& inertia, const Vector<X>& centre) {
  const Matrix<X> c = so3::skew<X>(centre);
  Mat<X, 6> out;
  out.template topLeftCorner<3, 3>() = inertia - mass * (c * c);
  out.template topRightCorner<3, 3>() = mass * c;
  out.template bottomLeftCorner<3, 3>() = -mass * c;
  out.template bottomRightCorner<3, 3>() = mass * identity<Matrix<X>>();
  return out;
}

template <class X>
Matrix<X> about_z(const X& angle) {
  using std::cos, std::sin;
  auto out = identity<Matrix<X>>();
  const X c = cos(angle), s = sin(angle);
  out(0, 0) = out(1, 1) = c;
  out(0, 1) = -s;
  out(1, 0) = s;
  return out;
}

bool acts_in_joints_alone(const Mechanism& m) {
  return m.drivers.empty() && m.loads.empty() && m.springs.empty() && m.frictions.empty();
}

}  // namespace

bool is_joint_tree(const Mechanism& m) {
  if (!acts_in_joints_alone(m) || m.bodies.empty() || m.bodies.size() != m.joints.size()) return false;
  for (std::size_t k = 0; k < m.bodies.size(); ++k) {
    const auto& joint = m.joints[k];
    const auto before = m.bodies.begin() + static_cast<std::ptrdiff_t>(k);
    const bool known = joint.first == ground || std::find_if(m.bodies.begin(), before, [&](const Body& body) {
                                                  return body.name == joint.first;
                                                }) != before;
    const bool one_coordinate = joint.kind == JointKind::revolute || joint.kind == JointKind::translational;
    if (!known || !one_coordinate || joint.second != m.bodies[k].name) return false;
  }
  return true;
}

template <class T>
JointTree<T>::JointTree(const Mechanism& mechanism, const Assembly<T>& parts) : gravity(parts.gravity) {
  for (std::size_t k = 0; k < parts.joints.size(); ++k) {
    const auto& joint = parts.joints[k];
    const auto& body = parts.bodies[k];
    const Matrix<T> to_body = joint.on_second.axes.transpose();
    nodes.push_back({joint.first, mechanism.joints[k].kind == JointKind::revolute, joint.on_first.point,
                     joint.on_second.point, joint.on_first.axes, to_body, quaternion_of(joint.on_first.axes),
                     quaternion_of(to_body), body.mass, body.inertia});
  }
  for (const auto& force : parts.forces) {
    auto& torques = nodes[static_cast<std::size_t>(force.second)].torques;
    if (const auto* spring = std::get_if<RotationalSpringForce<T>>(&force.law))
      torques.push_back({spring->stiffness, spring->damping, spring->free_angle, spring->actuator});
    if (const auto* spring = std::get_if<TranslationalSpringForce<T>>(&force.law))
      torques.push_back({spring->stiffness, spring->damping, spring->free_translation, spring->actuator});
  }
  const auto n = coordinates();
  plain.resize(nodes.size());
  dual.resize(nodes.size());
  dual_q.resize(n);
  dual_v.resize(n);
  dual_a.resize(n);
}

template <class T>
bool JointTree<T>::conservative() const {
  return std::ranges::all_of(nodes, [](const Node& node) {
    return std::ranges::all_of(node.torques, [](const Torque& t) { return t.damping == T(0) && t.actuator.is_zero(); });
  });
}

template <class T>
template <class X>
void JointTree<T>::place(const Node& node, const X& q, const std::vector<Motion<X>>& before, Motion<X>& out) const {
  Matrix<X> A = identity<Matrix<X>>();
  Vector<X> r = zeros<Vector<X>>();
  if (node.parent != on_ground) {
    A = before[static_cast<std::size_t>(node.parent)].A;
    r = before[static_cast<std::size_t>(node.parent)].r;
  }
  const auto own = [](const auto& x) { return x.template cast<X>().eval(); };
  const Matrix<X> frame = A * own(node.from_parent);
  out.z = frame.col(2);
  out.p = r + A * own(node.on_parent);
  if (node.turns) {
    out.A = frame * about_z(q) * own(node.to_body);
  } else {
    out.A = frame * own(node.to_body);
    out.p += q * out.z;
  }
  out.r = out.p - out.A * own(node.on_body);
}

// Angles of springs lie between −π and π; in joints that slide the torque is a force.
template <class T>
template <class X>
X JointTree<T>::torque(const Node& node, const T& t, const X& q, const X& v) const {
  using std::atan2, std::cos, std::sin;
  X sum(T(0));
  for (const auto& each : node.torques) {
    const auto stretch = [&] { return (node.turns ? X(atan2(sin(q), cos(q))) : q) - each.free; };
    if (each.stiffness != T(0)) sum -= each.stiffness * stretch();
    sum += each.actuator.at(t).value - each.damping * v;
  }
  return sum;
}

template <class T>
template <class X>
void JointTree<T>::accelerate(const T& t, const Vec<X>& q, const Vec<X>& v, std::vector<Motion<X>>& work,
                              Vec<X>& a) const {
  const Vector<X> nothing = zeros<Vector<X>>(), weight = gravity.template cast<X>();
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const auto& node = nodes[k];
    auto& now = work[k];
    const auto i = static_cast<Eigen::Index>(k);
    place(node, q[i], work, now);
    now.S = node.turns ? joined<X>(now.z, now.p.cross(now.z)) : joined<X>(nothing, now.z);
    const Vec<X, 6> own = now.S * v[i];
    now.V = own;
    if (node.parent != on_ground) now.V += work[static_cast<std::size_t>(node.parent)].V;
    now.c = cross_motion<X>(now.V, own);
    const Matrix<X> inertia = now.A * node.inertia.template cast<X>() * now.A.transpose();
    now.I = inertia_in_space<X>(X(node.mass), inertia, now.r);
    const Vector<X> pull = node.mass * weight;
    now.b = cross_force<X>(now.V, now.I * now.V) - joined<X>(now.r.cross(pull), pull);
  }
  for (std::size_t k = nodes.size(); k-- > 0;) {
    const auto& node = nodes[k];
    auto& now = work[k];
    const auto i = static_cast<Eigen::Index>(k);
    now.U = now.I * now.S;
    now.D = now.S.dot(now.U);
    now.u = torque(node, t, q[i], v[i]) - now.S.dot(now.b);
    if (node.parent == on_ground) continue;
    auto& parent = work[static_cast<std::size_t>(node.parent)];
    const Mat<X, 6> left = now.I - now.U * (now.U / now.D).transpose();
    parent.I += left;
    parent.b += now.b + left * now.c + now.U * (now.u / now.D);
  }
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    auto& now = work[k];
    const auto i = static_cast<Eigen::Index>(k);
    now.a = now.c;
    if (nodes[k].parent != on_ground) now.a += work[static_cast<std::size_t>(nodes[k].parent)].a;
    a[i] = (now.u - now.U.dot(now.a)) / now.D;
    now.a += now.S * a[i];
  }
}

template <class T>
void JointTree<T>::acceleration(const T& t, const Vec<T>& q, const Vec<T>& v, Vec<T>& a) const {
  accelerate(t, q, v, plain, a);
}

template <class T>
void JointTree<T>::stiffness(const T& t, const Vec<T>& q, const Vec<T>& v, Mat<T>& k) const {
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    dual_q[i] = D(q[i]);
    dual_v[i] = D(v[i]);
  }
  for (Eigen::Index j = 0; j < q.size(); ++j) {
    dual_q[j] = D::variable(q[j]);
    accelerate(t, dual_q, dual_v, dual, dual_a);
    for (Eigen::Index i = 0; i < q.size(); ++i) k(i, j) = dual_a[i].derivatives[0];
    dual_q[j] = D(q[j]);
  }
}

template <class T>
void JointTree<T>::damping(const T& t, const Vec<T>& q, const Vec<T>& v, Mat<T>& d) const {
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    dual_q[i] = D(q[i]);
    dual_v[i] = D(v[i]);
  }
  for (Eigen::Index j = 0; j < q.size(); ++j) {
    dual_v[j] = D::variable(v[j]);
    accelerate(t, dual_q, dual_v, dual, dual_a);
    for (Eigen::Index i = 0; i < q.size(); ++i) d(i, j) = dual_a[i].derivatives[0];
    dual_v[j] = D(v[j]);
  }
}

template <class T>
T JointTree<T>::power(const T& t, const Vec<T>&, const Vec<T>& v) const {
  T sum = 0;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const T rate = v[static_cast<Eigen::Index>(k)];
    for (const auto& each : nodes[k].torques) sum += (each.actuator.at(t).value - each.damping * rate) * rate;
  }
  return sum;
}

template <class T>
Configuration<T> JointTree<T>::in_space(const Configuration<T>& joints) const {
  using std::cos, std::sin;
  const auto n = static_cast<Eigen::Index>(nodes.size());
  Configuration<T> out{Vec<T>(7 * n), Vec<T>(6 * n)};
  std::vector<so3::Quaternion<T>> attitudes;
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const auto& node = nodes[k];
    auto& now = plain[k];
    place(node, joints.q[i], plain, now);
    const bool on_body = node.parent != on_ground;
    Vector<T> w = zeros<Vector<T>>(), v = w;
    so3::Quaternion<T> e(T(1), T(0), T(0), T(0));
    if (on_body) {
      const auto& parent = plain[static_cast<std::size_t>(node.parent)];
      w = parent.A * rotation(out.v, node.parent);
      v = out.v.template segment<3>(6 * node.parent) + w.cross(now.p - parent.r);
      e = attitudes[static_cast<std::size_t>(node.parent)];
    }
    const T half = node.turns ? T(joints.q[i] / 2) : T(0);
    e = so3::product(
        so3::product(so3::product(e, node.first_turn), so3::Quaternion<T>(cos(half), T(0), T(0), sin(half))),
        node.second_turn);
    if (node.turns)
      w += joints.v[i] * now.z;
    else
      v += joints.v[i] * now.z;
    attitudes.push_back(e);
    out.q.template segment<3>(7 * i) = now.r;
    out.q.template segment<4>(7 * i + 3) = e;
    out.v.template segment<3>(6 * i) = v + w.cross(now.r - now.p);
    out.v.template segment<3>(6 * i + 3) = now.A.transpose() * w;
  }
  return out;
}

template <class T>
Configuration<T> JointTree<T>::in_joints(const Configuration<T>& space) const {
  using std::atan2;
  const auto n = static_cast<Eigen::Index>(nodes.size());
  Configuration<T> out{Vec<T>(n), Vec<T>(n)};
  const auto state_of = [&](int body) {
    BodyState<T> state;
    if (body == on_ground) return state;
    state.r = space.q.template segment<3>(7 * body);
    state.A = so3::matrix<T>(quaternion(space.q, body));
    state.v = space.v.template segment<3>(6 * body);
    state.w = state.A * rotation(space.v, body);  // in space
    return state;
  };
  for (int k = 0; k < static_cast<int>(n); ++k) {
    const auto& node = nodes[static_cast<std::size_t>(k)];
    const auto first = state_of(node.parent), second = state_of(k);
    const Vector<T> z = first.A * node.from_parent.col(2);
    if (node.turns) {
      const Matrix<T> turn = (first.A * node.from_parent).transpose() * second.A * node.to_body.transpose();
      out.q[k] = atan2(turn(1, 0), turn(0, 0));
      out.v[k] = z.dot(second.w - first.w);
    } else {
      const Vector<T> d = second.r + second.A * node.on_body - first.r - first.A * node.on_parent;
      const Vector<T> rate = second.v + second.w.cross(Vector<T>(second.A * node.on_body)) - first.v -
                             first.w.cross(Vector<T>(first.A * node.on_parent));
      out.q[k] = z.dot(d);
      out.v[k] = z.dot(rate);
    }
  }
  return out;
}

template class JointTree<double>;
template class JointTree<long double>;
template class JointTree<quad>;

}  // namespace plumb::mbs
