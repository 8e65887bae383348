#pragma once
// A motion v' = a(t, q, v), q' = v in minimal coordinates that has no closed form, as Chebyshev series in quad for any
// time: Picard's iteration on one interval after the other,
//
//   a(t) <- a(t, q(t), v(t)),   v(t) = v0 + ∫ a dt,   q(t) = q0 + ∫ v dt
//
// with the acceleration expanded at the zeros of T_40 and integrated term by term, until it stays as it is; intervals
// are as long as its last coefficients vanish (Clenshaw & Norton, The Computer Journal 6, 88-92, 1963; Bai & Junkins,
// J. Astronaut. Sci. 58, 583-613, 2011).
//
// It is computed twice, with intervals of different lengths, and the second time with 64 times the roundings. How far
// the two are apart bounds what rounding, and the sensitivity of the motion to it, have made of the first: two
// computations with equal roundings may agree by chance in digits that neither has.
//
// A motion with a name is kept in the cache of references, where there is one: now and then while it is computed, and
// at its end. The next process goes on from there, with the same bits.

#include <memory>
#include <optional>

#include "problems/parts.hpp"
#include "reference/sampled_motion.hpp"

namespace plumb {

/// Computed as far as it has been asked for. All members are thread-safe.
class ChebyshevMotion {
 public:
  /// `acceleration` is called by one thread at a time. `name` tells problem, data and coordinates; empty: the motion is
  /// not kept. Components of q at the places `alike` share one magnitude, and so do those of v: of a motion in a plane
  /// of space a component may be nothing but rounding. `rough`: the acceleration in double, without which a stiff
  /// motion takes very many intervals. `breaks`: where the acceleration is not smooth, ascending.
  ChebyshevMotion(Acceleration<quad> acceleration, Motion start, std::string name = {},
                  std::vector<std::vector<PartRange>> alike = {}, const Acceleration<double>& rough = {},
                  const std::vector<quad>& breaks = {});
  ~ChebyshevMotion();

  /// At time t >= 0 [s]. All that computes throws MotionUnknown if the motion cannot be resolved as far as t,
  /// or only by more intervals than anybody waits for.
  Motion at(const quad& t) const;

  /// One interval further towards t, so that a long computation can be given up in between. True: there is nothing left
  /// to compute for digits(t, enough).
  bool advance(const quad& t, int enough) const;

  /// Time [s] up to which there is nothing left to compute for digits(t, enough); infinite where fewer hold later.
  quad known_until(int enough) const;

  /// Digits that hold at all times up to t, relative to the largest magnitudes so far. Where these are fewer
  /// than 20, a component that is very small beside what single terms of its acceleration would make of it, as in an
  /// equilibrium, counts relative to that, up to 20 digits.
  /// Not computed any further once they are fewer than `enough`; then less than that is returned.
  int digits(const quad& t, int enough) const;

  /// The latest time up to t until which `enough` digits hold [s].
  quad holds_until(const quad& t, int enough) const;

  /// Bounds on the errors of q and v at all times up to t; nothing where fewer than `enough` digits hold.
  std::optional<Motion> uncertainty(const quad& t, int enough) const;

 private:
  class Tracks;
  std::unique_ptr<Tracks> tracks;
};

}  // namespace plumb
