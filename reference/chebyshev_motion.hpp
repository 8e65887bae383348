#pragma once
// A motion v' = a(t, q, v), q' = v in minimal coordinates that has no closed form, as Chebyshev series in quad for any
// time. It is computed by Picard's iteration on one interval after the other,
//
//   a(t) <- a(t, q(t), v(t)),   v(t) = v0 + ∫ a dt,   q(t) = q0 + ∫ v dt
//
// where the acceleration is expanded at the zeros of T_40 and integrated term by term, until it stays as it is.
// Intervals are so long that the last coefficients of the acceleration just vanish (Clenshaw & Norton, The Computer
// Journal 6, 88-92, 1963; Bai & Junkins, J. Astronaut. Sci. 58, 583-613, 2011).
//
// Forces may vary within less than the distance of two nodes. Where they are formulas, interval arithmetic finds where
// they may (problems/hidden_variation.hpp), and intervals become so short there that their nodes show the variation.
// Other forces are compared with the series at pseudorandom times between the nodes, in double and once in quad.
//
// The motion is computed twice, with intervals of different lengths, and the second time with 64 times the roundings.
// The distance of the two bounds what rounding, and the sensitivity of the motion to it, have made of the first. Two
// computations with equal roundings might agree by chance in digits that neither has.
//
// A motion with a name is kept in the cache of references, if there is one, now and then while it is computed and at
// its end. The next process goes on from there, with the same bits.

#include <memory>
#include <optional>

#include "problems/hidden_variation.hpp"
#include "problems/parts.hpp"
#include "reference/sampled_motion.hpp"

namespace plumb {

/// The motion is computed as far as it has been asked for. All members are thread-safe.
class ChebyshevMotion {
 public:
  /// One thread at a time calls `acceleration`. `name` tells problem, data and coordinates; if it is empty, the motion
  /// is not kept. Components of q at the places `alike` share one magnitude, and so do those of v, since a component of
  /// a motion in a plane of space may be nothing but rounding. `rough` is the acceleration in double, without which a
  /// stiff motion takes very many intervals, and `fine` in double-doubles, by which it takes less time. `breaks` are
  /// the times, ascending, at which the acceleration is not smooth; `hidden` returns what the nodes of an interval may
  /// miss. All of them may have any unit of time, which takes so many seconds in messages.
  ChebyshevMotion(Acceleration<quad> acceleration, Motion start, std::string name = {},
                  std::vector<std::vector<PartRange>> alike = {}, const Acceleration<double>& rough = {},
                  const std::vector<quad>& breaks = {}, const Acceleration<double_double>& fine = {},
                  const HiddenVariation& hidden = {}, double second = 1);
  ~ChebyshevMotion();

  /// Returns the motion at time t >= 0 [s]. All members that compute throw MotionUnknown if the motion cannot be
  /// resolved as far as t, or only by more intervals than anybody waits for.
  Motion at(const quad& t) const;

  /// Computes one interval further towards t, so that a long computation can be given up in between. Returns true if
  /// there is nothing left to compute for digits(t, enough).
  bool advance(const quad& t, int enough) const;

  /// Returns the time [s] up to which there is nothing left to compute for digits(t, enough); infinite if fewer hold
  /// later.
  quad known_until(int enough) const;

  /// Returns the digits that hold at all times up to t, relative to the largest magnitudes so far. If these are fewer
  /// than 20, a component that is very small beside what single terms of its acceleration would make of it, as in an
  /// equilibrium, counts relative to that, up to 20 digits. The motion is computed no further once the digits are fewer
  /// than `enough`; then less than `enough` is returned.
  int digits(const quad& t, int enough) const;

  /// Returns the latest time up to t until which `enough` digits hold [s].
  quad holds_until(const quad& t, int enough) const;

  /// Returns bounds on the errors of q and v at all times up to t; nothing if fewer than `enough` digits hold.
  std::optional<Motion> uncertainty(const quad& t, int enough) const;

 private:
  class Tracks;
  std::unique_ptr<Tracks> tracks;
};

}  // namespace plumb
