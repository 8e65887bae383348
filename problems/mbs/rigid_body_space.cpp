#include "problems/mbs/rigid_body_space.hpp"

#include "numerics/each_scalar.hpp"
#include "numerics/lu.hpp"

namespace plumb::mbs {

template <class T>
void RigidBodySpace<T>::retract(const Vec<T>& q, const Vec<T>& theta, Vec<T>& out) const {
  for (int k = 0; k < count; ++k) {
    out.template segment<3>(7 * k) = q.template segment<3>(7 * k) + theta.template segment<3>(6 * k);
    out.template segment<4>(7 * k + 3) = rotations.retract(quaternion(q, k), rotation(theta, k));
  }
}
template <class T>
void RigidBodySpace<T>::local(const Vec<T>& q, const Vec<T>& q1, Vec<T>& out) const {
  for (int k = 0; k < count; ++k) {
    out.template segment<3>(6 * k) = q1.template segment<3>(7 * k) - q.template segment<3>(7 * k);
    out.template segment<3>(6 * k + 3) = rotations.local(quaternion(q, k), quaternion(q1, k));
  }
}
template <class T>
void RigidBodySpace<T>::chart_rate(const Vec<T>&, const Vec<T>& theta, const Vec<T>& v, Vec<T>& out) const {
  for (int k = 0; k < count; ++k) {
    out.template segment<3>(6 * k) = v.template segment<3>(6 * k);
    out.template segment<3>(6 * k + 3) = rotations.rate(rotation(theta, k), rotation(v, k));
  }
}
template <class T>
void RigidBodySpace<T>::chart_tangent(const Vec<T>&, const Vec<T>& theta, const Vec<T>& u, Vec<T>& out) const {
  for (int k = 0; k < count; ++k) {
    out.template segment<3>(6 * k) = u.template segment<3>(6 * k);
    out.template segment<3>(6 * k + 3) = rotations.tangent(rotation(theta, k)) * rotation(u, k);
  }
}
template <class T>
void RigidBodySpace<T>::chart_momentum(const Vec<T>&, const Vec<T>& theta, const Vec<T>& p, Vec<T>& out) const {
  for (int k = 0; k < count; ++k) {
    out.template segment<3>(6 * k) = p.template segment<3>(6 * k);
    out.template segment<3>(6 * k + 3) = rotations.momentum(rotation(theta, k), rotation(p, k));
  }
}
template <class T>
void RigidBodySpace<T>::coadjoint(const Vec<T>& v, const Vec<T>& p, Vec<T>& out) const {
  for (int k = 0; k < count; ++k) {
    out.template segment<3>(6 * k).setZero();
    out.template segment<3>(6 * k + 3) = rotation(p, k).cross(rotation(v, k));
  }
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

#define PLUMB_INSTANTIATE(T) template class RigidBodySpace<T>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
