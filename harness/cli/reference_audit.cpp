// plumb reference audit: how many digits of published values hold.

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>

#include "harness/cli/console.hpp"
#include "harness/cli/reference_options.hpp"
#include "harness/metrics.hpp"
#include "harness/number_text.hpp"
#include "harness/suggest.hpp"
#include "harness/table.hpp"
#include "reference/certified.hpp"

namespace plumb {
namespace {

struct AuditOptions {
  std::string problem, file, formulation, at;
  bool json = false;
};

constexpr const char* examples = R"(Examples:
  plumb reference audit pendulum printed.csv --at 10
  plumb reference audit 'pendulum(rate=2)' printed.csv -f index3 --json

The file has lines NAME,VALUE or NAME,VALUE,T; a header line and lines that begin with # are skipped. Names are q1..,
v1.., lambda1.. of the formulation and the outputs. A value holds if the reference, rounded to the printed digits, is
it. Exit code 1: one does not; 6: the reference has too few digits to say.)";

struct Published {
  std::string name, value, t;
  int line = 0;
};

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> out(1);
  for (const char c : line)
    if (c == ',')
      out.emplace_back();
    else if (c != ' ' && c != '\t' && c != '\r' && c != '"')
      out.back() += c;
  return out;
}

std::vector<Published> published_values(const AuditOptions& options, const std::string& default_time) {
  std::ifstream in(options.file);
  if (!in) throw UsageError(fmt::format("{}: cannot be read; give a CSV file of published values", options.file));
  std::vector<Published> out;
  std::string line;
  for (int n = 1; std::getline(in, line); ++n) {
    const auto f = fields(line);
    if (f.front().empty() || f.front().starts_with('#') || (n == 1 && f.front() == "name")) continue;
    if (f.size() < 2 || f.size() > 3 || !decimal_from_text(f[1]))
      throw UsageError(fmt::format("{}:{}: expected NAME,VALUE or NAME,VALUE,T with a decimal value", options.file, n));
    out.push_back({f[0], f[1], f.size() == 3 && !f[2].empty() ? f[2] : default_time, n});
  }
  return out;
}

/// Half a unit in the last printed place: what rounding may have changed.
quad half_unit(const std::string& value) {
  const auto mantissa = value.substr(0, value.find_first_of("eE"));
  const auto point = mantissa.find('.');
  const auto decimals = point == std::string::npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
  const auto e = value.find_first_of("eE");
  const int exponent = e == std::string::npos ? 0 : std::stoi(value.substr(e + 1));
  return number_from_text<quad>(fmt::format("5e{}", exponent - decimals - 1));
}

int printed_digits(const std::string& value) {
  int digits = 0;
  bool leading = true;
  for (const char c : value.substr(0, value.find_first_of("eE"))) {
    if (c < '0' || c > '9') continue;
    leading = leading && c == '0';
    if (!leading) ++digits;
  }
  return digits;
}

struct Audited {
  Published published;
  CertifiedValue reference;
  int holding = 0;
  const char* verdict = "holds";
};

const CertifiedValue& reference_value(const ReferenceRecord& record, const Published& p, const std::string& file) {
  std::vector<std::string> known;
  for (const auto& [name, value] : record.values) {
    if (name == p.name) return value;
    known.push_back(name);
  }
  throw UsageError(fmt::format("{}:{}: {}", file, p.line, unknown_name("quantity", p.name, known).what()));
}

Audited audited(const Published& p, const CertifiedValue& reference) {
  Audited out{p, reference};
  const quad value = number_from_text<quad>(p.value), gap = abs(value - reference.value), half = half_unit(p.value);
  const quad size = std::max(quad(abs(reference.value)), reference.scale);
  const quad doubt = size * pow(quad(10), -reference.digits);
  out.holding = std::min(agreeing_digits(value, reference.value), reference.digits);
  if (gap > half + doubt)
    out.verdict = "differs";
  else if (doubt > half)
    out.verdict = "reference-limited";
  return out;
}

std::vector<Audited> audit_values(const AuditOptions& options) {
  const auto subject = reference_subject(options.problem, options.formulation);
  const auto values = published_values(options, options.at.empty() ? std::string(subject.problem.t_end) : options.at);
  std::vector<std::string> times;
  for (const auto& v : values)
    if (std::find(times.begin(), times.end(), v.t) == times.end()) times.push_back(v.t);
  std::map<std::string, ReferenceRecord> records;
  if (!times.empty())
    for (auto& record : certified_records(subject, times)) records.emplace(record.t, record);
  std::vector<Audited> out;
  for (const auto& v : values) out.push_back(audited(v, reference_value(records.at(v.t), v, options.file)));
  return out;
}

Table audit_table(const std::vector<Audited>& values) {
  Table table{.columns = {{"name"},
                          {"t", Align::right, "s"},
                          {"published"},
                          {"reference"},
                          {"printed", Align::right},
                          {"holding", Align::right},
                          {"verdict"}},
              .rows = {}};
  for (const auto& a : values) {
    const auto shown =
        decimal({a.reference.value, std::min(a.reference.digits, printed_digits(a.published.value) + 2), 0});
    table.rows.push_back({a.published.name, a.published.t, a.published.value, shown,
                          Entry::count(printed_digits(a.published.value)), Entry::count(a.holding), a.verdict});
  }
  return table;
}

Exit audit(const AuditOptions& options) {
  const auto values = audit_values(options);
  std::vector<quad> published, reference;
  for (const auto& a : values) {
    published.push_back(number_from_text<quad>(a.published.value));
    reference.push_back(a.reference.value);
  }
  const auto scd = significant_correct_digits({published}, {reference});
  const auto mescd = mixed_error_correct_digits({published}, {reference});
  const auto count = [&](std::string_view verdict) {
    return std::count_if(values.begin(), values.end(), [&](const Audited& a) { return a.verdict == verdict; });
  };
  auto table = audit_table(values);
  if (options.json) {
    print_json({{"problem", options.problem},
                {"values", as_json(table)},
                {"scd", number_or_null(scd)},
                {"mescd", number_or_null(mescd)}});
  } else {
    const auto digits = [](const Metric& m) { return m ? significant(*m, 3) : std::string("–"); };
    table.notes = {
        fmt::format("{} of {} hold; scd {}, mescd {}", count("holds"), values.size(), digits(scd), digits(mescd))};
    print(as_text(table));
  }
  if (values.empty()) return Exit::nothing_measured;
  if (count("differs") != 0) return Exit::verdict_failed;
  return count("reference-limited") != 0 ? Exit::reference_limited : Exit::ok;
}

}  // namespace

void add_reference_audit(CLI::App& reference, Exit& exit) {
  auto& verb = *reference.add_subcommand("audit", "how many digits of published values hold");
  auto options = std::make_shared<AuditOptions>();
  verb.add_option("PROBLEM", options->problem, "a problem, with data: 'pendulum(rate=2)'")->required();
  verb.add_option("FILE", options->file, "published values (CSV)")->required();
  verb.add_option("-f,--formulation", options->formulation, "coordinates; default: the problem's first")
      ->type_name("NAME");
  verb.add_option("--at", options->at, "time of the lines without one; default: the problem's horizon")->type_name("T");
  verb.add_flag("--json", options->json, "one object");
  verb.footer(examples);
  verb.callback([options, &exit] { exit = audit(*options); });
}

}  // namespace plumb
