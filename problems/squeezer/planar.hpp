#pragma once
// Vectors in the plane. As for complex numbers, i is a rotation by 90° to the left, so d/dψ R(ψ) o = i R(ψ) o.

#include "numerics/scalar.hpp"
#include "problems/sine_cosine.hpp"

namespace plumb {

template <class T>
struct Planar {
  T x = 0, y = 0;

  Planar& operator+=(const Planar& b) {
    x += b.x;
    y += b.y;
    return *this;
  }
  Planar& operator-=(const Planar& b) {
    x -= b.x;
    y -= b.y;
    return *this;
  }
  friend Planar operator+(Planar a, const Planar& b) { return a += b; }
  friend Planar operator-(Planar a, const Planar& b) { return a -= b; }
  friend Planar operator-(const Planar& a) { return {-a.x, -a.y}; }
  friend Planar operator*(const T& s, const Planar& a) { return {s * a.x, s * a.y}; }
};

template <class T>
T dot(const Planar<T>& a, const Planar<T>& b) {
  return a.x * b.x + a.y * b.y;
}
template <class T>
T cross(const Planar<T>& a, const Planar<T>& b) {
  return a.x * b.y - a.y * b.x;
}
/// Returns i a: the vector rotated by 90° to the left.
template <class T>
Planar<T> turned(const Planar<T>& a) {
  return {-a.y, a.x};
}
/// R(ψ) a.
template <class T>
Planar<T> rotated(const SineCosine<T>& psi, const Planar<T>& a) {
  return {psi.cosine * a.x - psi.sine * a.y, psi.sine * a.x + psi.cosine * a.y};
}

}  // namespace plumb
