#pragma once
// How far integrations of one motion are apart, up to a time, and the digits that this leaves.

#include <deque>
#include <shared_mutex>
#include <vector>

#include "problems/motion.hpp"
#include "problems/parts.hpp"
#include "reference/packed_numbers.hpp"

namespace plumb {

/// Digits that what is not known of a number leaves, in fractions, counted from a scale; 33 at most.
double digits_left(const quad& unknown, const quad& scale);

/// Components of one kind (translations, rotations, angles) share one scale, of q and of v: of a motion in a plane some
/// are nothing but rounding. Members that are constant may be called while another thread adds to it.
class Agreement {
 public:
  explicit Agreement(std::vector<PartsOfKind> kinds) : kinds_(std::move(kinds)) {}

  /// The motion at a later time, and what is not known of it there.
  void add(const quad& t, const Motion& at, const Motion& unknown);

  quad reached() const;  // s
  /// Digits that hold at all times up to the first check not before t, in fractions; of none so late the last.
  double digits(const quad& t) const { return found(t).digits; }
  /// The latest check until which so many hold [s].
  quad holds_until(double digits) const;
  /// What is not known up to t, by component; the largest so far.
  const Motion& unknown(const quad& t) const { return found(t).unknown; }

  void write(PackedNumbers& out) const;
  /// Of a motion with components as `like`.
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
  Motion scale_;  // of who adds
  mutable std::shared_mutex guard_;
  std::deque<Check> checks_;  // which stay where they are
};

}  // namespace plumb
