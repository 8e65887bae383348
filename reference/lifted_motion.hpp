#pragma once
// Motions whose coordinates hold rotations, written as motions in a vector space. The quaternion e of a rotation
// becomes four numbers of their own,
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

/// The change between the coordinates (q, v) of a system, whose parts cover them, and (y, y'), which have as many
/// numbers as q.
class Lift {
 public:
  /// Throws std::invalid_argument if q and v differ in anything but rotations.
  explicit Lift(std::vector<Part> parts);

  Motion lifted(const Motion& x) const;
  /// Lowers a configuration; its quaternions then have length 1. In double, double-doubles and quad.
  template <class T>
  Configuration<T> lowered(const Configuration<T>& y) const;
  /// Returns bounds on the errors of a lowered motion from those of the lifted one.
  Motion lowered_bounds(const Motion& y, const Motion& bounds) const;
  /// Lowers an integration of the lifted motion.
  SampledMotion lowered(SampledMotion motion) const;
  /// Returns the places in y that share one magnitude: those of all translations, of all rotations, and of all angles.
  std::vector<std::vector<PartRange>> alike() const;
  /// Returns y'' from the accelerations of the system. In double, double-doubles and quad.
  template <class T>
  Acceleration<T> acceleration(Acceleration<T> of_system) const;

 private:
  std::vector<Part> parts_;
  int size_of_q_ = 0, size_of_v_ = 0;
};

}  // namespace plumb
