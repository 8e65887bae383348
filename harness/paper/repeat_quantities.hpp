#pragma once
// Repeat runs of a quantity, in long double or with a converged Newton iteration. They measure the effect of rounding
// and of the Newton tolerance on a quantity (uncertainty.hpp).

#include <optional>
#include <vector>

#include "harness/paper/quantity.hpp"

namespace plumb {

/// The same quantity from repeat runs that each remove one source of uncertainty.
struct RepeatQuantities {
  // From runs in long double, whose unit roundoff is 2048 times smaller. None: the runs are not in double.
  std::optional<Quantity> longer;
  // From runs with the Newton iteration converged to rounding, in the precision of `longer` if that exists. None: the
  // runs set no tolerance.
  std::optional<Quantity> converged;

  std::vector<const Quantity*> all() const;
};

/// Sources of uncertainty that repeat runs remove.
struct RemovedSources {
  bool rounding = true;
  bool newton = true;
};

/// Returns whether the working precision affects the quantity. It does not affect words, counts, times, analyses and
/// printed numbers.
bool is_rounded(const Quantity& quantity);

/// Returns the repeat runs of a quantity; for a slope, of all its runs. An observed order has no repeat runs: the
/// window of its fit depends on the distance of the errors from their rounding limit, which is different in repeat
/// runs. Quantities without rounding errors have no repeat runs either.
RepeatQuantities repeat_quantities(const Quantity& quantity, RemovedSources removed = {});

}  // namespace plumb
