#pragma once
// The nightly check compares measured items (item.hpp) with accepted items (baseline.hpp), and grades each difference.
//
// `differences` (store_diff.hpp) finds the differences. This module grades them, part by part, with the tolerances of
// tolerance.hpp:
//
//   status            a run with another status
//   metrics           errors, drift and other deviations, compared in log10: a change by more than 0.3 (drift: a factor
//                     2) is a regression or an improvement, or noise if it is within the uncertainty. If the run has
//                     the same bits, a smaller change is a regression, too, because the computation of the metric has
//                     changed (in other surroundings it is a warning)
//   q, v, lambda,     final state: a change beyond rounding is a regression. It may be the only sign of an error in the
//   outputs           tenth digit of a coefficient
//   counters          in the same surroundings an increase is a regression; in others any difference is a warning
//   bits              are compared on request, in the same surroundings
//   orders, verdicts  observed orders may differ by 0.1, and their verdicts must not become worse
//   properties, curve results of the analysis of a method, compared up to the tolerance of their computation
//   digits, values    of references: one certified digit less is "lost digits", another value is a regression
//   measured          numbers of papers may differ by a thousandth, or by their uncertainty
//   times             relative to the calibration of the same session; a change, or a missing time, is only a warning
//
// A value that is not in the baseline, such as a new counter, is reported as new. If none of the measured items of an
// area is in the baseline, the area is reported as missing. In a part without a rule, any difference is a warning.

#include <map>
#include <string>
#include <vector>

#include "harness/gate/baseline.hpp"
#include "harness/gate/choice.hpp"
#include "harness/gate/doubt.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

/// The grade of a difference, from the gravest to the least grave.
enum class Grade { worse, reference_lost, missing, warning, better, fresh, noise };

/// Returns "worse", "reference lost digits", "missing", "warning", "better", "new" or "noise".
std::string_view name(Grade grade);

/// A difference, or a remark on a whole item, with its grade.
struct Finding {
  Grade grade = Grade::worse;
  Item item;             // measured item; if it is missing, the accepted item
  Difference what = {};  // the difference; `part` is empty if the finding concerns the whole item
  std::string message;   // message: "end.q 1.2e-6 -> 4.5e-4: 2.57 digits lost"
  double severity = 0;   // sorts findings of equal grade; for errors, the increase of log10(error), at most 17
  std::size_t more = 0;  // number of omitted findings with the same grade and item
};

struct CheckSettings {
  bool bits = false;       // whether different bits of final states are findings
  bool whole = true;       // true: the whole nightly matrix was measured, so absent accepted items are missing
  Choice choice = {};      // the items chosen for measurement; items that were not chosen are never missing
  Json surroundings = {};  // surroundings of the measurement: compiler, processor and libm (baseline.hpp)
  DoubtOf doubt = {};      // uncertainty of a difference; null: no difference is noise
};

/// The result of a check.
struct CheckOutcome {
  std::vector<Finding> findings = {};       // one finding for each item and grade, the worst first
  std::size_t measured = 0, as_before = 0;  // numbers of measured items: all; without a finding

  std::size_t count(Grade grade) const;
  /// Returns the number of findings of this grade for each method, or for each problem if items have no method.
  std::map<std::string, std::size_t> by_method(Grade grade) const;
  /// Returns 1 if an item is worse, 6 if a reference lost digits, 4 if an item is missing or no item was measured, else
  /// 0.
  Exit exit() const;
};

/// Compares measured items, in any order, with a baseline.
CheckOutcome checked(const Baseline& baseline, const std::vector<Item>& measured, const CheckSettings& settings);

/// Returns all findings on one item of the baseline, before they are grouped by grade.
std::vector<Finding> compared(const Accepted& before, const Item& after, const CheckSettings& settings);

}  // namespace plumb
