#pragma once
// A doubt says how far a number of a run may be from another one that is as good. A smaller difference is noise.

#include <functional>
#include <optional>
#include <string>

#include "harness/gate/item.hpp"
#include "harness/store/store_diff.hpp"

namespace plumb {

/// Returns the largest distance of two numbers, or of two lists component by component. It is infinite if they cannot
/// be compared.
double distance(const Json& a, const Json& b);

struct Doubt {
  double bound = 0;         // in the unit of the number; infinite: its reference has too few digits for it
  std::string origin = {};  // "rounding", "newton", "reference"
};

/// Returns the uncertainty of a value of a measured item. None: nothing limits it, or nobody can tell.
using DoubtOf = std::function<std::optional<Doubt>(const Item& measured, const Difference& difference)>;

/// Returns the uncertainty of a run's metrics and final state (uncertainty.hpp), with its rounding widened by its
/// spread. If a difference stays unexplained, twins of the run from starts that are moved by a rounding are asked too.
/// What they show counts if it is more, as for an output that is a difference of large numbers. Items that are not runs
/// have none. The cell runs again for this, once for all questions about it in a row. It runs in a process of its own
/// if it does so in a study; such a cell has no twins. Not usable from several threads.
DoubtOf doubts_of_runs();

}  // namespace plumb
