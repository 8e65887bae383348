#pragma once
// The verb `reference audit`: the correct digits of published values. Files of published values are compared with
// certified references, which are stored or computed.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/api/conduct.hpp"
#include "harness/cell/formulated_problem.hpp"
#include "harness/judge/audit.hpp"
#include "harness/judge/stored_references.hpp"
#include "text/exit_codes.hpp"
#include "text/json.hpp"

namespace plumb {

/// Returns certified states of problems. Not thread-safe.
class AuditReferences {
 public:
  struct Options {
    bool computes = false;           // true: ignores stored states and computes all
    bool believes_refusals = true;   // false: computes also states that are stored as too expensive
    std::optional<double> patience;  // limit on the time for the references of a problem [s]; none: no limit
  };
  explicit AuditReferences(Options options) : options_(options), stored_(stored_audit_references()) {}

  /// Returns the states at these times, in the same order. If there is no certified state, `refusal` is the reason.
  /// Throws UsageError.
  std::vector<StoredReference> at(const FormulatedProblem& subject, const std::vector<std::string>& times);

  const StoredReferences& stored() const { return stored_; }
  const StoredReferences& computed() const { return computed_; }

 private:
  const StoredReference* known(const FormulatedProblem& subject, const std::string& t) const;
  void compute(const FormulatedProblem& subject, const std::vector<std::string>& times);

  Options options_;
  StoredReferences stored_, computed_;
};

/// Values of one problem at one time that have no certified reference.
struct NotAudited {
  std::string problem, t;
  std::size_t values = 0;
  std::string reason;
};

struct FileAudit {
  std::vector<AuditedValue> values = {};  // values in the order of the file
  std::vector<NotAudited> not_audited = {};
  std::vector<StoredReference> references = {};  // all reference states that the values require
};

/// Returns the problem and the formulation whose coordinates the values of a file have. If `formulation` is empty, it
/// is the first with redundant coordinates, in which mechanisms are usually published.
FormulatedProblem audited_subject(const std::string& problem, const std::string& formulation);

/// Audits a file with values of several problems.
FileAudit audit_file(const std::string& file, const std::string& formulation, AuditReferences& references);

/// Audits values of one problem. `file` is the name of their file in messages.
FileAudit audit_values(const FormulatedProblem& subject, const std::vector<PublishedValue>& values,
                       const std::string& file, AuditReferences& references);

struct AuditRequest {
  std::vector<std::string> what = {};   // PROBLEM and FILE, or files, or none: results/audit/*.csv
  std::string formulation = {};         // formulation with the coordinates of the values; empty: the default
  std::string at = {};                  // time [s] of values without a time; empty: the end time of the problem
  std::string out = {};                 // file to which the references are added; empty: none
  std::optional<double> patience = {};  // limit of the time for the references of a problem [s]; none: the default
  bool checks = false;                  // whether stored references are computed again and compared
};

struct AuditReport {
  std::string text = {};  // the rest of the text, after the texts of single files
  Json json = {};         // all results: one object, or an array without `what`
  Exit exit = Exit::ok;   // code of the verdicts
  PiecesEnding ending = {};
};

/// Audits the files. `print_text` receives the text about a file as soon as it is audited. Throws UsageError.
AuditReport audit_report(const AuditRequest& request, const Conduct& conduct,
                         const std::function<void(const std::string&)>& print_text);

}  // namespace plumb
