#pragma once
// A reading computes a quantity from the samples during a run, without storing them.

#include <optional>

#include "harness/paper/quantity.hpp"
#include "harness/paper/view.hpp"

namespace plumb {

/// Computes a quantity of one of the kinds `largest`, `maximum`, `minimum`, `range`, `at_end` and `deviation_time`.
class Reading {
 public:
  /// Returns whether a quantity of this kind is read from samples.
  static bool reads(QuantityKind kind);

  explicit Reading(const Quantity& quantity);

  /// Takes the next sample of the run.
  void add(const Sample<quad>& sample);

  /// Returns the time up to which the reference is accurate [s], if the quantity needs it beyond that time. There is
  /// then no value.
  std::optional<double> lost_at() const { return read ? std::nullopt : view.lost_at(name); }

  /// Returns the value, in the unit of the output or in s. None means infinity: the run failed, or the deviation never
  /// exceeded its threshold.
  std::optional<double> value(const RunResult& run) const;

 private:
  QuantityKind kind;
  std::string name;
  SampleView view;
  std::optional<quad> read;  // value so far; none: no sample counted yet
  quad from, until;          // window of the samples that count, enlarged by rounding errors [s]
  quad most, least;          // extremes of the output so far, including the start
  quad before = 0;           // previous value of the output
  double threshold = 0;
};

}  // namespace plumb
