#pragma once
// Rotations: unit quaternions q = (scalar, vector) that turn body axes into space axes, with the angular velocity ω in
// the body,
//
//   q' = q (0, ω)/2,   R' = R ω̃,   ω̃ x = ω × x
//
// and charts around any of them: q ⊞ θ = q δ(θ) with δ(θ) = (c, s θ). With x = |θ|², φ = |θ|, u = φ/2:
//
//   exponential        δ of the rotation vector θ:  c = cos u,         s = sin u/φ
//   cayley             |θ| = 2 tan(angle/2):        c = 1/√(1 + x/4),  s = c/2
//   euler-parameters   |θ| = 2 sin(angle/2):        c = √(1 − x/4),    s = 1/2
//
// The body velocity ω moves the coordinates by θ' = C(θ) ω, and ω = T(θ) θ' with T = C⁻¹. All three charts share
//
//   C = a + θ̃/2 + b θθᵀ        exponential a = u cot u, b = (1 − a)/x;  cayley a = 1, b = 1/4;
//                              euler-parameters a = c, b = 0
//   T = (a − θ̃/2 + (1/4 − ab)/(a + bx) θθᵀ)/(a² + x/4)
//
// Sources: for C of the exponential, Hairer, Lubich & Wanner, Geometric Numerical Integration, IV.7.3 and lemma III.4.2
// (dexp⁻¹), with −θ since ω belongs to the body; for cayley, Gibbs-Rodrigues parameters, doubled (Bottasso & Borri,
// CMAME 164, 1998).
//
// Every chart is one-to-one for rotations by less than π. At π, |θ| of cayley is infinite. Euler-parameters end there
// with |θ| = 2, beyond which their functions return NaN. The exponential continues to φ = 2π, where C is singular.

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "numerics/scalar.hpp"

namespace plumb::so3 {

template <class T>
using Vector = Vec<T, 3>;
template <class T>
using Quaternion = Vec<T, 4>;

/// x̃ with x̃ y = x × y.
template <class T>
Mat<T, 3> skew(const Vector<T>& x) {
  Mat<T, 3> out;  // Eigen's comma initialiser is slower
  out(0, 0) = T(0), out(0, 1) = -x[2], out(0, 2) = x[1];
  out(1, 0) = x[2], out(1, 1) = T(0), out(1, 2) = -x[0];
  out(2, 0) = -x[1], out(2, 1) = x[0], out(2, 2) = T(0);
  return out;
}

template <class T>
Quaternion<T> conjugate(const Quaternion<T>& q) {
  return Quaternion<T>(q[0], -q[1], -q[2], -q[3]);
}

/// p q: the rotation q followed by the rotation p; R(p q) = R(p) R(q).
template <class T>
Quaternion<T> product(const Quaternion<T>& p, const Quaternion<T>& q) {
  Quaternion<T> out;
  out[0] = p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3];
  out[1] = p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2];
  out[2] = p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1];
  out[3] = p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0];
  return out;
}

/// R of a unit quaternion: body to space.
template <class T>
Mat<T, 3> matrix(const Quaternion<T>& q) {
  const T w = q[0], x = q[1], y = q[2], z = q[3];
  Mat<T, 3> out;
  out(0, 0) = 1 - 2 * (y * y + z * z), out(0, 1) = 2 * (x * y - w * z), out(0, 2) = 2 * (x * z + w * y);
  out(1, 0) = 2 * (x * y + w * z), out(1, 1) = 1 - 2 * (x * x + z * z), out(1, 2) = 2 * (y * z - w * x);
  out(2, 0) = 2 * (x * z - w * y), out(2, 1) = 2 * (y * z + w * x), out(2, 2) = 1 - 2 * (x * x + y * y);
  return out;
}

/// Returns the angle of R_refᵀ R [rad], 0 to π, for quaternions of any length ≠ 0; it is accurate for tiny angles and
/// next to π. q and −q are the same rotation.
template <class T>
T angle(const Quaternion<T>& computed, const Quaternion<T>& reference) {
  using std::abs, std::atan2;
  const Quaternion<T> relative = product(conjugate(reference), computed);
  return 2 * atan2(relative.template tail<3>().stableNorm(), abs(relative[0]));
}

/// Returns the angle for matrices. For small angles, errors of orthogonality of R have no effect to first order.
template <class T>
T angle(const Mat<T, 3>& computed, const Mat<T, 3>& reference) {
  using std::atan2;
  const Mat<T, 3> relative = reference.transpose() * computed;
  const Vector<T> twice_sine(relative(2, 1) - relative(1, 2), relative(0, 2) - relative(2, 0),
                             relative(1, 0) - relative(0, 1));
  return atan2(twice_sine.stableNorm() / 2, (relative.trace() - 1) / 2);
}

