#pragma once
// The runs that show what rounding and Newton's tolerance move a quantity by (uncertainty.hpp).

#include <optional>
#include <vector>

#include "harness/paper/quantity.hpp"

namespace plumb {

/// The same quantity of runs with less of an uncertainty.
struct TwinQuantities {
  std::optional<Quantity> longer;  // in long double, whose unit roundoff is 2048 times smaller; none if it is no double
  std::optional<Quantity> converged;  // the same with Newton's iteration down to rounding; none without a tolerance

  std::vector<const Quantity*> all() const;
};

/// Whether the working precision moves it: no word, count or time, and nothing that is analysed or printed.
bool is_rounded(const Quantity& quantity);

/// None of what is no number of one run, and of what is not rounded.
TwinQuantities twins_of(const Quantity& quantity);

}  // namespace plumb
