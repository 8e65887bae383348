#pragma once
// Motions whose coordinates hold rotations, as motions in a vector space: the quaternion e of a rotation becomes four
// numbers of their own,
//
//   y = e,   y' = e (0, ω)/2,   y'' = (y (0, ω') + y' (0, ω))/2,   with   ω = 2 vec(ē y')/|y|²
//
// where the system's acceleration is taken at y/|y|. The length |y| is 1 for ever in exact arithmetic, and roundings
// let it drift by no more than themselves; so do constraints, whose second derivative is 0 at every state.

#include "contract/erasure.hpp"
#include "problems/motion.hpp"
#include "problems/parts.hpp"
#include "reference/sampled_motion.hpp"

namespace plumb {

/// The change between the coordinates (q, v) of a system, whose parts cover them, and (y, y') of as many numbers as q.
class Lift {
 public:
  /// Throws std::invalid_argument if q and v differ in what is no rotation.
  explicit Lift(std::vector<Part> parts);

  Motion lifted(const Motion& x) const;
  /// The quaternions have length 1. In double and quad.
  template <class T>
  Configuration<T> lowered(const Configuration<T>& y) const;
  /// Bounds on the errors of a lowered motion, of those of the lifted one.
  Motion lowered_bounds(const Motion& y, const Motion& bounds) const;
  /// An integration of the lifted motion, lowered.
  SampledMotion lowered(SampledMotion motion) const;
  /// The places in y of all translations, of all rotations, of all angles: what has one magnitude.
  std::vector<std::vector<PartRange>> alike() const;
  /// y'' of the accelerations of the system. In double and quad.
  template <class T>
  Acceleration<T> acceleration(Acceleration<T> of_system) const;

 private:
  std::vector<Part> parts_;
  int size_of_q_ = 0, size_of_v_ = 0;
};

}  // namespace plumb
