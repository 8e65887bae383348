#pragma once
// Numbers out of the samples of a run, taken while it goes on: no state is kept.

#include <optional>

#include "harness/paper/quantity.hpp"
#include "harness/paper/view.hpp"

namespace plumb {

/// One of the kinds `largest`, `maximum`, `minimum`, `range`, `at_end` and `deviation_time` of a quantity.
class Reading {
 public:
  /// Whether a quantity is of these kinds.
  static bool reads(QuantityKind kind);

  explicit Reading(const Quantity& quantity);

  /// The next sample of the run.
  void add(const Sample<quad>& sample);

  /// Until when the reference has digits [s], if what was asked for needs it later; there is no value then.
  std::optional<double> lost_at() const { return read ? std::nullopt : view.lost_at(name); }

  /// What was read, in the unit of the output or in s; none: infinite, as the run left the range of numbers or an
  /// output its bounds never.
  std::optional<double> value(const RunResult& run) const;

 private:
  QuantityKind kind;
  std::string name;
  SampleView view;
  std::optional<quad> read;
  quad from, until;  // of the samples that count, with a rounding more [s]
  quad most, least;  // of the output so far, the start included
  quad before = 0;   // its last value
  double threshold = 0;
};

}  // namespace plumb
