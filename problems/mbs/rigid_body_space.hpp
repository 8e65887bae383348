#pragma once
// The space of n rigid bodies: (r, A) ⊞ (ξ, θ) = (r + ξ, A δ(θ)) of every body, q = (r, quaternion), v = (r', ω in the
// body). Carried sections (carried_sections.hpp) follow after the bodies.

#include <vector>

#include "contract/system.hpp"
#include "problems/mbs/carried_space.hpp"

namespace plumb::mbs {

/// A body's part of q and of v.
template <class T>
so3::Quaternion<T> quaternion(const Vec<T>& q, int body) {
  return q.template segment<4>(7 * body + 3);
}
template <class T>
Vector<T> rotation(const Vec<T>& v, int body) {
  return v.template segment<3>(6 * body + 3);
}

/// Sets the places and attitudes of all bodies and, where velocities are given, their velocities.
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

/// A base class of systems; its functions are defined in Mechanical (contract/system.hpp).
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
  /// Sets N of every rotation at θ: T, or T (1 − w ∂θ'/∂θ)⁻¹ ∂θ'/∂v if a velocity is given. Returns false if this
  /// matrix is singular.
  bool take_tangents(const Vec<T>& theta, const Vec<T>* velocity, const T& weight, std::vector<Matrix<T>>& out) const;
  /// Sets the motion of the sections; `charts` are N of the bodies if the point has a chart. Returns false if it is
  /// singular.
  bool take_moves(const LinearisationPoint<T, Vec<T>, Vec<T>, Vec<T>>& at, const std::vector<Matrix<T>>& charts,
                  std::vector<CarriedMoves<T>>& out) const;

 private:
  Matrix<T> attitude(const Vec<T>& q, int body) const { return so3::matrix(quaternion(q, body)); }
  // These return functions of a body's number: how it turns at q, or at q ⊞ θ, in space.
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
