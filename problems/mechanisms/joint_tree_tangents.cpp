#include <algorithm>

#include "numerics/each_scalar.hpp"
#include "problems/mechanisms/joint_tree.hpp"
#include "problems/mechanisms/spatial_vectors.hpp"

namespace plumb::mbs {
namespace {

/// Returns E, defined by E ψ = I (ψ × V) + ψ ×* I V + V ×* I ψ. The derivative of a body's inertial force with respect
/// to the rate of a joint with the column S is E S + I by_velocity.
template <class T>
Mat<T, 6> rate_of_inertia(const Mat<T, 6>& I, const Vec<T, 6>& V, const Vec<T, 6>& momentum) {
  const Matrix<T> w = so3::skew<T>(V.template head<3>()), v = so3::skew<T>(V.template tail<3>());
  const Matrix<T> n = so3::skew<T>(momentum.template head<3>()), f = so3::skew<T>(momentum.template tail<3>());
  const Matrix<T> J = I.template topLeftCorner<3, 3>(), mc = I.template topRightCorner<3, 3>();
  const T mass = I(5, 5);
  Mat<T, 6> out;
  out.template topLeftCorner<3, 3>() = w * J - v * mc - J * w - mc * v - n;
  out.template topRightCorner<3, 3>() = w * mc + mass * v - mc * w - f;
  out.template bottomLeftCorner<3, 3>() = mc * w - w * mc - mass * v - f;
  out.template bottomRightCorner<3, 3>() = zeros<Matrix<T>>();
  return out;
}

}  // namespace

template <class T>
bool JointTree<T>::has_tangents() const {
  return forces.empty() && row_count() == 0;
}

template <class T>
void JointTree<T>::take_columns(std::size_t k, const Vec<T>& v, const Vector<T>& fall) const {
  const auto first = static_cast<std::size_t>(in_v(k));
  const auto& now = plain.nodes[k];
  if (k < floating()) {
    std::ranges::copy(base(k, v, plain).columns(fall), columns.begin() + static_cast<std::ptrdiff_t>(first));
    return;
  }
  auto& column = columns[first];
  column.S = now.S;
  column.rate = cross_motion<T>(now.V, now.S);
  column.by_velocity = 2 * column.rate;
}

template <class T>
void JointTree<T>::start_tangents(const T& t, const Vec<T>& v) const {
  const Vector<T> weight = gravity_factor.at(t).value * gravity;
  const auto uniform = joined<T>(zeros<Vector<T>>(), weight);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const auto& now = plain.nodes[k];
    auto& of = tangent[k];
    of.I = inertia_in_space<T>(nodes[k].mass, turned(now.A, nodes[k].inertia), now.r);
    const Vec<T, 6> momentum = of.I * now.V, A = now.a - uniform;
    of.E = rate_of_inertia<T>(of.I, now.V, momentum);
    of.F = of.I * A + cross_force<T>(now.V, momentum);
    if (k < floating()) {
      take_columns(k, v, tangent_a.template segment<3>(in_v(k)) - weight);
      continue;
    }
    take_columns(k, v, weight);
    auto& column = columns[static_cast<std::size_t>(in_v(k))];
    column.second_rate = cross_motion<T>(A, now.S) + cross_motion<T>(now.V, column.rate);
  }
  for (std::size_t k = nodes.size(); k-- > 0;) {
    if (nodes[k].parent < 0) continue;
    auto& parent = tangent[static_cast<std::size_t>(nodes[k].parent)];
    parent.I += tangent[k].I;
    parent.E += tangent[k].E;
    parent.F += tangent[k].F;
  }
}

// Adds the entries of H, HD and HK that couple column j of node k with node k and all its ancestors.
template <class T>
void JointTree<T>::add_tangents(std::size_t k, Eigen::Index j, Mat<T>& H, Mat<T>& HD, Mat<T>& HK) const {
  const auto& [I, E, F] = tangent[k];
  const auto& column = columns[static_cast<std::size_t>(j)];
  const auto& S = column.S;
  const Vec<T, 6> inertia = I * S, by_rate = E.transpose() * S;
  const Vec<T, 6> force_by_v = I * column.by_velocity + E * S;
  const Vec<T, 6> force_by_q = I * column.second_rate + E * column.rate + cross_force<T>(S, F);
  for (auto above = static_cast<int>(k); above >= 0; above = nodes[static_cast<std::size_t>(above)].parent)
    for (auto i = in_v(static_cast<std::size_t>(above)); i < in_v(static_cast<std::size_t>(above) + 1); ++i) {
      const auto& other = columns[static_cast<std::size_t>(i)];
      H(i, j) = H(j, i) = other.S.dot(inertia);
      if (above != static_cast<int>(k)) {
        HD(i, j) = -other.S.dot(force_by_v);
        HK(i, j) = -other.S.dot(force_by_q);
      }
      HD(j, i) = -inertia.dot(other.by_velocity) - by_rate.dot(other.S);
      HK(j, i) = -inertia.dot(other.second_rate) - by_rate.dot(other.rate);
    }
}

template <class T>
void JointTree<T>::tangents(const T& t, const Vec<T>& q, const Vec<T>& v, Mat<T>& H, Mat<T>& HD, Mat<T>& HK) const {
  accelerate(t, q, v, plain, tangent_a);
  start_tangents(t, v);
  H.setZero();
  HD.setZero();
  HK.setZero();
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    for (Eigen::Index j = in_v(k); j < in_v(k + 1); ++j) add_tangents(k, j, H, HD, HK);
    const auto J = in_v(k);
    for (const auto& torque : nodes[k].torques) {
      HK(J, J) -= torque.stiffness;
      HD(J, J) -= torque.damping + torque.friction.slope(v[J]);
    }
    H(J, J) += nodes[k].armature;
  }
}

#define PLUMB_INSTANTIATE(T) template class JointTree<T>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
