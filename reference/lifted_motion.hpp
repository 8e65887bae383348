#pragma once
// Writes motions with rotations as motions in a vector space. The quaternion e of a rotation becomes four free
// numbers y,
//
//   y = e,   y' = e (0, ω)/2,   y'' = (y (0, ω') + y' (0, ω))/2,   with   ω = 2 vec(ē y')/|y|²
//
// where the system's acceleration is evaluated at y/|y|. In exact arithmetic |y| stays 1. Its second derivative
// vanishes at every state, so its drift is as small as the roundings. The drift of constraints is small for the same
// reason.

#include "contract/erasure.hpp"
#include "problems/motion.hpp"
#include "problems/parts.hpp"
#include "reference/sampled_motion.hpp"

namespace plumb {

/// Converts between the coordinates (q, v) of a system, which consist of its parts, and (y, y'). y has as many numbers
/// as q.
class Lift {
 public:
  /// Throws std::invalid_argument if q and v differ in size other than by rotations.
  explicit Lift(std::vector<Part> parts);

  Motion lifted(const Motion& x) const;
  /// Converts y to a configuration with quaternions of length 1. Defined for double, double-doubles and quad.
  template <class T>
  Configuration<T> lowered(const Configuration<T>& y) const;
  /// Converts bounds on the errors of a lifted motion to bounds on the errors of the lowered motion.
  Motion lowered_bounds(const Motion& y, const Motion& bounds) const;
  /// Converts an integration of the lifted motion.
  SampledMotion lowered(SampledMotion motion) const;
  /// Returns the groups of components of y that share one magnitude: all translations, all rotations, and all angles.
  std::vector<std::vector<PartRange>> alike() const;
  /// Returns the function that computes y'' from the system's accelerations. Defined for double, double-doubles, quad.
  template <class T>
  Acceleration<T> acceleration(Acceleration<T> of_system) const;

 private:
  std::vector<Part> parts_;
  int size_of_q_ = 0, size_of_v_ = 0;
};

}  // namespace plumb
