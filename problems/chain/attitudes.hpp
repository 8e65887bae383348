#pragma once
// A base class of models whose configuration is a dynamic number of rotations: q are their unit quaternions,
// v their angular velocities in the body, R_k ⊞ θ_k = R_k δ(θ_k).

#include "contract/system.hpp"
#include "numerics/so3.hpp"

namespace plumb {

template <class T>
struct Attitudes {
  using Space = Attitudes;
  using Q = Vec<T>;
  using V = Vec<T>;
  using Vector = so3::Vector<T>;
  so3::Chart<T> rotations = {};
  int count;

  explicit Attitudes(int number) : count(number) {}

  int coordinates() const { return 4 * count; }
  int velocities() const { return 3 * count; }
  bool vector_space() const { return false; }
  void retract(const Q& q, const V& theta, Q& out) const {
    for (int k = 0; k < count; ++k) put(out, 4 * k, rotations.retract(quaternion(q, k), vector(theta, k)));
  }
  void local(const Q& q, const Q& q1, V& out) const {
    for (int k = 0; k < count; ++k) put(out, 3 * k, rotations.local(quaternion(q, k), quaternion(q1, k)));
  }
  void chart_rate(const Q&, const V& theta, const V& v, V& out) const {
    for (int k = 0; k < count; ++k) put(out, 3 * k, rotations.rate(vector(theta, k), vector(v, k)));
  }
  void chart_tangent(const Q&, const V& theta, const V& u, V& out) const {
    for (int k = 0; k < count; ++k) put(out, 3 * k, Vector(rotations.tangent(vector(theta, k)) * vector(u, k)));
  }
  void chart_momentum(const Q&, const V& theta, const V& p, V& out) const {
    for (int k = 0; k < count; ++k) put(out, 3 * k, rotations.momentum(vector(theta, k), vector(p, k)));
  }
  void coadjoint(const V& v, const V& p, V& out) const {
    for (int k = 0; k < count; ++k) put(out, 3 * k, Vector(vector(p, k).cross(vector(v, k))));
  }
  void chart_blocks(const Q&, const V& theta, const V& v, ChartBlocks<T, Eigen::Dynamic>& out) const {
    clear(out.tangent);
    clear(out.rate_by_theta);
    clear(out.rate_by_v);
    for (int k = 0; k < count; ++k) {
      const Vector at = vector(theta, k);
      out.tangent.template block<3, 3>(3 * k, 3 * k) = rotations.tangent(at);
      out.rate_by_theta.template block<3, 3>(3 * k, 3 * k) = rotations.rate_derivative(at, vector(v, k));
      out.rate_by_v.template block<3, 3>(3 * k, 3 * k) = rotations.rate_matrix(at);
    }
  }

 private:
  static Vector vector(const V& v, int k) { return v.template segment<3>(3 * k); }
  static so3::Quaternion<T> quaternion(const Q& q, int k) { return q.template segment<4>(4 * k); }
  template <class Part>
  static void put(Vec<T>& out, Eigen::Index first, const Part& part) {
    for (int i = 0; i < Part::RowsAtCompileTime; ++i) out[first + i] = part[i];
  }
};

}  // namespace plumb
