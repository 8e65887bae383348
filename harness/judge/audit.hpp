#pragma once
// The audit counts how many digits of published values agree with certified ones.
//
//   holds              the reference, rounded to the printed digits, is the printed value
//   differs            it is not, for any values of the uncertified digits of the reference
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
  /// Digits in which the two agree, relative to the value, or to its scale if that is 0; at most the certified ones.
  int holding = 0;
  std::string_view verdict;
};

AuditedValue audited(const PublishedValue& published, const CertifiedValue& reference);

/// The scd and mescd (see metrics.hpp) over q, over v, and over all values.
struct CorrectDigits {
  Metric q = {}, v = {}, all = {};
};

/// Sums up the values of one problem at one time.
struct AuditSummary {
  std::string problem, t;
  int values = 0, holds = 0;
  int holding = 0;  // smallest number of correct digits of a value
  CorrectDigits scd = {}, mescd = {};
};

/// Returns a summary of each problem and time, in the order of their first values.
std::vector<AuditSummary> summaries(const std::vector<AuditedValue>& values);

/// Returns a row for each value: problem, t, component, published, reference, printed and holding digits, verdict. A
/// note gives a factor between the two that is more than a sign.
Table audit_table(const std::vector<AuditedValue>& values);
/// Returns a row for each problem and time.
Table summary_table(const std::vector<AuditSummary>& summaries);

}  // namespace plumb
