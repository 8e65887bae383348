#pragma once
// How far a number of a run may be from another one that is as good: where a difference is noise, and from where.

#include <functional>
#include <optional>
#include <string>

#include "harness/gate/item.hpp"
#include "harness/store/store_diff.hpp"

namespace plumb {

/// Largest distance of two numbers, or of two lists component by component; infinite where they cannot be compared.
double distance(const Json& a, const Json& b);

struct Doubt {
  double bound = 0;         // in the unit of the number; infinite: its reference has no digits for it
  std::string origin = {};  // "rounding", "newton", "reference"
};

/// What is not known of a value of a measured item; none: nothing limits it, or nobody can tell.
using DoubtOf = std::function<std::optional<Doubt>(const Item& measured, const Difference& difference)>;

/// The uncertainty of a run's metrics and final state (uncertainty.hpp), its rounding with its spread. Where that
/// leaves a difference unexplained, twins of the run from starts that are moved by a rounding are asked too: what they
/// show counts if it is more, as of an output that is a difference of large numbers. None of items that are no run. The
/// cell runs again for it, once for all that is asked of it in a row, and in a process of its own where it has one in a
/// study too: of such a cell no twins are asked. Not usable from several threads.
DoubtOf doubts_of_runs();

}  // namespace plumb
