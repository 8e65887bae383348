#include "harness/api/audit_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "contract/stop.hpp"
#include "harness/api/reference_build.hpp"
#include "text/duration.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

using Values = std::vector<const PublishedValue*>;

const CertifiedValue& reference_value(const ReferenceRecord& record, const PublishedValue& p, const std::string& file) {
  std::vector<std::string> known;
  for (const auto& [name, value] : record.values) {
    if (name == p.component) return value;
    known.push_back(name);
  }
  throw UsageError(fmt::format("{}:{}: {}", file, p.line, unknown_name("quantity", p.component, known).what()));
}

/// Returns the first formulation with redundant coordinates, in which mechanisms are usually published. Empty if there
/// is none.
std::string published_formulation(const Problem& problem) {
  for (const auto& f : problem.formulations)
    if (f.form != Form::ode) return std::string(f.name);
  return "";
}

std::vector<std::string> times_of(const Values& values) {
  std::vector<std::string> out;
  for (const auto* v : values)
    if (std::ranges::find(out, v->t) == out.end()) out.push_back(v->t);
  return out;
}

/// Collects the audits of a file's values problem by problem, and sorts them in the order of the file.
class AuditOfFile {
 public:
  AuditOfFile(const std::string& named, AuditReferences& known) : file(named), references(known) {}

  void add(const FormulatedProblem& subject, const Values& values) {
    for (const auto& reference : references.at(subject, times_of(values))) {
      NotAudited missing{values.front()->problem, reference.t(), 0, reference.refusal};
      for (const auto* v : values) {
        if (v->t != reference.t()) continue;
        if (reference.refusal.empty())
          audits.emplace(v, audited(*v, reference_value(reference.record, *v, file)));
        else
          ++missing.values;
      }
      if (missing.values != 0) out.not_audited.push_back(missing);
      out.references.push_back(reference);
    }
  }

  FileAudit in_order_of(const std::vector<PublishedValue>& values) {
    for (const auto& v : values)
      if (const auto of = audits.find(&v); of != audits.end()) out.values.push_back(of->second);
    return std::move(out);
  }

 private:
  const std::string& file;
  AuditReferences& references;
  std::map<const PublishedValue*, AuditedValue> audits;
  FileAudit out;
};

}  // namespace

std::vector<StoredReference> AuditReferences::at(const FormulatedProblem& subject,
                                                 const std::vector<std::string>& times) {
  std::vector<std::string> missing;
  for (const auto& t : times)
    if (!known(subject, t)) missing.push_back(t);
  if (!missing.empty()) compute(subject, missing);
  std::vector<StoredReference> out;
  for (const auto& t : times) out.push_back(*known(subject, t));
  return out;
}

const StoredReference* AuditReferences::known(const FormulatedProblem& subject, const std::string& t) const {
  const auto found_in = [&](const StoredReferences& list) {
    return list.find(subject.problem.name, subject.data.canonical(), subject.formulation.name, t);
  };
  if (const auto* computed = found_in(computed_)) return computed;
  const auto* stored = options_.computes ? nullptr : found_in(stored_);
  return stored && (stored->refusal.empty() || options_.believes_refusals) ? stored : nullptr;
}

void AuditReferences::compute(const FormulatedProblem& subject, const std::vector<std::string>& times) try {
  for (auto& record : certified_records(subject, times))
    computed_.put(stamped({std::move(record), std::string(subject.formulation.name)}));
} catch (const Stopped& stopped) {
  if (stopped.why != Status::timeout || !options_.patience) throw;
  for (const auto& t : times)
    computed_.put(stamped({{subject.problem.name, subject.data.canonical(), t, {}, {}},
                           std::string(subject.formulation.name),
                           "no certified reference within " + duration(*options_.patience)}));
}

FormulatedProblem audited_subject(const std::string& problem, const std::string& formulation) {
  auto subject = formulated_problem(problem, formulation);
  return formulation.empty() ? formulated_problem(problem, published_formulation(subject.problem)) : subject;
}

FileAudit audit_file(const std::string& file, const std::string& formulation, AuditReferences& references) {
  const auto values = published_values(file);
  std::map<std::string, Values> by_problem;
  for (const auto& v : values) by_problem[v.problem].push_back(&v);
  AuditOfFile audit(file, references);
  for (const auto& [problem, own] : by_problem) {
    try {
      audit.add(audited_subject(problem, formulation), own);
    } catch (const UsageError& e) {
      if (std::string_view(e.what()).starts_with(file)) throw;
      throw UsageError(fmt::format("{}:{}: {}", file, own.front()->line, e.what()));
    }
  }
  return audit.in_order_of(values);
}

FileAudit audit_values(const FormulatedProblem& subject, const std::vector<PublishedValue>& values,
                       const std::string& file, AuditReferences& references) {
  AuditOfFile audit(file, references);
  Values all;
  for (const auto& v : values) all.push_back(&v);
  if (!all.empty()) audit.add(subject, all);
  return audit.in_order_of(values);
}

}  // namespace plumb
