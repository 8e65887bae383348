#pragma once
// The audit determines in how many digits published values of a motion agree with the certified values.
//
//   holds              the reference, rounded to the printed digits, is the printed value
//   differs            it is not, whatever the uncertified digits of the reference are
//   reference-limited  the reference has too few certified digits for a verdict

#include <string>
#include <string_view>
#include <vector>

#include "harness/run/metrics.hpp"
#include "reference/certify.hpp"
#include "text/published_values.hpp"
#include "text/table.hpp"

namespace plumb {

struct AuditedValue {
  PublishedValue published;
  CertifiedValue reference;
  /// Number of digits in which the published value and the reference agree, at most the certified digits. The digits
  /// are relative to the reference, or to its scale if the reference is 0.
  int holding = 0;
  std::string_view verdict;
};

AuditedValue audited(const PublishedValue& published, const CertifiedValue& reference);

/// The scd and mescd (see metrics.hpp) over q, over v, and over all values.
struct CorrectDigits {
  Metric q = {}, v = {}, all = {};
};

/// Summary of the published values of one problem at one time.
struct AuditSummary {
  std::string problem, t;
  int values = 0, holds = 0;  // numbers of all values, and of values with the verdict "holds"
  int holding = 0;            // smallest `AuditedValue::holding`
  CorrectDigits scd = {}, mescd = {};
};

/// Returns a summary of each problem and time, in the order of their first values.
std::vector<AuditSummary> summaries(const std::vector<AuditedValue>& values);

/// Returns a row for each value: problem, t, component, published, reference, number of printed digits, number of
/// agreeing digits, verdict. If a published value was multiplied by a factor other than 1 or -1, a note contains the
/// factor.
Table audit_table(const std::vector<AuditedValue>& values);
/// Returns a row for each problem and time.
Table summary_table(const std::vector<AuditSummary>& summaries);

}  // namespace plumb
