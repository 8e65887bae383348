#pragma once
// Twins are runs that show how much rounding and Newton's tolerance move a quantity (uncertainty.hpp).

#include <optional>
#include <vector>

#include "harness/paper/quantity.hpp"

namespace plumb {

/// These are the same quantity from runs that leave out one source of uncertainty.
struct TwinQuantities {
  // This one is in long double, whose unit roundoff is 2048 times smaller. None: the run is not in double.
  std::optional<Quantity> longer;
  // This one has Newton's iteration down to rounding, in the precision of the longer twin if there is one. None: there
  // is no tolerance.
  std::optional<Quantity> converged;

  std::vector<const Quantity*> all() const;
};

/// Twins leave out these sources of uncertainty.
struct LeftOut {
  bool rounding = true;
  bool newton = true;
};

/// Tells whether the working precision moves the quantity. It does not move words, counts and times, nor what is
/// analysed or printed.
bool is_rounded(const Quantity& quantity);

/// Returns the twins. A slope has them over the twins of its runs. An observed order has none: the window that it is
/// fitted in follows from how far its errors are from their floor, which is another one for twins. Nor has what is not
/// rounded.
TwinQuantities twins_of(const Quantity& quantity, LeftOut left_out = {});

}  // namespace plumb
