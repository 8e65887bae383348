#pragma once
// Compares a recorded result of a cell with a repeat run of the cell, for the reader of a paper (`plumb verify`).
//
// The nightly check (check.hpp) tolerates small changes of an error, because it watches for regressions. Here a number
// may differ only within its uncertainty (doubt.hpp): the accuracy of the reference, and the rounding of this run.

#include <optional>
#include <string>
#include <string_view>

#include "harness/gate/doubt.hpp"

namespace plumb {

/// The result of a comparison, from the best to the worst.
enum class RepeatVerdict {
  same_bits,         // every value is the same: status, metrics, counters, final state
  same_digits,       // the same status, and every number agrees within its uncertainty
  different,         // a number differs by more than its uncertainty
  failed_otherwise,  // another status
};

/// Returns "same bits", "same digits", "different" or "failed otherwise".
std::string_view name(RepeatVerdict verdict);

/// A comparison, with the difference that decides: the largest one in multiples of its uncertainty.
struct ComparedRepeat {
  RepeatVerdict verdict = RepeatVerdict::same_bits;
  std::string message = {};  // message: "end.q 1.2e-6 -> 4.5e-4, 2 digits agree; reference explains up to 1e-12"
};

/// Returns the comparison bit by bit: same_bits, failed_otherwise, or, if values of equal statuses differ, nullopt. Both
/// arguments are objects of run_json or to_json.
std::optional<ComparedRepeat> compared_by_bits(const Json& recorded, const Json& repeated);

/// Compares a recorded result with the result of a repeat run. Times and the environment are not compared. Texts, and
/// bounds such as the uncertainty of a metric, are compared only if both results have the same environment: compiler,
/// flags, sources, processor and libm. `doubt` is a function of doubt_of_whole_results; it is called only for values
/// that differ.
ComparedRepeat compared_with_repeat(const ResolvedCell& cell, const Json& recorded, const Json& repeated,
                                    const DoubtOf& doubt);

}  // namespace plumb
