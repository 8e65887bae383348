#pragma once
// The self-test checks the nightly check: it injects known faults (fault.hpp) into Plumb, one at a time, and the check
// must report each of them.
//
// For every injected fault the same items are measured twice in the same way, without and with it. The measurement
// without the fault is the baseline, and repeating it must give no differences. Faults that affect the whole nightly
// matrix (nightly.hpp) are compared with the accepted baseline instead.

#include <optional>

#include "harness/gate/check.hpp"
#include "harness/selftest/fault.hpp"

namespace plumb {

/// Result of the check for an injected fault.
enum class Catch {
  failed,      // check fails
  refused,     // store rejects the result
  warned,      // check reports the fault, and passes
  slipped,     // check does not detect the fault
  unreliable,  // check reports differences without a fault
};
std::string_view name(Catch made);

struct Trial {
  Fault fault;
  Catch made = Catch::slipped;
  std::string by = {};       // worst finding: area, request and message
  std::size_t findings = 0;  // number of findings
  double seconds = 0;        // time for measuring with the fault and judging [s]
  /// Returns whether the outcome is correct: `failed` or `refused`; for an undetectable fault `slipped` or `warned`.
  bool passes() const;
};

/// Injects the fault, measures and judges. Has stopping points.
Trial tried(const Fault& fault);

}  // namespace plumb
