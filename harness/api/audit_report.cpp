#include "harness/api/audit_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "reference/certified.hpp"
#include "text/json_lines.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/output_file.hpp"
#include "text/program_files.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr double default_patience = 60;  // time limit for a problem's references [s], without FILE and --patience

bool is_component(const std::string& name) {
  const auto digits = name.find_first_of("0123456789");
  const auto letters = name.substr(0, digits);
  return digits != name.npos && (letters == "q" || letters == "v" || letters == "a" || letters == "lambda");
}

void add_once(std::vector<std::string>& list, std::string text) {
  if (std::ranges::find(list, text) == list.end()) list.push_back(std::move(text));
}

/// Returns a note for each problem with the formulation whose coordinates are used, because q1 depends on the
/// formulation.
std::vector<std::string> notes_on_coordinates(const std::vector<AuditedValue>& values, const std::string& formulation) {
  std::vector<std::string> out;
  for (const auto& a : values) {
    if (!is_component(a.published.component)) continue;
    const auto& of = audited_subject(a.published.problem, formulation).formulation;
    add_once(
        out,
        fmt::format("{}: q, v, a, lambda are in the coordinates of formulation {}, {}; -f chooses another formulation",
                    a.published.problem, of.name, of.meaning));
  }
  return out;
}

/// Returns notes on stored references, with their dates, and on values without a reference.
std::vector<std::string> notes_on_references(const FileAudit& audit, const std::string& file,
                                             const AuditReferences& references) {
  std::vector<std::string> out;
  for (const auto& r : audit.references) {
    const auto& of = r.record;
    const bool is_stored = !references.computed().find(of.problem, of.data, r.formulation, of.t);
    if (is_stored && r.refusal.empty())
      add_once(out, fmt::format("stored references, certified on {} by plumb {}; --recompute computes them again",
                                r.date, r.version));
  }
  for (const auto& missing : audit.not_audited)
    out.push_back(fmt::format("not audited: {} of {} at t = {} s: {}; without a limit: plumb reference audit {}",
                              counted(missing.values, "value"), missing.problem, missing.t, missing.reason, file));
  return out;
}

std::vector<std::string> files_of_audits(const Conduct& conduct) {
  std::vector<std::string> out;
  for (const auto& [name, found] :
       found_files("results/audit", [](const fs::path& file) { return file.extension() == ".csv"; })) {
    if (const auto text = found.note("file"); !text.empty() && conduct.note) conduct.note(text);
    out.push_back(found.path.string());
  }
  if (out.empty())
    throw UsageError(
        "no CSV file of published values was found in results/audit of the working directory, of the folders of "
        "PLUMB_PATH or of the program's own data; give FILE");
  return out;
}

std::ptrdiff_t count(const std::vector<AuditedValue>& values, std::string_view verdict) {
  return std::ranges::count_if(values, [&](const AuditedValue& a) { return a.verdict == verdict; });
}

Exit verdict_of(const std::vector<AuditedValue>& values, bool all_audited) {
  if (values.empty() && all_audited) return Exit::nothing_measured;
  if (count(values, "differs") != 0) return Exit::verdict_failed;
  return count(values, "reference-limited") != 0 || !all_audited ? Exit::reference_limited : Exit::ok;
}

Json json_of(const NotAudited& missing) {
  return {{"problem", missing.problem}, {"t", missing.t}, {"values", missing.values}, {"reason", missing.reason}};
}

/// Writes the audits of files.
class AuditOfFiles {
 public:
  AuditOfFiles(const AuditRequest& audit_request, const AuditReferences& known)
      : request(audit_request), references(known) {}

  std::string add(const std::string& file, const FileAudit& audit) {
    const bool is_first = list.empty();
    all_audited = all_audited && audit.not_audited.empty();
    all.insert(all.end(), audit.values.begin(), audit.values.end());
    auto table = audit_table(audit.values), summary = summary_table(summaries(audit.values));
    add_json(file, audit, table, summary);
    table.caption = file;
    summary.notes = notes_on_coordinates(audit.values, request.formulation);
    for (auto& text : notes_on_references(audit, file, references)) summary.notes.push_back(text);
    summary.notes.push_back(fmt::format("{} of {} hold", count(audit.values, "holds"), audit.values.size()));
    return (is_first ? "" : "\n") + as_text(table) + "\n" + as_text(summary);
  }

  void end(AuditReport& out) const {
    out.json = request.what.empty() || list.empty() ? list : list.front();
    out.exit = verdict_of(all, all_audited);
  }

 private:
  void add_json(const std::string& file, const FileAudit& audit, const Table& table, const Table& summary) {
    Json missing = Json::array();
    for (const auto& m : audit.not_audited) missing.push_back(json_of(m));
    list.push_back({{"file", file},
                    {"values", as_json(table)},
                    {"summary", as_json(summary)},
                    {"not_audited", std::move(missing)}});
  }

  const AuditRequest& request;
  const AuditReferences& references;
  Json list = Json::array();
  std::vector<AuditedValue> all;
  bool all_audited = true;
};

/// Compares stored references with newly computed ones.
class CheckOfReferences {
 public:
  CheckOfReferences(const AuditRequest&, const AuditReferences& known) : references(known) {}

  std::string add(const std::string&, const FileAudit& audit) {
    for (const auto& computed : audit.references) {
      const auto& of = computed.record;
      const auto* stored = references.stored().find(of.problem, of.data, computed.formulation, of.t);
      const auto verdict = stored ? confirmation(*stored, computed) : "not stored";
      const bool differs = verdict.starts_with("differs");
      exit = differs                                      ? Exit::verdict_failed
             : exit == Exit::ok && verdict != "confirmed" ? Exit::reference_limited
                                                          : exit;
      table.rows.push_back({of.problem, of.t, computed.formulation, stored ? Entry(stored->date) : Entry(),
                            stored ? digits(*stored) : Entry(), digits(computed), verdict});
    }
    return {};
  }

