#pragma once
// The space of n rigid bodies: (r, A) ⊞ (ξ, θ) = (r + ξ, A δ(θ)) of every body, q = (r, quaternion), v = (r', ω in the
// body). Carried sections (carried_sections.hpp) follow after the bodies.

#include <vector>

#include "contract/system.hpp"
#include "problems/mbs/carried_space.hpp"

namespace plumb::mbs {

/// The quaternion of a body in q; below, the angular velocity in v.
template <class T>
so3::Quaternion<T> quaternion(const Vec<T>& q, int body) {
  return q.template segment<4>(7 * body + 3);
}
template <class T>
Vector<T> rotation(const Vec<T>& v, int body) {
  return v.template segment<3>(6 * body + 3);
}

/// Writes positions and attitudes of all bodies and, if v is not null, their velocities to the states.
template <class T>
void place_bodies(const Vec<T>& q, const Vec<T>* v, std::vector<BodyState<T>>& to) {
  for (std::size_t k = 0; k < to.size(); ++k) {
    auto& body = to[k];
    const int number = static_cast<int>(k);
    body.r = q.template segment<3>(7 * number);
    body.A = so3::matrix<T>(quaternion(q, number));
    if (!v) continue;
    body.v = v->template segment<3>(6 * number);
    body.w = rotation(*v, number);
  }
}

/// A base class of systems with the functions of their configuration space, which the concept Mechanical requires
/// (contract/system.hpp).
template <class T>
class RigidBodySpace {
 public:
  RigidBodySpace(int bodies, std::vector<CarriedSection<T>> carried, so3::Chart<T> chart)
      : count(bodies), sections(bodies, std::move(carried), chart), rotations(chart) {}

  bool vector_space() const { return false; }
  void retract(const Vec<T>& q, const Vec<T>& theta, Vec<T>& out) const;
  void local(const Vec<T>& q, const Vec<T>& q1, Vec<T>& out) const;
  void chart_rate(const Vec<T>& q, const Vec<T>& theta, const Vec<T>& v, Vec<T>& out) const;
  void chart_tangent(const Vec<T>& q, const Vec<T>& theta, const Vec<T>& u, Vec<T>& out) const;
  void chart_momentum(const Vec<T>& q, const Vec<T>& theta, const Vec<T>& p, Vec<T>& out) const;
  void coadjoint(const Vec<T>& v, const Vec<T>& p, Vec<T>& out) const;
  void chart_blocks(const Vec<T>& q, const Vec<T>& theta, const Vec<T>& v, ChartBlocks<T, Eigen::Dynamic>& out) const;

 protected:
  /// Computes N of every body's rotation at θ: T, or T (1 − w ∂θ'/∂θ)⁻¹ ∂θ'/∂v if `velocity` is not null. Returns false
  /// if such a matrix is singular.
  bool take_tangents(const Vec<T>& theta, const Vec<T>* velocity, const T& weight, std::vector<Matrix<T>>& out) const;
  /// Computes the displacements of the carried sections. `charts` has N of every body if the point has a chart. Returns
  /// false if the equations are singular.
  bool take_moves(const LinearisationPoint<T, Vec<T>, Vec<T>, Vec<T>>& point, const std::vector<Matrix<T>>& charts,
                  std::vector<CarriedMoves<T>>& out) const;

 private:
  Matrix<T> attitude(const Vec<T>& q, int body) const { return so3::matrix(quaternion(q, body)); }
  // These return functions of the body index, whose values are vectors in space: the rotation vector `turns` at q, and
  // at q ⊞ θ the angular velocity and the rate of the rotation vector.
  auto in_space(const Vec<T>& q, const Vec<T>& turns) const;
  auto spins(const Vec<T>& q, const Vec<T>& theta, const Vec<T>& v) const;
  auto turning(const Vec<T>& q, const Vec<T>& theta, const Vec<T>& v) const;

  int count;
  CarriedSpace<T> sections;
  so3::Chart<T> rotations;
};

extern template class RigidBodySpace<double>;
extern template class RigidBodySpace<long double>;
extern template class RigidBodySpace<quad>;

}  // namespace plumb::mbs