enum class Retraction { exponential, cayley, euler_parameters };

inline constexpr std::array<std::string_view, 3> retraction_names = {"exponential", "cayley", "euler-parameters"};
inline constexpr std::string_view retraction_choices = "exponential|cayley|euler-parameters";
constexpr std::string_view name(Retraction retraction) {
  return retraction_names[static_cast<std::size_t>(retraction)];
}

/// Coordinates θ of the rotations around a given rotation, which has θ = 0. T may be any scalar with sin, cos, sqrt and
/// atan2.
template <class T>
class Chart {
 public:
  Retraction retraction = Retraction::exponential;

  /// Returns q ⊞ θ, and q itself if θ = 0. The result has unit length to rounding, also after many repeated calls.
  Quaternion<T> retract(const Quaternion<T>& q, const Vector<T>& theta) const;
  /// Returns θ with q ⊞ θ = q1, for the rotation by at most π; for exactly π, θ may have either sign.
  Vector<T> local(const Quaternion<T>& q, const Quaternion<T>& q1) const {
    return coordinates(product(conjugate(q), q1));
  }
  /// Returns θ of the relative rotation q⁻¹ q1.
  Vector<T> coordinates(const Quaternion<T>& relative) const;
  /// Returns θ' = C ω, the rate of the coordinates θ for the body velocity ω.
  Vector<T> rate(const Vector<T>& theta, const Vector<T>& w) const;
  /// Returns Cᵀ p, which transforms momenta; Cᵀ(θ) = C(−θ).
  Vector<T> momentum(const Vector<T>& theta, const Vector<T>& p) const;
  /// C = ∂θ'/∂ω.
  Mat<T, 3> rate_matrix(const Vector<T>& theta) const;
  /// ∂(C ω)/∂θ at fixed ω.
  Mat<T, 3> rate_derivative(const Vector<T>& theta, const Vector<T>& w) const;
  /// T = C⁻¹: ω = T θ'.
  Mat<T, 3> tangent(const Vector<T>& theta) const;
  /// δ(θ).
  Quaternion<T> rotation(const Vector<T>& theta) const;

 private:
  struct Factors {
    T a, b;
  };
  struct Slopes {
    T a, b;  // derivatives by x
  };

  Factors factors(const T& x) const;
  Slopes slopes(const T& x, const Factors& f) const;

  // Returns (1 − u cot u)/x with x = 4u². Below x = 1, where the difference cancels, it is Lambert's continued fraction
  // u cot u = 1 − u²/(3 − u²/(5 − ...)), which gains 8 bits or more with each level there.
  static T kappa(const T& x);

  // For such x, series up to x² are exact to rounding. The closed forms contain √x, which has no derivative at 0.
  static bool is_tiny(const T& x) { return x * x * x < std::numeric_limits<T>::epsilon(); }

  // Returns atan(√square/w)/√square.
  static T angle_over_sine(const T& square, const T& w);
};

template <class T>
Quaternion<T> Chart<T>::retract(const Quaternion<T>& q, const Vector<T>& theta) const {
  using std::abs;
  Quaternion<T> out = product(q, rotation(theta));
  const T excess = q.squaredNorm() - 1;  // excess of q alone; the excess of the product would depend on θ and jump
  if (abs(excess) > 8 * std::numeric_limits<T>::epsilon()) out *= 1 - excess / 2;  // one Newton step for 1/|q|
  return out;
}

template <class T>
Vector<T> Chart<T>::coordinates(const Quaternion<T>& relative) const {
  const bool flip = relative[0] < 0;
  const T w = flip ? T(-relative[0]) : relative[0];
  const Vector<T> v = flip ? Vector<T>(-relative.template tail<3>()) : Vector<T>(relative.template tail<3>());
  switch (retraction) {
    case Retraction::exponential: return 2 * angle_over_sine(v.squaredNorm(), w) * v;
    case Retraction::cayley: return 2 / w * v;
    case Retraction::euler_parameters: return 2 * v;
  }
  return v;
}

template <class T>
Vector<T> Chart<T>::rate(const Vector<T>& theta, const Vector<T>& w) const {
  const Factors f = factors(theta.squaredNorm());
  return f.a * w + theta.cross(w) / 2 + f.b * theta.dot(w) * theta;
}

template <class T>
Vector<T> Chart<T>::momentum(const Vector<T>& theta, const Vector<T>& p) const {
  const Factors f = factors(theta.squaredNorm());
  return f.a * p - theta.cross(p) / 2 + f.b * theta.dot(p) * theta;
}

