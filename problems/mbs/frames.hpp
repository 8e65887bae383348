#pragma once
// Frames from directions in descriptions of mechanisms.

#include <optional>

#include "problems/mbs/mechanism_check.hpp"
#include "problems/mbs/pair.hpp"

namespace plumb::mbs {

/// Converts a vector of exact numbers to the working precision.
template <class T>
Vector<T> numbers(const Triple& x) {
  return {x[0].in<T>(), x[1].in<T>(), x[2].in<T>()};
}
template <class T>
T length(const Vector<T>& x) {
  using std::sqrt;
  return sqrt(x.dot(x));
}
template <class T>
Vector<T> unit(const Vector<T>& x) {
  return x / length(x);
}

/// A unit vector perpendicular to the unit vector z, in the half-plane of `towards`; nullopt if `towards` is parallel
/// to z.
template <class T>
std::optional<Vector<T>> across(const Vector<T>& z, const Vector<T>& towards) {
  const Vector<T> x = towards - z.dot(towards) * z;
  const T size = length(x);
  if (!(size > T(1e-6) * length(towards))) return {};
  return Vector<T>(x / size);
}
/// Returns some unit vector perpendicular to the unit vector z, always the same for the same z.
template <class T>
Vector<T> any_across(const Vector<T>& z) {
  using std::abs;
  constexpr double not_along = 0.59;  // limit above 1/√3; one component of a unit vector is smaller
  int i = 0;
  while (i < 2 && !(abs(z[i]) < T(not_along))) ++i;
  auto towards = zeros<Vector<T>>();
  towards[i] = T(1);
  return *across(z, towards);
}
/// Returns the matrix with the columns x, y = z × x, and z. Precondition: x and z are perpendicular unit vectors.
template <class T>
Matrix<T> frame_of(const Vector<T>& x, const Vector<T>& z) {
  Matrix<T> out;
  out << x, z.cross(x), z;
  return out;
}

/// The quaternion of a rotation matrix, by Shepperd's method: it divides by the largest component.
template <class T>
so3::Quaternion<T> quaternion_of(const Matrix<T>& r) {
  using std::sqrt;
  const T trace = r.trace();
  int largest = 3;
  for (int i = 0; i < 3; ++i)
    if (r(i, i) > (largest == 3 ? trace : r(largest, largest))) largest = i;
  so3::Quaternion<T> q;
  if (largest == 3) {
    q << 1 + trace, r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1);
  } else {
    const int i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
    q[0] = r(k, j) - r(j, k);
    q[1 + i] = 1 + 2 * r(i, i) - trace;
    q[1 + j] = r(j, i) + r(i, j);
    q[1 + k] = r(k, i) + r(i, k);
  }
  const T size = sqrt(q.dot(q));
  return q / size;
}

/// Returns the attitude of a body as a unit quaternion, from the directions and rotations of Body::attitude. Throws
/// MechanismMistake.
template <class T>
so3::Quaternion<T> attitude_of(const Body& body) {
  const Attitude& attitude = body.attitude;
  so3::Quaternion<T> q(T(1), T(0), T(0), T(0));
  if (attitude.first.has_value() != attitude.second.has_value())
    throw MechanismMistake(Mistake::missing, item("body", body.name), "the attitude needs two directions, or none");
  if (attitude.first) {
    const Vector<T> x = unit(numbers<T>(*attitude.first));
    const auto y = across(x, numbers<T>(*attitude.second));
    if (!y)
      throw MechanismMistake(Mistake::contradiction, item("body", body.name),
                             "the two directions of the attitude are parallel");
    Matrix<T> r;
    r << x, *y, x.cross(*y);
    q = quaternion_of(r);
  }
  using std::cos, std::sin;
  for (const auto& turn : attitude.turns) {
    const Vector<T> axis = unit(numbers<T>(turn.axis));
    const T half = turn.angle.in<T>() / 2, s = sin(half);
    q = so3::product(q, so3::Quaternion<T>(cos(half), s * axis[0], s * axis[1], s * axis[2]));
  }
  return q / so3::Quaternion<T>(q).norm();
}

}  // namespace plumb::mbs
