#pragma once
// The nightly check compares measured items with accepted items, and grades each difference.
//
// `plumb diff` (store_diff.hpp) finds the differences. This module grades them, part by part:
//
//   status            a run with another status
//   metrics           errors, drift and other deviations in log10: more than 0.3 digit worse (drift: a factor 2) is a
//                     regression, as much better is an improvement, and a difference within the uncertainty is noise.
//                     If the run has the same bits, a smaller change is a regression, too, because the measurement
//                     has changed (in other surroundings a warning)
//   q, v, lambda,     compared except for digits lost to rounding: shows an error in the tenth digit of a coefficient
//   outputs           although no error metric shows it
//   counters          must be equal in the same surroundings; otherwise a difference is a warning
//   bits              are compared on request, in the same surroundings
//   orders, verdicts  orders may differ by 0.1, and verdicts of the fit must not become worse
//   properties, curve results of the analysis, compared to their digits
//   digits, values    of references: one digit less is reported as lost digits, another value is a regression
//   measured          numbers of papers may differ by a thousandth, or by their uncertainty
//   times             are divided by the calibration of the same run; never more than a warning, even if one is missing
//
// A value that is not in the baseline, such as a new counter, is reported as new. An area without any value in the
// baseline is missing. In a part without a rule, any difference is a warning.

#include <map>
#include <string>
#include <vector>

#include "harness/gate/baseline.hpp"
#include "harness/gate/choice.hpp"
#include "harness/gate/doubt.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

/// The grade of a difference; the gravest comes first.
enum class Grade { worse, reference_lost, missing, warning, better, fresh, noise };

/// Returns "worse", "reference lost digits", "missing", "warning", "better", "new" or "noise".
std::string_view name(Grade grade);

struct Finding {
  Grade grade = Grade::worse;
  Item item;             // measured item; if it is missing, the accepted item
  Difference what = {};  // the difference; without a part for a finding on a whole item
  std::string says;      // message: "end.q 1.2e-6 -> 4.5e-4: 2.57 digits lost"
  double severity = 0;   // number of lost digits (at most 17); sorts findings of equal grade
  std::size_t more = 0;  // number of other findings of this grade on the same item
};

struct CheckSettings {
  bool bits = false;
  bool whole = true;       // whether the matrix is complete, so that an absent item is missing
  Choice choice = {};      // selection of the items that may be missing
  Json surroundings = {};  // environment of the measurement (baseline.hpp)
  DoubtOf doubt = {};      // uncertainty of a difference; null: no difference is noise
};

/// All findings, and the number of items.
struct CheckOutcome {
  std::vector<Finding> findings = {};  // one finding for each item and grade, the worst first
  std::size_t measured = 0, as_before = 0;

  std::size_t count(Grade grade) const;
  /// Returns the number of findings of a grade by method, or by problem if the item has no method.
  std::map<std::string, std::size_t> by_method(Grade grade) const;
  /// Returns 1 if an item is worse, 6 if a reference lost digits, 4 if an item is missing or no item was measured, else
  /// 0.
  Exit exit() const;
};

/// Compares measured items, in any sequence and from any runner, with a baseline.
CheckOutcome checked(const Baseline& baseline, const std::vector<Item>& measured, const CheckSettings& settings);

/// Returns all findings on one item of the baseline, before they are grouped by grade.
std::vector<Finding> compared(const Accepted& before, const Item& after, const CheckSettings& settings);

}  // namespace plumb
