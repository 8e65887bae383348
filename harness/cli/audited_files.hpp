#pragma once
// Audits published values of files against certified references, stored or computed.

#include <optional>
#include <string>
#include <vector>

#include "harness/cell/formulated_problem.hpp"
#include "harness/judge/audit.hpp"
#include "harness/judge/stored_references.hpp"

namespace plumb {

/// Finds certified states of problems. One thread at a time may use it.
class AuditReferences {
 public:
  struct Options {
    bool computes = false;           // computes stored states again
    bool believes_refusals = true;   // skips states that are stored as too expensive
    std::optional<double> patience;  // limit on the time for the references of a problem [s]; none: no limit
  };
  explicit AuditReferences(Options options) : options_(options), stored_(stored_audit_references()) {}

  /// Returns the states at the times, in their order. A missing state has the reason. Throws UsageError.
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
  std::vector<StoredReference> references = {};  // reference states that the values require
};

/// Returns the problem and formulation for the components in a file: without a name the redundant coordinates, in which
/// mechanisms are published.
FormulatedProblem audited_subject(const std::string& problem, const std::string& formulation);

/// Audits the values of a file of several problems.
FileAudit audit_file(const std::string& file, const std::string& formulation, AuditReferences& references);

/// Audits values of one problem.
FileAudit audit_values(const FormulatedProblem& subject, const std::vector<PublishedValue>& values,
                       const std::string& file, AuditReferences& references);

}  // namespace plumb
