#pragma once
// Computes a motion v' = a(t, q, v), q' = v in minimal coordinates that has no closed form, as Chebyshev series in
// quad. Picard's iteration solves one interval after another,
//
//   a(t) <- a(t, q(t), v(t)),   v(t) = v0 + ∫ a dt,   q(t) = q0 + ∫ v dt
//
// where the acceleration is expanded at the zeros of T_40 and integrated term by term, until it converges. Intervals
// are so long that the last coefficients of the acceleration just vanish (Clenshaw & Norton, The Computer Journal 6,
// 88-92, 1963; Bai & Junkins, J. Astronaut. Sci. 58, 583-613, 2011).
//
// Forces may vary between two nodes. If forces are given by formulas, interval arithmetic finds the times of such
// variation (problems/hidden_variation.hpp), and intervals become short enough for the nodes to resolve it. Other
// forces are compared with the series at pseudorandom times between the nodes, in double and once in quad.
//
// The motion is computed twice, with intervals of different lengths, and the second time with roundings 64 times as
// large. The distance of the two results bounds the rounding errors of the first, including their amplification by the
// motion. Two computations with equal roundings might by chance have equal errors.
//
// A motion with a name is stored in the cache of references, if one is set, repeatedly during the computation and at
// its end. The next process continues from there with identical bits.

#include <memory>
#include <optional>

#include "problems/hidden_variation.hpp"
#include "problems/parts.hpp"
#include "reference/sampled_motion.hpp"

namespace plumb {

/// The motion is computed on demand. All members are thread-safe.
class ChebyshevMotion {
 public:
  /// `acceleration` is called by one thread at a time. `name` identifies problem, data and coordinates; if it is empty,
  /// the motion is not cached. Each element of `alike` lists ranges of components with a common magnitude of q and a
  /// common magnitude of v, since some components of a motion in a plane may be only rounding noise. `rough` is the
  /// acceleration in double, without which a stiff motion needs very many intervals; `fine`, in double-doubles, saves
  /// time. `breaks` are the times, ascending, at which the acceleration is not smooth. `hidden` returns whether forces
  /// may vary between the nodes of an interval. All arguments may have any unit of time; `second` is its length [s],
  /// for messages.
  ChebyshevMotion(Acceleration<quad> acceleration, Motion start, std::string name = {},
                  std::vector<std::vector<PartRange>> alike = {}, const Acceleration<double>& rough = {},
                  const std::vector<quad>& breaks = {}, const Acceleration<double_double>& fine = {},
                  const HiddenVariation& hidden = {}, double second = 1);
  ~ChebyshevMotion();

  /// Returns the motion at time t >= 0 [s]. All members that compute throw MotionUnknown if the motion cannot be
  /// resolved up to t, or needs too many intervals.
  Motion at(const quad& t) const;

  /// Computes one more interval towards t, so a caller can interrupt a long computation. Returns true if digits(t,
  /// enough) needs no further computation.
  bool advance(const quad& t, int enough) const;

  /// Returns the latest time t [s] for which digits(t, enough) needs no further computation; infinite if the number of
  /// correct digits has already dropped below `enough`.
  quad known_until(int enough) const;

  /// Returns the number of digits of q and v that are correct at all times up to t, relative to the largest magnitudes
  /// so far. In an equilibrium a component is very small compared with the effect of single terms of its acceleration.
  /// If fewer than 20 digits are correct, such a component counts relative to that effect, up to 20 digits. The
  /// computation stops as soon as fewer than `enough` digits are correct; the result is then less than `enough`.
  int digits(const quad& t, int enough) const;

  /// Returns the latest time [s] up to t until which `enough` digits of q and v are correct.
  quad holds_until(const quad& t, int enough) const;

  /// Returns bounds on the errors of q and v at all times up to t; none if fewer than `enough` digits are correct.
  std::optional<Motion> uncertainty(const quad& t, int enough) const;

 private:
  class Tracks;
  std::unique_ptr<Tracks> tracks;
};

}  // namespace plumb
