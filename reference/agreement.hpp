#pragma once
// Measures the number of digits of q and v in which the integrations of a motion agree, as a function of time.

#include <deque>
#include <shared_mutex>
#include <vector>

#include "problems/motion.hpp"
#include "problems/parts.hpp"
#include "reference/packed_numbers.hpp"

namespace plumb {

/// Returns −log10(unknown/scale), the number of correct digits (with a fraction) of a quantity with the size `scale`
/// and the uncertainty `unknown`: 0 to 33.
double digits_left(const quad& unknown, const quad& scale);

/// Components of one kind (translations, rotations, angles) share one scale of q and one scale of v, because single
/// components may be only rounding noise, such as the components out of the plane of a planar motion. If no component
/// moves by more than the rounding of its position within the horizon, velocities are rounding noise too. Then the
/// scale of v is the scale of q divided by the horizon. Const members are thread-safe while another thread adds to the
/// agreement.
class Agreement {
 public:
  /// `horizon` is positive [s].
  Agreement(std::vector<PartsOfKind> kinds, const quad& horizon) : kinds_(std::move(kinds)), horizon_(horizon) {}

  /// Adds the motion and its uncertainty at a time later than all before.
  void add(const quad& t, const Motion& at, const Motion& unknown);

  quad reached() const;  // time reached [s]
  /// Returns the number of digits (with a fraction) of q and v in which the integrations agree at all added times up to
  /// t, and at the first added time after t if there is one.
  double digits(const quad& t) const { return found(t).digits; }
  /// Returns the latest added time [s] up to which the integrations agree in `digits` digits.
  quad holds_until(double digits) const;
  /// Returns the uncertainty of each component: the largest at all added times up to t.
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
