// plumb reference audit counts how many digits of published values hold.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/reference_options.hpp"
#include "harness/cli/work.hpp"
#include "harness/judge/audit.hpp"
#include "text/number_text.hpp"
#include "text/program_files.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

struct AuditOptions {
  std::vector<std::string> what;  // PROBLEM and FILE, or FILE, or nothing
  std::string formulation, at;
  bool json = false;
};

constexpr const char* reference_audit_examples = R"(Examples:
  plumb reference audit                                   every results/audit/*.csv
  plumb reference audit results/audit/pleiades-test-set.csv
  plumb reference audit pendulum printed.csv --at 10
  plumb reference audit 'pendulum(rate=2)' printed.csv -f index3 --json

FILE alone has the header problem,t,component,published[,factor]; with PROBLEM its lines are NAME,VALUE or
NAME,VALUE,T. Lines that begin with # are skipped. Components are q1.., v1.., a1.., lambda1.. and the outputs. A factor
takes a value to the signs used here, -1 for a multiplier of the other sign. A value holds if the reference, rounded to
the printed digits, is it. Exit code 1: one does not; 6: the reference has too few digits to say.)";

const CertifiedValue& reference_value(const ReferenceRecord& record, const PublishedValue& p, const std::string& file) {
  std::vector<std::string> known;
  for (const auto& [name, value] : record.values) {
    if (name == p.component) return value;
    known.push_back(name);
  }
  throw UsageError(fmt::format("{}:{}: {}", file, p.line, unknown_name("quantity", p.component, known).what()));
}

/// Returns a formulation in the coordinates in which mechanisms are published: redundant ones, if there are any.
std::string published_formulation(const Problem& problem) {
  for (const auto& f : problem.formulations)
    if (f.form != Form::ode) return std::string(f.name);
  return "";
}

/// Returns the problem and formulation that the components in a file belong to.
FormulatedProblem audited_subject(const std::string& problem, const std::string& formulation) {
  auto subject = formulated_problem(problem, formulation);
  return formulation.empty() ? formulated_problem(problem, published_formulation(subject.problem)) : subject;
}

bool is_component(const std::string& name) {
  const auto digits = name.find_first_of("0123456789");
  const auto letters = name.substr(0, digits);
  return digits != name.npos && (letters == "q" || letters == "v" || letters == "a" || letters == "lambda");
}

/// Says in which coordinates components were taken, because q1 of one formulation is not q1 of another.
std::vector<std::string> notes_on_coordinates(const std::vector<AuditedValue>& values, const std::string& formulation) {
  std::vector<std::string> out;
  for (const auto& a : values) {
    if (!is_component(a.published.component)) continue;
    const auto& of = audited_subject(a.published.problem, formulation).formulation;
    auto text = fmt::format("{}: q, v, a, lambda are those of {}, {}; -f chooses another formulation",
                            a.published.problem, of.name, of.meaning);
    if (std::find(out.begin(), out.end(), text) == out.end()) out.push_back(std::move(text));
  }
  return out;
}

using Records = std::map<std::string, ReferenceRecord>;  // by time

/// Records are certified once for all files, because one problem needs seconds. One thread at a time may call this.
const Records& records_of(const FormulatedProblem& subject, const std::vector<const PublishedValue*>& values) {
  static std::map<std::string, Records> known;
  const auto key = fmt::format("{}({})/{}", subject.problem.name, subject.data.canonical(), subject.formulation.name);
  auto& records = known[key];
  std::vector<std::string> times;
  for (const auto* v : values)
    if (!records.contains(v->t) && std::find(times.begin(), times.end(), v->t) == times.end()) times.push_back(v->t);
  if (!times.empty())
    for (auto& record : certified_records(subject, times)) records.emplace(record.t, record);
  return records;
}

void audit_problem(const FormulatedProblem& subject, const std::vector<const PublishedValue*>& values,
                   const std::string& file, std::map<const PublishedValue*, AuditedValue>& out) {
  const auto& records = records_of(subject, values);
  for (const auto* v : values) out.emplace(v, audited(*v, reference_value(records.at(v->t), *v, file)));
}

/// Returns the values in the order of the file.
std::vector<AuditedValue> audit_file(const std::string& file, const std::string& formulation) {
  const auto values = published_values(file);
  std::map<std::string, std::vector<const PublishedValue*>> by_problem;
  for (const auto& v : values) by_problem[v.problem].push_back(&v);
  std::map<const PublishedValue*, AuditedValue> audits;
  for (const auto& [problem, own] : by_problem) {
    try {
      audit_problem(audited_subject(problem, formulation), own, file, audits);
    } catch (const UsageError& e) {
      if (std::string_view(e.what()).starts_with(file)) throw;
      throw UsageError(fmt::format("{}:{}: {}", file, own.front()->line, e.what()));
    }
  }
  std::vector<AuditedValue> out;
  for (const auto& v : values) out.push_back(audits.at(&v));
  return out;
}

std::vector<AuditedValue> audit_one_problem(const AuditOptions& options) {
  const auto& file = options.what[1];
  const auto subject = formulated_problem(options.what[0], options.formulation);
  const auto values =
      published_values(file, options.what[0], options.at.empty() ? std::string(subject.problem.t_end) : options.at);
  std::vector<const PublishedValue*> all;
  for (const auto& v : values) all.push_back(&v);
  std::map<const PublishedValue*, AuditedValue> audits;
  if (!all.empty()) audit_problem(subject, all, file, audits);
  std::vector<AuditedValue> out;
  for (const auto& v : values) out.push_back(audits.at(&v));
  return out;
}

std::vector<std::string> stored_files() {
  std::vector<std::string> out;
  for (const auto& [name, found] :
       found_files("results/audit", [](const fs::path& file) { return file.extension() == ".csv"; })) {
    if (const auto text = found.note("file"); !text.empty()) note(text);
    out.push_back(found.path.string());
  }
  if (out.empty())
    throw UsageError(
        "there is no CSV file of published values in results/audit of the working directory, of a folder of "
        "PLUMB_PATH, or of the program's own data; give FILE");
  return out;
}

std::ptrdiff_t count(const std::vector<AuditedValue>& values, std::string_view verdict) {
  return std::count_if(values.begin(), values.end(), [&](const AuditedValue& a) { return a.verdict == verdict; });
}

Exit verdict_of(const std::vector<AuditedValue>& values) {
  if (values.empty()) return Exit::nothing_measured;
  if (count(values, "differs") != 0) return Exit::verdict_failed;
  return count(values, "reference-limited") != 0 ? Exit::reference_limited : Exit::ok;
}

Exit print_one_problem(const AuditOptions& options, const std::vector<AuditedValue>& values) {
  std::vector<quad> published, reference;
  for (const auto& a : values) {
    published.push_back(a.published.value());
    reference.push_back(a.reference.value);
  }
  const auto scd = significant_correct_digits({published}, {reference});
  const auto mescd = mixed_error_correct_digits({published}, {reference});
  auto table = audit_table(values);
  if (options.json) {
    print_json({{"problem", options.what[0]},
                {"values", as_json(table)},
                {"scd", number_or_null(scd)},
                {"mescd", number_or_null(mescd)}});
  } else {
    const auto digits = [](const Metric& m) { return m ? significant(*m, 3) : std::string("–"); };
    table.notes = {fmt::format("{} of {} hold; scd {}, mescd {}", count(values, "holds"), values.size(), digits(scd),
                               digits(mescd))};
    print(as_text(table));
  }
  return verdict_of(values);
}

/// The audits of files are printed one after the other, or all as one object.
class AuditReport {
 public:
  explicit AuditReport(const AuditOptions& of) : options(of) {}

  void add(const std::string& file, const std::vector<AuditedValue>& values) {
    const bool is_first = all.empty();
    all.insert(all.end(), values.begin(), values.end());
    auto table = audit_table(values), summary = summary_table(summaries(values));
    if (options.json) {
      list.push_back({{"file", file}, {"values", as_json(table)}, {"summary", as_json(summary)}});
      return;
    }
    table.caption = file;
    summary.notes = notes_on_coordinates(values, options.formulation);
    summary.notes.push_back(fmt::format("{} of {} hold", count(values, "holds"), values.size()));
    print((is_first ? "" : "\n") + as_text(table) + "\n" + as_text(summary));
  }

  Exit end() const {
    if (options.json) print_json(options.what.empty() || list.empty() ? list : list.front());
    return verdict_of(all);
  }

 private:
  const AuditOptions& options;
  Json list = Json::array();
  std::vector<AuditedValue> all;
};

Exit audit_files(const AuditOptions& options) {
  AuditReport report(options);
  std::vector<std::pair<std::string, Piece>> pieces;
  for (const auto& file : options.what.empty() ? stored_files() : options.what)
    pieces.emplace_back(file, [&, file] {
      return [&, file, values = audit_file(file, options.formulation)] { report.add(file, values); };
    });
  const auto exit = work(pieces, {.noun = "file"});
  const auto verdict = report.end();
  return exit == Exit::ok ? verdict : exit;
}

Exit audit(const AuditOptions& options) {
  if (options.what.size() > 2)
    throw UsageError(
        fmt::format("reference audit: {} names are given; FILE or PROBLEM FILE is allowed", options.what.size()));
  if (options.what.size() < 2) return audit_files(options);
  Exit verdict = Exit::ok;
  const Piece piece = [&] {
    return [&, values = audit_one_problem(options)] { verdict = print_one_problem(options, values); };
  };
  const auto exit = work({{options.what.back(), piece}}, {.noun = "file"});
  return exit == Exit::ok ? verdict : exit;
}

}  // namespace

void add_reference_audit(CLI::App& reference, Exit& exit) {
  auto& verb = *reference.add_subcommand("audit", "how many digits of published values hold");
  auto options = std::make_shared<AuditOptions>();
  verb.add_option("WHAT", options->what, "FILE of published values (CSV); PROBLEM FILE; default: results/audit/*.csv")
      ->type_name("[PROBLEM] FILE");
  verb.add_option("-f,--formulation", options->formulation,
                  "formulation: its coordinates; default: the problem's first, for FILE alone its first redundant ones")
      ->type_name("NAME");
  verb.add_option("--at", options->at, "time [s]: of the lines without one; default: the problem's horizon")
      ->type_name("T");
  add_json(verb, options->json, "one object; without FILE an array of them");
  verb.footer(reference_audit_examples);
  verb.callback([options, &exit] { exit = audit(*options); });
}

}  // namespace plumb
