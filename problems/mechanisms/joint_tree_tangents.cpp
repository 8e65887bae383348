#include "numerics/each_scalar.hpp"
#include "problems/mechanisms/joint_tree.hpp"
#include "problems/mechanisms/spatial_vectors.hpp"

namespace plumb::mbs {
namespace {

/// E of E ψ = I (ψ × V) + ψ ×* I V + V ×* I ψ: by how much the force of a body changes with its velocity.
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
void JointTree<T>::start_tangents(const T& t) const {
  const Vector<T> weight = gravity_factor.at(t).value * gravity;
  const auto uniform = joined<T>(zeros<Vector<T>>(), weight);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const auto& now = plain.nodes[k];
    auto& of = tangent[k];
    of.I = inertia_in_space<T>(nodes[k].mass, turned(now.A, nodes[k].inertia), now.r);
    const Vec<T, 6> momentum = of.I * now.V, A = now.a - uniform;
    of.E = rate_of_inertia<T>(of.I, now.V, momentum);
    of.F = of.I * A + cross_force<T>(now.V, momentum);
    of.rate = cross_motion<T>(now.V, now.S);
    of.second_rate = cross_motion<T>(A, now.S) + cross_motion<T>(now.V, of.rate);
  }
  for (std::size_t k = nodes.size(); k-- > 0;) {
    if (nodes[k].parent < 0) continue;
    auto& parent = tangent[static_cast<std::size_t>(nodes[k].parent)];
    parent.I += tangent[k].I;
    parent.E += tangent[k].E;
    parent.F += tangent[k].F;
  }
}

template <class T>
void JointTree<T>::tangents(const T& t, const Vec<T>& q, const Vec<T>& v, Mat<T>& H, Mat<T>& HD, Mat<T>& HK) const {
  accelerate(t, q, v, plain, tangent_a);
  start_tangents(t);
  H.setZero();
  HD.setZero();
  HK.setZero();
  for (std::size_t j = 0; j < nodes.size(); ++j) {
    const auto& of = tangent[j];
    const auto& S = plain.nodes[j].S;
    const auto J = static_cast<Eigen::Index>(j);
    const Vec<T, 6> inertia = of.I * S, by_rate = of.E.transpose() * S;
    const Vec<T, 6> force_by_v = 2 * (of.I * of.rate) + of.E * S;
    const Vec<T, 6> force_by_q = of.I * of.second_rate + of.E * of.rate + cross_force<T>(S, of.F);
    for (auto i = static_cast<int>(j); i >= 0; i = nodes[static_cast<std::size_t>(i)].parent) {
      const auto& above = tangent[static_cast<std::size_t>(i)];
      const auto& S_i = plain.nodes[static_cast<std::size_t>(i)].S;
      H(i, J) = H(J, i) = S_i.dot(inertia);
      HD(i, J) = -S_i.dot(force_by_v);
      HK(i, J) = -S_i.dot(force_by_q);
      HD(J, i) = -2 * inertia.dot(above.rate) - by_rate.dot(S_i);
      HK(J, i) = -inertia.dot(above.second_rate) - by_rate.dot(above.rate);
    }
    for (const auto& torque : nodes[j].torques) {
      HK(J, J) -= torque.stiffness;
      HD(J, J) -= torque.damping + torque.friction.slope(v[J]);
    }
    H(J, J) += nodes[j].armature;
  }
}

#define PLUMB_INSTANTIATE(T) template class JointTree<T>;
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE

}  // namespace plumb::mbs
