#pragma once
// The difference of integrations of one motion up to a time, and the digits in which they agree.

#include <deque>
#include <shared_mutex>
#include <vector>

#include "problems/motion.hpp"
#include "problems/parts.hpp"
#include "reference/packed_numbers.hpp"

namespace plumb {

/// Returns the number of correct digits, with a fraction, of a value with uncertainty `unknown`, counted from a scale;
/// at most 33.
double digits_left(const quad& unknown, const quad& scale);

/// Components of one kind (translations, rotations, angles) share one scale of q and one scale of v, because some
/// components of a motion in a plane are only rounding noise. If no component moves by more than the rounding of its
/// position within the horizon, velocities are rounding noise too. Then the scale of v is the scale of q divided by the
/// horizon. Const members are thread-safe while another thread adds to the agreement.
class Agreement {
 public:
  /// `horizon` is positive [s].
  Agreement(std::vector<PartsOfKind> kinds, const quad& horizon) : kinds_(std::move(kinds)), horizon_(horizon) {}

  /// Adds the motion and its uncertainty at a time later than all before.
  void add(const quad& t, const Motion& at, const Motion& unknown);

  quad reached() const;  // time reached [s]
  /// Returns the digits, with a fraction, that hold at all times up to the first check not before t. If there is no
  /// such check, returns the digits up to the last check.
  double digits(const quad& t) const { return found(t).digits; }
  /// Returns the time [s] of the latest check up to which `digits` hold.
  quad holds_until(double digits) const;
  /// Returns the uncertainty up to t, by component: the largest so far.
  const Motion& unknown(const quad& t) const { return found(t).unknown; }

  void write(PackedNumbers& out) const;
  /// Reads the agreement of a motion that has as many components as `like`.
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
  Motion scale_;  // accessed only by the thread that adds
  mutable std::shared_mutex guard_;
  std::deque<Check> checks_;  // a deque, because growth does not move its elements
};

}  // namespace plumb
