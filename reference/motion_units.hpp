#pragma once
// Units of time and of the components of a motion. In these units the widths, tolerances and thresholds of integrations
// do not depend on the units of the problem's description. Units are powers of 1024 (numerics/binary_scale.hpp), so
// conversion is exact, and motions of usual sizes keep SI units.

#include <string>

#include "problems/hidden_variation.hpp"
#include "problems/problem.hpp"
#include "reference/sampled_motion.hpp"

namespace plumb {

/// Motions are integrated in these units: as q/(unit of q) as a function of t/(unit of time). The default units are SI
/// units.
struct MotionUnits {
  double time = 1;             // unit of time [s]
  Vec<double> q = {}, v = {};  // units of q, and of the displacements with the rates v; empty: all 1

  /// Computes the units of a formulation at the start. The unit of length is the length scale of the mechanism; in
  /// other problems, coordinates with the same unit share the scale of the largest. Angles and rotations have the unit
  /// 1. The unit of time is the time in which velocities or accelerations change the motion by its own size, at most
  /// the horizon.
  static MotionUnits of(const Problem& problem, const Parameters& parameters, const Formulation& formulation);

  /// Returns a unit for each constraint of the same formulation: its largest change by a displacement of one unit.
  Vec<double> of_constraints(const Problem& problem, const Parameters& parameters,
                             const Formulation& formulation) const;
  /// Returns the largest component of a displacement.
  quad largest(const Vec<quad>& displacement) const;

  bool are_plain() const { return time == 1 && q.size() == 0; }
  /// Returns the units as text for cache keys; empty for SI units.
  std::string name() const;
  /// Returns the units of the motion with four numbers for each rotation (lifted_motion.hpp).
  MotionUnits lifted() const { return {time, q, q}; }

  /// measured() converts from SI units to these units; in_si() converts back.
  quad measured(const quad& t) const { return t / time; }
  std::vector<quad> measured(std::span<const quad> times) const;
  Motion measured(const Motion& x) const;
  HiddenVariation measured(const HiddenVariation& hidden) const;
  /// Defined for double, double-doubles and quad. An empty argument yields an empty result.
  template <class T>
  Acceleration<T> measured(const Acceleration<T>& acceleration) const;
  template <class T>
  std::optional<ChartsIn<T>> measured(const std::optional<ChartsIn<T>>& charts) const;

  Motion in_si(const Motion& x) const;
  SampledMotion in_si(SampledMotion motion) const;
};

}  // namespace plumb
