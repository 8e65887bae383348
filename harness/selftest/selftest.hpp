#pragma once
// The nightly check checked: each fault is put in, and the check has to say so.
//
// For every fault the same items are measured twice the same way around: without it, which is the baseline and must be
// found unchanged when it is measured once more, and with it. Faults of the matrix are judged by the accepted baseline.

#include <optional>

#include "harness/gate/check.hpp"
#include "harness/selftest/fault.hpp"

namespace plumb {

/// What the check made of a fault.
enum class Catch {
  failed,      // the check fails
  refused,     // what holds the result refuses it
  warned,      // it says so, and passes
  slipped,     // it sees nothing
  unreliable,  // it finds differences where nothing is wrong
};
std::string_view name(Catch made);

struct Trial {
  Fault fault;
  Catch made = Catch::slipped;
  std::string by = {};       // the worst finding: area, request and what it says
  std::size_t findings = 0;  // in all
  double seconds = 0;        // of measuring with the fault and judging [s]
  /// Whether that is as it has to be: caught, or slipped where it cannot be seen.
  bool passes() const;
};

/// Puts the fault in and judges. Obeys stopping points.
Trial tried(const Fault& fault);

}  // namespace plumb