template <class T>
Mat<T, 3> Chart<T>::rate_matrix(const Vector<T>& theta) const {
  const Factors f = factors(theta.squaredNorm());
  Mat<T, 3> out = skew(theta) / 2 + f.b * theta * theta.transpose();
  out.diagonal().array() += f.a;
  return out;
}

template <class T>
Mat<T, 3> Chart<T>::rate_derivative(const Vector<T>& theta, const Vector<T>& w) const {
  const T x = theta.squaredNorm(), along = theta.dot(w);
  const Factors f = factors(x);
  const Slopes d = slopes(x, f);
  Mat<T, 3> out = (2 * d.a * w + 2 * d.b * along * theta) * theta.transpose() + f.b * theta * w.transpose();
  out -= skew(w) / 2;
  out.diagonal().array() += f.b * along;
  return out;
}

template <class T>
Mat<T, 3> Chart<T>::tangent(const Vector<T>& theta) const {
  const T x = theta.squaredNorm();
  const auto [a, b] = factors(x);
  const T part = 1 / (a * a + x / 4);
  const Vector<T> along = (T(0.25) - a * b) / (a + b * x) * part * theta, half = part / 2 * theta;
  Mat<T, 3> out = along * theta.transpose() - skew(half);
  out.diagonal().array() += a * part;
  return out;
}

template <class T>
Quaternion<T> Chart<T>::rotation(const Vector<T>& theta) const {
  using std::cos, std::sin, std::sqrt;
  const T x = theta.squaredNorm();
  T c = 1, s = 0;
  switch (retraction) {
    case Retraction::exponential:
      if (is_tiny(x)) {
        c = 1 - x / 8 * (1 - x / 48);
        s = (1 - x / 24 * (1 - x / 80)) / 2;
      } else {
        const T phi = sqrt(x);
        c = cos(phi / 2);
        s = sin(phi / 2) / phi;
      }
      break;
    case Retraction::cayley:
      c = 1 / sqrt(1 + x / 4);
      s = c / 2;
      break;
    case Retraction::euler_parameters:
      c = sqrt(1 - x / 4);
      s = T(0.5);
      break;
  }
  return Quaternion<T>(c, s * theta[0], s * theta[1], s * theta[2]);
}

template <class T>
typename Chart<T>::Factors Chart<T>::factors(const T& x) const {
  using std::sqrt;
  switch (retraction) {
    case Retraction::exponential: {
      const T b = kappa(x);
      return {T(1 - b * x), b};
    }
    case Retraction::cayley: return {T(1), T(0.25)};
    case Retraction::euler_parameters: return {T(sqrt(1 - x / 4)), T(0)};
  }
  return {};
}

template <class T>
typename Chart<T>::Slopes Chart<T>::slopes(const T& x, const Factors& f) const {
  switch (retraction) {
    case Retraction::exponential: {
      // Follows from the differential equation of u cot u. Its rounding error ε/x is harmless: ∂C/∂θ has x^(3/2) b.
      const bool tiny = x < std::numeric_limits<T>::epsilon();
      const T b = tiny ? T(T(1) / 720) : T((T(0.25) - 3 * f.b + f.b * f.b * x) / (2 * x));
      return {T(-f.b - b * x), b};
    }
    case Retraction::cayley: return {T(0), T(0)};
    case Retraction::euler_parameters: return {T(-1 / (8 * f.a)), T(0)};
  }
  return {};
}

template <class T>
T Chart<T>::kappa(const T& x) {
  using std::cos, std::sin, std::sqrt;
  if (x > 1) {
    const T u = sqrt(x) / 2;
    return (1 - u * cos(u) / sin(u)) / x;
  }
  constexpr int levels = (std::numeric_limits<T>::digits + 7) / 8;
  const T quarter = x / 4;
  T numerator = 2 * levels + 3, denominator = 1;
  for (int k = levels; k > 0; --k) {  // n/d ← 2k + 1 − x/4 d/n
    const T before = numerator;
    numerator = (2 * k + 1) * before - quarter * denominator;
    denominator = before;
  }
  return denominator / (4 * numerator);
}

template <class T>
T Chart<T>::angle_over_sine(const T& square, const T& w) {
  using std::atan2, std::sqrt;
  if (is_tiny(square)) {
    const T ratio = square / (w * w);
    return (1 - ratio * (T(1) / 3 - ratio / 5)) / w;
  }
  const T sine = sqrt(square);
  return atan2(sine, w) / sine;
}

// Compiled once, in so3.cpp. Only double may be inlined, because its run times are measured.
extern template class Chart<long double>;
extern template class Chart<quad>;
extern template Mat<long double, 3> matrix(const Quaternion<long double>&);
extern template Mat<quad, 3> matrix(const Quaternion<quad>&);

}  // namespace plumb::so3
