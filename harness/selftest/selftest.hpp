#pragma once
// The selftest checks the nightly check: each fault is put in, and the check has to report it.
//
// For every fault the same items are measured twice in the same way, without it and with it. The measurement without it
// is the baseline, and must be found unchanged when it is repeated. Faults of the matrix are judged by the accepted
// baseline.

#include <optional>

#include "harness/gate/check.hpp"
#include "harness/selftest/fault.hpp"

namespace plumb {

/// Says what the check made of a fault.
enum class Catch {
  failed,      // the store refuses it
  refused,     // the holder of the result refuses it
  warned,      // the check reports it, and passes
  slipped,     // the check sees nothing
  unreliable,  // the check finds differences although nothing is wrong
};
std::string_view name(Catch made);

struct Trial {
  Fault fault;
  Catch made = Catch::slipped;
  std::string by = {};       // the worst finding: area, request and what it says
  std::size_t findings = 0;  // number of all findings
  double seconds = 0;        // for measuring with the fault and judging [s]
  /// Tells whether the outcome is as it has to be: the fault was caught, or slipped through where it cannot be seen.
  bool passes() const;
};

/// Puts the fault in and judges. Obeys stopping points.
Trial tried(const Fault& fault);

}  // namespace plumb
