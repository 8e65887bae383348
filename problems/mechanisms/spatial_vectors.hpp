#pragma once
// Spatial vectors of six components: motions (ω, velocity of the body's point at the origin), and forces (moment about
// the origin, force).
//
// Source: Featherstone 2008, Rigid Body Dynamics Algorithms, chapter 2. Inlining is forced, because GCC would not
// inline these functions in inner loops.

#include "numerics/so3.hpp"
#include "numerics/three.hpp"
#include "problems/mechanisms/loop_closing.hpp"

namespace plumb::mbs {

template <class X>
Vector<X> upper(const Vec<X, 6>& x) {
  return {x[0], x[1], x[2]};
}
template <class X>
Vector<X> lower(const Vec<X, 6>& x) {
  return {x[3], x[4], x[5]};
}

/// V × M of two motions.
template <class X>
[[gnu::always_inline]] inline Vec<X, 6> cross_motion(const Vec<X, 6>& V, const Vec<X, 6>& M) {
  const Vector<X> w = upper(V), v = lower(V), m = upper(M), n = lower(M);
  return joined<X>(three::cross(w, m), three::cross(w, n) + three::cross(v, m));
}

/// V ×* F of a motion and a force.
template <class X>
[[gnu::always_inline]] inline Vec<X, 6> cross_force(const Vec<X, 6>& V, const Vec<X, 6>& F) {
  const Vector<X> w = upper(V), v = lower(V), n = upper(F), f = lower(F);
  return joined<X>(three::cross(w, n) + three::cross(v, f), three::cross(w, f));
}

/// I x, column by column.
template <class X>
[[gnu::always_inline]] inline Vec<X, 6> product(const Mat<X, 6>& I, const Vec<X, 6>& x) {
  Vec<X, 6> out;
  for (int i = 0; i < 6; ++i) out[i] = I(i, 0) * x[0];
  for (int j = 1; j < 6; ++j)
    for (int i = 0; i < 6; ++i) out[i] += I(i, j) * x[j];
  return out;
}

/// Returns A J Aᵀ. Precondition: J is symmetric.
template <class X, class T>
[[gnu::always_inline]] inline Matrix<X> turned(const Matrix<X>& A, const Matrix<T>& J) {
  Matrix<X> half, out;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) half(i, j) = A(i, 0) * J(0, j) + A(i, 1) * J(1, j) + A(i, 2) * J(2, j);
  for (int j = 0; j < 3; ++j)
    for (int i = j; i < 3; ++i)
      out(i, j) = out(j, i) = half(i, 0) * A(j, 0) + half(i, 1) * A(j, 1) + half(i, 2) * A(j, 2);
  return out;
}

/// The spatial inertia of a body about the origin, from its inertia about its centre, in the axes of space, and the
/// centre.
template <class X>
[[gnu::always_inline]] inline Mat<X, 6> inertia_in_space(const X& mass, const Matrix<X>& inertia,
                                                         const Vector<X>& centre) {
  Mat<X, 6> out = zeros<Mat<X, 6>>();
  const Vector<X> first = mass * centre;
  const X square = first[0] * centre[0] + first[1] * centre[1] + first[2] * centre[2];
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) out(i, j) = inertia(i, j) - first[i] * centre[j];
  for (int i = 0; i < 3; ++i) {
    out(i, i) += square;
    out(3 + i, 3 + i) = mass;
  }
  for (int i = 0; i < 3; ++i) {
    const int next = (i + 1) % 3, last = (i + 2) % 3;
    out(next, 3 + i) = out(3 + i, next) = first[last];
    out(last, 3 + i) = out(3 + i, last) = -first[next];
  }
  return out;
}

}  // namespace plumb::mbs
