#pragma once
// The common part of the squeezer's forms: the inertia of an elbow, and the spring.

#include <cmath>

#include "problems/squeezer/squeezer_data.hpp"

namespace plumb::squeezer {

// An elbow: an upper link with the vector p from the ground to the joint, and a lower link with the vector s from the
// joint to E. Their angular velocities are ω_p and ω_s, their angles ψ_p and ψ_s. The kinetic energy is
//
//   K = (J_p ω_p² + J_s ω_s²)/2 + c ω_p ω_s,   c = μ p·s,   ∂c/∂φ = −μ p×s,   ∂²c/∂φ² = −c,   φ = ψ_s − ψ_p
//
// J_p is about the hinge on the ground and includes the lower link's mass m as a point mass in the joint; J_s is about
// the joint. The lower link's centre of mass is on s, at the distance s_c from the joint: μ = m s_c/|s|.
template <class T>
struct Elbow {
  T upper_inertia, lower_inertia, share;  // moments of inertia J_p and J_s [kg m²], coupling μ [kg]

  Elbow(const Body<T>& p, const Body<T>& s)
      : upper_inertia(p.inertia + p.mass * dot(p.centre, p.centre) + s.mass * dot(p.end, p.end)),
        lower_inertia(s.inertia + s.mass * dot(s.centre, s.centre)),
        share(s.mass * dot(s.centre, s.end) / dot(s.end, s.end)) {}

  T coupling(const Planar<T>& p, const Planar<T>& s) const { return share * dot(p, s); }           // coupling term c
  T coupling_slope(const Planar<T>& p, const Planar<T>& s) const { return -share * cross(p, s); }  // derivative ∂c/∂φ
};

template <class T>
std::array<Elbow<T>, elbows> elbows_of(const Data<T>& d) {
  return {Elbow<T>(d.body[of], d.body[ef]), Elbow<T>(d.body[ag], d.body[ge]), Elbow<T>(d.body[ah], d.body[he])};
}

/// The moment of inertia of a link about the origin of its frame [kg m²].
template <class T>
T inertia_about_hinge(const Body<T>& b) {
  return b.inertia + b.mass * dot(b.centre, b.centre);
}

// The spring: V = k (L − l)²/2 with L = |g|, where g is the vector from C to D.
template <class T>
struct Spring {
  T stiffness, unloaded;  // stiffness k [N/m], free length l [m]

  explicit Spring(const Data<T>& d) : stiffness(d.stiffness), unloaded(d.length) {}

  static T length(const Planar<T>& g) {
    using std::sqrt;
    const T square = dot(g, g);
    return sqrt(square);
  }
  T energy(const Planar<T>& g) const {
    const T stretch = length(g) - unloaded;
    return stiffness * stretch * stretch / 2;
  }
  /// Returns k (1 − l/L): the force on D is −pull g.
  T pull(const T& length) const { return stiffness * (1 - unloaded / length); }
  /// These return V' and V'', the derivatives by the angle of a rotation of D about B: V' = pull r×h and
  /// V'' = k l (r×h)²/L³ − pull r·h, with r from B to D and h from C to B.
  T slope(const Planar<T>& h, const Planar<T>& r) const { return pull(length(h + r)) * cross(r, h); }
  T curvature(const Planar<T>& h, const Planar<T>& r) const {
    const T now = length(h + r), moment = cross(r, h);
    return stiffness * unloaded * moment * moment / (now * now * now) - pull(now) * dot(r, h);
  }
};

}  // namespace plumb::squeezer
