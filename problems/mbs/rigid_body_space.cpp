#include "problems/mbs/rigid_body_space.hpp"

#include "numerics/each_scalar.hpp"
#include "numerics/lu.hpp"

namespace plumb::mbs {

template <class T>
auto RigidBodySpace<T>::in_space(const Vec<T>& q, const Vec<T>& turns) const {
  return [&](int body) { return Vector<T>(attitude(q, body) * rotation(turns, body)); };
}
template <class T>
auto RigidBodySpace<T>::spins(const Vec<T>& q, const Vec<T>& theta, const Vec<T>& v) const {
  return [&](int body) {
    const auto turned = rotations.retract(quaternion(q, body), rotation(theta, body));
    return Vector<T>(so3::matrix(turned) * rotation(v, body));
  };
}
template <class T>
auto RigidBodySpace<T>::turning(const Vec<T>& q, const Vec<T>& theta, const Vec<T>& v) const {
  return
      [&](int body) { return Vector<T>(attitude(q, body) * rotations.rate(rotation(theta, body), rotation(v, body))); };
}

template <class T>
void RigidBodySpace<T>::retract(const Vec<T>& q, const Vec<T>& theta, Vec<T>& out) const {
  for (int k = 0; k < count; ++k) {
    out.template segment<3>(7 * k) = q.template segment<3>(7 * k) + theta.template segment<3>(6 * k);
    out.template segment<4>(7 * k + 3) = rotations.retract(quaternion(q, k), rotation(theta, k));
  }
  sections.retract(q, theta, in_space(q, theta), out);
}
template <class T>
void RigidBodySpace<T>::local(const Vec<T>& q, const Vec<T>& q1, Vec<T>& out) const {
  for (int k = 0; k < count; ++k) {
    out.template segment<3>(6 * k) = q1.template segment<3>(7 * k) - q.template segment<3>(7 * k);
    out.template segment<3>(6 * k + 3) = rotations.local(quaternion(q, k), quaternion(q1, k));
  }
  sections.local(q, q1, in_space(q, out), out);
}
template <class T>
void RigidBodySpace<T>::chart_rate(const Vec<T>& q, const Vec<T>& theta, const Vec<T>& v, Vec<T>& out) const {
  for (int k = 0; k < count; ++k) {
    out.template segment<3>(6 * k) = v.template segment<3>(6 * k);
    out.template segment<3>(6 * k + 3) = rotations.rate(rotation(theta, k), rotation(v, k));
  }
  sections.rate(q, theta, in_space(q, theta), v, spins(q, theta, v), turning(q, theta, v), out);
}
template <class T>
void RigidBodySpace<T>::chart_tangent(const Vec<T>& q, const Vec<T>& theta, const Vec<T>& u, Vec<T>& out) const {
  for (int k = 0; k < count; ++k) {
    out.template segment<3>(6 * k) = u.template segment<3>(6 * k);
    out.template segment<3>(6 * k + 3) = rotations.tangent(rotation(theta, k)) * rotation(u, k);
  }
  sections.velocity(q, theta, in_space(q, theta), u, spins(q, theta, out), in_space(q, u), out);
}
template <class T>
void RigidBodySpace<T>::chart_momentum(const Vec<T>& q, const Vec<T>& theta, const Vec<T>& p, Vec<T>& out) const {
  for (int k = 0; k < count; ++k) {
    out.template segment<3>(6 * k) = p.template segment<3>(6 * k);
    out.template segment<3>(6 * k + 3) = rotations.momentum(rotation(theta, k), rotation(p, k));
  }
  const auto add = [&](int body, const Vector<T>& of_spin, const Vector<T>& of_turning) {
    const Matrix<T> A = attitude(q, body);
    const Vector<T> turn = rotation(theta, body), back = A.transpose() * of_turning,
                    at_centre = A.transpose() * of_spin;
    out.template segment<3>(6 * body + 3) +=
        so3::matrix(rotations.rotation(turn)).transpose() * at_centre + rotations.momentum(turn, back);
  };
  sections.transposed(q, theta, in_space(q, theta), p, add, out);
}
template <class T>
void RigidBodySpace<T>::coadjoint(const Vec<T>& v, const Vec<T>& p, Vec<T>& out) const {
  for (int k = 0; k < count; ++k) {
    out.template segment<3>(6 * k).setZero();
    out.template segment<3>(6 * k + 3) = rotation(p, k).cross(rotation(v, k));
  }
  out.tail(6 * sections.size()).setZero();
}
template <class T>
void RigidBodySpace<T>::chart_blocks(const Vec<T>&, const Vec<T>& theta, const Vec<T>& v,
                                     ChartBlocks<T, Eigen::Dynamic>& out) const {
  clear(out.rate_by_theta);
  out.tangent.setIdentity();
  out.rate_by_v.setIdentity();
  for (int k = 0; k < count; ++k) {
    const int at = 6 * k + 3;
    const Vector<T> turn = rotation(theta, k);
    out.tangent.template block<3, 3>(at, at) = rotations.tangent(turn);
    out.rate_by_theta.template block<3, 3>(at, at) = rotations.rate_derivative(turn, rotation(v, k));
    out.rate_by_v.template block<3, 3>(at, at) = rotations.rate_matrix(turn);
  }
}

template <class T>
bool RigidBodySpace<T>::take_tangents(const Vec<T>& theta, const Vec<T>* velocity, const T& weight,
                                      std::vector<Matrix<T>>& out) const {
  for (int k = 0; k < count; ++k) {
    const Vector<T> turn = rotation(theta, k);
    Matrix<T>& n = out[static_cast<std::size_t>(k)];
    n = rotations.tangent(turn);
    if (!velocity) continue;
    Lu<T, 3> implicit(3);
    implicit.matrix -= weight * rotations.rate_derivative(turn, rotation(*velocity, k));
    if (!implicit.factor()) return false;
    Matrix<T> moved = rotations.rate_matrix(turn);
    for (int j = 0; j < 3; ++j) {
      Vector<T> column = moved.col(j);
      implicit.solve(column);
      moved.col(j) = column;
    }
    n = (n * moved).eval();
  }
  return true;
}

template <class T>
bool RigidBodySpace<T>::take_moves(const LinearisationPoint<T, Vec<T>, Vec<T>, Vec<T>>& point,
                                   const std::vector<Matrix<T>>& charts, std::vector<CarriedMoves<T>>& out) const {
  if (sections.empty()) return true;
  const Vec<T>& q = point.x.q;
  if (!point.theta) {
    sections.moves(
        q, [&](int body) { return attitude(q, body); }, out);
    return true;
  }
  const Vec<T>&centre = *point.centre, &theta = *point.theta;
  const auto by_node = [&](int body, Matrix<T>& spin, Matrix<T>& turn) {
    const Matrix<T>& n = charts[static_cast<std::size_t>(body)];
    turn = attitude(centre, body) * rotations.rate_matrix(rotation(theta, body)) * n;
    if (!point.velocity) return;
    spin = attitude(q, body) * (identity<Matrix<T>>() - point.weight * so3::skew(rotation(*point.velocity, body)) * n);
  };
  const auto turns = in_space(centre, theta);
  if (!point.velocity) {
    sections.chart_moves(centre, theta, turns, by_node, out);
    return true;
  }
  const Vec<T>& v = *point.velocity;
  return sections.velocity_moves(centre, theta, turns, v, in_space(q, v), turning(centre, theta, v), point.weight,
                                 by_node, out);
}

#define PLUMB_INSTANTIATE(T) template class RigidBodySpace<T>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
