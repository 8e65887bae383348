// plumb reference audit counts the correct digits of published values.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "harness/cli/audited_files.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/reference_options.hpp"
#include "harness/cli/work.hpp"
#include "reference/certified.hpp"
#include "text/json_lines.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/output_file.hpp"
#include "text/program_files.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

struct AuditOptions {
  std::vector<std::string> what;  // arguments: PROBLEM and FILE, only FILE, or none
  std::string formulation, at, out;
  std::optional<double> patience;
  bool checks = false, json = false;
};

constexpr const char* reference_audit_examples = R"(Examples:
  plumb reference audit                                   every results/audit/*.csv, by stored references
  plumb reference audit results/audit/pleiades-test-set.csv
  plumb reference audit results/audit/pleiades-test-set.csv --recompute
  plumb reference audit pendulum printed.csv --at 10
  plumb reference audit 'pendulum(rate=2)' printed.csv -f index3 --json

A FILE without PROBLEM has the header problem,t,component,published[,factor]. With PROBLEM its lines are NAME,VALUE or
NAME,VALUE,T. Lines that begin with # are skipped. Components are q1.., v1.., a1.., lambda1.. and the outputs. A factor
converts a value to the sign convention of Plumb: -1 for a multiplier of the opposite sign. A value holds if it equals
the reference rounded to the printed digits.

References of shipped files are stored in results/audit/certified.json, with date and version; --recompute computes
them again and compares. Other references are computed. With FILE this has no time limit. Without FILE each reference
may take a minute, and the values of a slower reference are listed as not audited. Exit code 1: a value or a stored
reference differs; 6: a reference has too few digits for a verdict, or does not exist.)";

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

std::vector<std::string> files_of_audits() {
  std::vector<std::string> out;
  for (const auto& [name, found] :
       found_files("results/audit", [](const fs::path& file) { return file.extension() == ".csv"; })) {
    if (const auto text = found.note("file"); !text.empty()) note(text);
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

/// Interface of reports: `add` is called after the audit of each file, and `end` at the end; it returns the exit code.
class Report {
 public:
  virtual ~Report() = default;
  virtual void add(const std::string& file, const FileAudit& audit) = 0;
  virtual Exit end() = 0;
};

Json json_of(const NotAudited& missing) {
  return {{"problem", missing.problem}, {"t", missing.t}, {"values", missing.values}, {"reason", missing.reason}};
}

/// Prints the audits of files one after the other as text, or all as one JSON value at the end.
class AuditReport : public Report {
 public:
  AuditReport(const AuditOptions& audit_options, const AuditReferences& known)
      : options(audit_options), references(known) {}

  void add(const std::string& file, const FileAudit& audit) override {
    const bool is_first = !any;
    any = true;
    all_audited = all_audited && audit.not_audited.empty();
    all.insert(all.end(), audit.values.begin(), audit.values.end());
    auto table = audit_table(audit.values), summary = summary_table(summaries(audit.values));
    if (options.json) return add_json(file, audit, table, summary);
    table.caption = file;
    summary.notes = notes_on_coordinates(audit.values, options.formulation);
    for (auto& text : notes_on_references(audit, file, references)) summary.notes.push_back(text);
    summary.notes.push_back(fmt::format("{} of {} hold", count(audit.values, "holds"), audit.values.size()));
    print((is_first ? "" : "\n") + as_text(table) + "\n" + as_text(summary));
  }

  Exit end() override {
    if (options.json) print_json(options.what.empty() || list.empty() ? list : list.front());
    return verdict_of(all, all_audited);
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

  const AuditOptions& options;
  const AuditReferences& references;
  Json list = Json::array();
  std::vector<AuditedValue> all;
  bool any = false, all_audited = true;
};

/// Compares stored references with newly computed ones (--recompute), and prints the result at the end.
class CheckReport : public Report {
 public:
  CheckReport(const AuditOptions& audit_options, const AuditReferences& known)
      : options(audit_options), references(known) {}

  void add(const std::string&, const FileAudit& audit) override {
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
  }

  Exit end() override {
    options.json ? print_json(as_json(table)) : print(as_text(table));
    return table.rows.empty() ? Exit::nothing_measured : exit;
  }

 private:
  static Entry digits(const StoredReference& of) {
    return of.refusal.empty() ? Entry::count(fewest_digits(of.record)) : Entry();
  }

  const AuditOptions& options;
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

/// Prints the audit of a file with values of one problem, which has no column of problems.
class OneProblemReport : public Report {
 public:
  OneProblemReport(const AuditOptions& audit_options, const AuditReferences& known)
      : options(audit_options), references(known) {}

  void add(const std::string&, const FileAudit& found) override { audit = found; }

  Exit end() override {
    std::vector<quad> published, reference;
    for (const auto& a : audit.values) {
      published.push_back(a.published.value());
      reference.push_back(a.reference.value);
    }
    print_audit(significant_correct_digits({published}, {reference}),
                mixed_error_correct_digits({published}, {reference}));
    return verdict_of(audit.values, audit.not_audited.empty());
  }

 private:
  void print_audit(const Metric& scd, const Metric& mescd) const {
    auto table = audit_table(audit.values);
    if (options.json)
      return print_json({{"problem", options.what[0]},
                         {"values", as_json(table)},
                         {"scd", number_or_null(scd)},
                         {"mescd", number_or_null(mescd)}});
    const auto digits = [](const Metric& m) { return m ? significant(*m, 3) : std::string("–"); };
    table.notes = notes_on_references(audit, fmt::format("'{}' {}", options.what[0], options.what[1]), references);
    table.notes.push_back(fmt::format("{} of {} published values hold; scd {}, mescd {}", count(audit.values, "holds"),
                                      audit.values.size(), digits(scd), digits(mescd)));
    print(as_text(table));
  }

  const AuditOptions& options;
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

FileAudit audit_one_problem(const AuditOptions& options, AuditReferences& references) {
  const auto subject = formulated_problem(options.what[0], options.formulation);
  const auto at = options.at.empty() ? std::string(subject.problem.t_end) : options.at;
  return audit_values(subject, published_values(options.what[1], options.what[0], at), options.what[1], references);
}

std::unique_ptr<Report> report_of(const AuditOptions& options, const AuditReferences& references) {
  if (options.checks) return std::make_unique<CheckReport>(options, references);
  if (options.what.size() == 2) return std::make_unique<OneProblemReport>(options, references);
  return std::make_unique<AuditReport>(options, references);
}

Exit audit(const AuditOptions& options) {
  if (options.what.size() > 2)
    throw UsageError(
        fmt::format("reference audit: {} names are given; FILE or PROBLEM FILE is allowed", options.what.size()));
  if (!options.out.empty()) check_output(options.out, stored_kind());
  const auto patience = options.patience || !options.what.empty() ? options.patience : std::optional(default_patience);
  AuditReferences references({.computes = options.checks || !options.out.empty(),
                              .believes_refusals = options.what.empty(),
                              .patience = patience});
  const auto report = report_of(options, references);
  const bool is_one_problem = options.what.size() == 2;
  std::vector<std::pair<std::string, Piece>> pieces;
  for (const auto& file : is_one_problem         ? std::vector{options.what[1]}
                          : options.what.empty() ? files_of_audits()
                                                 : options.what)
    pieces.emplace_back(file, [&, file] {
      const auto found = std::make_shared<FileAudit>(
          is_one_problem ? audit_one_problem(options, references) : audit_file(file, options.formulation, references));
      return [&, file, found] {
        report->add(file, *found);
        if (!options.out.empty()) write_references(options.out, *found);
      };
    });
  const auto exit = work(pieces, {.noun = "file", .piece_timeout = patience});
  const auto verdict = report->end();
  return exit == Exit::ok ? verdict : exit;
}

}  // namespace

void add_reference_audit(CLI::App& reference, Exit& exit) {
  auto& verb = *reference.add_subcommand("audit", "correct digits of published values");
  auto options = std::make_shared<AuditOptions>();
  verb.add_option("WHAT", options->what, "FILE of published values (CSV); PROBLEM FILE; default: results/audit/*.csv")
      ->type_name("[PROBLEM] FILE");
  verb.add_option(
          "-f,--formulation", options->formulation,
          "formulation: its coordinates; default: the problem's first, without PROBLEM the first redundant ones")
      ->type_name("NAME");
  verb.add_option("--at", options->at, "time [s]: for lines of FILE without a time; default: the problem's horizon")
      ->type_name("T");
  verb.add_flag("--recompute", options->checks, "compute stored references again, and compare");
  verb.add_option("--patience", options->patience,
                  "time limit [s] for each reference; default: 60 without FILE, no limit with FILE")
      ->type_name("S")
      ->check(CLI::PositiveNumber);
  add_out(verb, options->out, "compute the references, and add them to this file");
  add_json(verb, options->json, "one object; without FILE an array of objects");
  verb.footer(reference_audit_examples);
  verb.callback([options, &exit] { exit = audit(*options); });
}

}  // namespace plumb
