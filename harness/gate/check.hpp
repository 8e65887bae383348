#pragma once
// The nightly check compares measured items with accepted ones, and gives each difference a grade.
//
// The judge of `plumb diff` (store_diff.hpp) finds what differs. Here it is weighed, part by part:
//
//   status            a run that ends otherwise
//   metrics           errors, drift and other deviations in log10: worse by more than 0.3 digit (drift: a factor 2) is
//                     a regression, better by as much an improvement, and what the uncertainty explains is noise. If
//                     the run has the same bits, a smaller change is a regression too, because the measurement has
//                     changed (in other surroundings a warning)
//   q, v, lambda,     values are compared to the digits that rounding leaves them: a coefficient that is wrong in its
//   outputs           tenth digit moves them long before an error shows it
//   counters          must be equal in the same surroundings; elsewhere a difference is a warning
//   bits              are compared if that is asked for, in the same surroundings
//   orders, verdicts  orders may differ by 0.1, and verdicts of the fit must not become worse
//   properties, curve are those of the analysis, and are compared to their digits
//   digits, values    are those of references: one digit less is reported as such, another value is a regression
//   measured          numbers of papers may differ by a thousandth, or by their uncertainty
//   times             are divided by the calibration of the same run; never more than a warning, even if one is missing
//
// A value that the baseline does not have, such as a new counter, is reported as new. An area of which it has nothing
// at all is missing. In a part that no rule knows, any difference is a warning.

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
  Item item;             // as it was measured; if it is missing, as it was accepted
  Difference what = {};  // a finding on a whole item has no part
  std::string says;      // "end.q 1.2e-6 -> 4.5e-4: 2.57 digits lost"
  double severity = 0;   // digits lost, of 17; it orders findings of one grade
  std::size_t more = 0;  // other findings of this grade on the same item
};

struct CheckSettings {
  bool bits = false;
  bool whole = true;       // the matrix has all that is chosen: an item that it lacks is missing
  Choice choice = {};      // choice of the items that it may have
  Json surroundings = {};  // the items were measured in these (baseline.hpp)
  DoubtOf doubt = {};      // none: nothing is noise
};

/// The findings of all items, and how many items there are.
struct CheckOutcome {
  std::vector<Finding> findings = {};  // one for each item and grade, the worst first
  std::size_t measured = 0, as_before = 0;

  std::size_t count(Grade grade) const;
  /// Returns the findings of a grade by the method, or by what else the item belongs to.
  std::map<std::string, std::size_t> by_method(Grade grade) const;
  /// Returns 1 if something is worse, 6 if a reference lost digits, 4 if something is missing or nothing was measured,
  /// else 0.
  Exit exit() const;
};

/// Compares measured items, in any sequence and from any runner, with a baseline.
CheckOutcome checked(const Baseline& baseline, const std::vector<Item>& measured, const CheckSettings& settings);

/// Returns all findings on one item that is in the baseline, before they are gathered by grade.
std::vector<Finding> compared(const Accepted& before, const Item& after, const CheckSettings& settings);

}  // namespace plumb
