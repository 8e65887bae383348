#pragma once
// The distance between integrations of one motion up to a time, and the digits that it leaves.

#include <deque>
#include <shared_mutex>
#include <vector>

#include "problems/motion.hpp"
#include "problems/parts.hpp"
#include "reference/packed_numbers.hpp"

namespace plumb {

/// Returns how many digits a number has, in fractions, if `unknown` of it is not known. They count from a scale; 33 at
/// most.
double digits_left(const quad& unknown, const quad& scale);

/// Components of one kind (translations, rotations, angles) share one scale of q and one of v, since some components of
/// a motion in a plane are nothing but rounding. Where nothing moves by as much as a rounding of its position within
/// the horizon, velocities are nothing but rounding too, and the scale of v is that of q by the horizon. Constant
/// members may be called while another thread adds to the agreement.
class Agreement {
 public:
  /// `horizon` is positive [s].
  Agreement(std::vector<PartsOfKind> kinds, const quad& horizon) : kinds_(std::move(kinds)), horizon_(horizon) {}

  /// Adds the motion at a later time, and what is not known of it there.
  void add(const quad& t, const Motion& at, const Motion& unknown);

  quad reached() const;  // s
  /// Returns the digits, in fractions, that hold at all times up to the first check not before t, or up to the last
  /// check if none is so late.
  double digits(const quad& t) const { return found(t).digits; }
  /// Returns the time of the latest check until which so many digits hold [s].
  quad holds_until(double digits) const;
  /// Returns by component what is not known up to t: the largest so far.
  const Motion& unknown(const quad& t) const { return found(t).unknown; }

  void write(PackedNumbers& out) const;
  /// Reads the agreement of a motion that has components as `like`.
  void read(NumberReader& in, const Motion& like);

 private:
  struct Check {
    quad t;
    double digits;
    Motion unknown;
  };
  const Check& found(const quad& t) const;
  double fewest_digits(const Motion& unknown) const;

  const std::vector<PartsOfKind> kinds_;
  const quad horizon_;
  Motion scale_;  // only the thread that adds uses it
  mutable std::shared_mutex guard_;
  std::deque<Check> checks_;  // the checks stay where they are
};

}  // namespace plumb