  void end(AuditReport& out) const {
    out.text = as_text(table);
    out.json = as_json(table);
    out.exit = table.rows.empty() ? Exit::nothing_measured : exit;
  }

 private:
  static Entry digits(const StoredReference& of) {
    return of.refusal.empty() ? Entry::count(fewest_digits(of.record)) : Entry();
  }

  const AuditReferences& references;
  Table table{.columns = {{"problem"},
                          {"t", Align::right, "s"},
                          {"formulation"},
                          {"stored on"},
                          {"fewest digits", Align::right},
                          {"computed", Align::right},
                          {"verdict"}},
              .rows = {}};
  Exit exit = Exit::ok;
};

/// Writes the audit of a file with values of one problem, which has no column of problems.
class AuditOfProblem {
 public:
  AuditOfProblem(const AuditRequest& audit_request, const AuditReferences& known)
      : request(audit_request), references(known) {}

  std::string add(const std::string&, const FileAudit& found) {
    audit = found;
    return {};
  }

  void end(AuditReport& out) const {
    std::vector<quad> published, reference;
    for (const auto& a : audit.values) {
      published.push_back(a.published.value());
      reference.push_back(a.reference.value);
    }
    write(out, significant_correct_digits({published}, {reference}),
          mixed_error_correct_digits({published}, {reference}));
    out.exit = verdict_of(audit.values, audit.not_audited.empty());
  }

 private:
  void write(AuditReport& out, const Metric& scd, const Metric& mescd) const {
    auto table = audit_table(audit.values);
    out.json = {{"problem", request.what[0]},
                {"values", as_json(table)},
                {"scd", number_or_null(scd)},
                {"mescd", number_or_null(mescd)}};
    const auto digits = [](const Metric& m) { return m ? significant(*m, 3) : std::string("–"); };
    table.notes = notes_on_references(audit, fmt::format("'{}' {}", request.what[0], request.what[1]), references);
    table.notes.push_back(fmt::format("{} of {} published values hold; scd {}, mescd {}", count(audit.values, "holds"),
                                      audit.values.size(), digits(scd), digits(mescd)));
    out.text = as_text(table);
  }

  const AuditRequest& request;
  const AuditReferences& references;
  FileAudit audit;
};

FileKind stored_kind() {
  return beginning_with("{\n  \"schema\": 1,\n  \"made_by\": \"plumb reference audit --out\",\n",
                        "a file of `plumb reference audit --out`");
}

/// Writes the references of an audit to a file of stored references, together with the references that the file already
/// contains.
void write_references(const std::string& file, const FileAudit& computed) {
  StoredReferences all;
  for (const auto& reference : computed.references)
    if (reference.refusal.empty()) all.put(reference);
  if (fs::exists(file)) all.read(file);
  for (const auto& reference : computed.references) all.add(reference);
  write_file(file, stored_kind(), json_lines(all.json()));
}

FileAudit audit_one_problem(const AuditRequest& request, AuditReferences& references) {
  const auto subject = formulated_problem(request.what[0], request.formulation);
  const auto at = request.at.empty() ? std::string(subject.problem.t_end) : request.at;
  return audit_values(subject, published_values(request.what[1], request.what[0], at), request.what[1], references);
}

std::vector<std::string> files_of(const AuditRequest& request, const Conduct& conduct) {
  if (request.what.size() == 2) return {request.what[1]};
  return request.what.empty() ? files_of_audits(conduct) : request.what;
}

/// Audits the files one after the other. `Page` collects the results.
template <class Page>
AuditReport audited_by(const AuditRequest& request, Conduct conduct,
                       const std::function<void(const std::string&)>& print_text) {
  const auto patience = request.patience || !request.what.empty() ? request.patience : std::optional(default_patience);
  AuditReferences references({.computes = request.checks || !request.out.empty(),
                              .believes_refusals = request.what.empty(),
                              .patience = patience});
  const bool is_one_problem = request.what.size() == 2;
  Page page(request, references);
  TitledPieces pieces;
  for (const auto& file : files_of(request, conduct))
    pieces.emplace_back(file, [&, file]() -> std::function<void()> {
      const auto found = std::make_shared<FileAudit>(
          is_one_problem ? audit_one_problem(request, references) : audit_file(file, request.formulation, references));
      return [&, file, found] {
        if (const auto text = page.add(file, *found); !text.empty()) print_text(text);
        if (!request.out.empty()) write_references(request.out, *found);
      };
    });
  conduct.jobs = 1;
  conduct.cell_timeout = patience;
  AuditReport out;
  out.ending = deliver_pieces(pieces, {.noun = "file"}, conduct);
  page.end(out);
  return out;
}

}  // namespace

AuditReport audit_report(const AuditRequest& request, const Conduct& conduct,
                         const std::function<void(const std::string&)>& print_text) {
  if (request.what.size() > 2)
    throw UsageError(
        fmt::format("reference audit: {} names are given; FILE or PROBLEM FILE is allowed", request.what.size()));
  if (!request.out.empty()) check_output(request.out, stored_kind());
  if (request.checks) return audited_by<CheckOfReferences>(request, conduct, print_text);
  if (request.what.size() == 2) return audited_by<AuditOfProblem>(request, conduct, print_text);
  return audited_by<AuditOfFiles>(request, conduct, print_text);
}

}  // namespace plumb
