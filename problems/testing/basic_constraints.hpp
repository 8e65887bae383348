#pragma once
// The four basic constraints that joints of bodies consist of (Haug 1989, Computer Aided Kinematics and Dynamics,
// section 9.4), between bodies i and j with (r, A); body 0 is the ground:
//
//   DP1  A_i a_i · A_j a_j     CD  c · (d_j − d_i)     DP2  A_i a_i · (d_j − d_i)     D  |d_j − d_i|²
//
// where d = r + A s. The constraint is this expression minus its prescribed value.

#include <vector>

#include "numerics/so3.hpp"
#include "problems/motion.hpp"

namespace plumb::testing {

using Vector3 = so3::Vector<quad>;

struct BasicConstraint {
  enum Kind { dp1, cd, dp2, distance } kind;
  int i, j;
  Vector3 first, second;                // dp1: a_i and a_j; all others: s_i and s_j
  Vector3 direction = Vector3::Zero();  // cd: c; dp2: a_i
  quad value = 0;
};

inline Vector3 vector(double x, double y, double z) { return {quad(x), quad(y), quad(z)}; }

/// Returns the residual of a constraint at q, which has (r, e) of each body in turn.
inline quad violation(const BasicConstraint& c, const Vec<quad>& q) {
  const auto turned = [&](int body, const Vector3& x) -> Vector3 {
    if (body == 0) return x;
    return so3::matrix<quad>(q.segment<4>(7 * (body - 1) + 3)) * x;
  };
  const auto point = [&](int body, const Vector3& s) -> Vector3 {
    if (body == 0) return s;
    return Vector3(q.segment<3>(7 * (body - 1))) + turned(body, s);
  };
  if (c.kind == BasicConstraint::dp1) return turned(c.i, c.first).dot(turned(c.j, c.second)) - c.value;
  const Vector3 gap = point(c.j, c.second) - point(c.i, c.first);
  if (c.kind == BasicConstraint::cd) return c.direction.dot(gap) - c.value;
  if (c.kind == BasicConstraint::dp2) return turned(c.i, c.direction).dot(gap) - c.value;
  return gap.dot(gap) - c.value;
}

/// Returns q' by finite differences in quad, with an error of about 1e-22 if the time scale of the motion is 1 s.
inline Vec<quad> rate_by_differences(const ExactMotion& motion, const quad& t) {
  const quad h("2e-6");
  const auto difference = [&](int k) { return Vec<quad>((motion(t + k * h).q - motion(t - k * h).q) / (2 * k * h)); };
  return quad(3) / 2 * difference(1) - quad(3) / 5 * difference(2) + difference(3) / 10;
}

/// Returns q' = (r', e') as computed from v = (r', ω) of each body.
inline Vec<quad> rate_by_velocity(const Motion& at) {
  Vec<quad> out(at.q.size());
  for (Eigen::Index k = 0; k < at.q.size() / 7; ++k) {
    out.segment<3>(7 * k) = at.v.segment<3>(6 * k);
    const so3::Quaternion<quad> turn(0, at.v[6 * k + 3], at.v[6 * k + 4], at.v[6 * k + 5]);
    out.segment<4>(7 * k + 3) = so3::product<quad>(at.q.segment<4>(7 * k + 3), turn) / 2;
  }
  return out;
}

/// Returns the kinetic plus potential energy of three bodies with these masses and moments, for g = 9.81 m/s² along −z.
inline quad energy_of(const Motion& at, const std::array<quad, 3>& masses, const std::array<Vector3, 3>& moments) {
  quad out = 0;
  for (int k = 0; k < 3; ++k) {
    const Vector3 v = at.v.segment<3>(6 * k), w = at.v.segment<3>(6 * k + 3);
    const auto i = static_cast<std::size_t>(k);
    out += (masses[i] * v.dot(v) + w.dot(moments[i].cwiseProduct(w))) / 2 + masses[i] * quad("9.81") * at.q[7 * k + 2];
  }
  return out;
}

}  // namespace plumb::testing
