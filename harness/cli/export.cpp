// plumb export: a store as CSV or JSON Lines.

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "harness/cell/resolve.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/console.hpp"
#include "harness/run/build_info.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/store/store.hpp"
#include "harness/text/number_text.hpp"
#include "harness/text/output_file.hpp"
#include "harness/text/table.hpp"

namespace plumb {
namespace {

struct ExportOptions {
  std::string store, format = "csv", out;
  bool json = false, all_builds = false;
};

constexpr const char* examples = R"(Examples:
  plumb export study.db > study.csv
  plumb export study.db --json --out study.jsonl
  plumb export study.db --all-builds              results of earlier builds too

CSV: the second row holds the units: "-" is dimensionless, "SI" one that the rows or constraints do not share. JSON Lines: the objects of `plumb run --json`, and "created".
--out replaces a file that is empty or an earlier export, and no other.)";

/// None of a problem, formulation or data that this build does not know.
std::optional<Subject> subject_of(const Cell& cell) {
  try {
    const auto& problem = problem_named(cell.problem);
    const auto& formulation = formulation_named(problem, cell.formulation);
    const auto data = parameters_from_text(problem.parameters, cell.problem_parameters, cell.problem);
    return Subject(problem, formulation, data);
  } catch (const UsageError&) {
    return {};
  }
}

/// The unit of every metric of the runs; "SI" where they do not share one.
std::map<std::string, std::string> units(const std::vector<StoredRun>& runs) {
  std::map<std::string, std::string> out;
  std::map<std::string, std::optional<Subject>> subjects;
  for (const auto& run : runs) {
    const auto key = with_parameters(run.cell.problem, run.cell.problem_parameters) + run.cell.formulation;
    const auto at = subjects.find(key);
    const auto& subject = at != subjects.end() ? at->second : subjects.emplace(key, subject_of(run.cell)).first->second;
    for (const auto& [name, value] : run.result.metrics) {
      const auto unit = subject ? metric_unit(*subject, name) : "SI";
      const auto [known, is_new] = out.emplace(name, unit);
      if (!is_new && known->second != unit) known->second = "SI";
    }
  }
  return out;
}

std::vector<Column> columns(const std::map<std::string, std::string>& metrics) {
  std::vector<Column> out = {{"id"},
                             {"problem"},
                             {"formulation"},
                             {"method"},
                             {"step", Align::right, "s"},
                             {"t_end", Align::right, "s"},
                             {"precision"},
                             {"newton_tol", Align::right, "SI"},
                             {"newton_test"},
                             {"newton_norm"},
                             {"newton_max", Align::right, "-"},
                             {"samples", Align::right, "-"},
                             {"status"},
                             {"reason"},
                             {"t_reached", Align::right, "s"}};
  for (const auto& [name, unit] : metrics) out.push_back({name, Align::right, unit});
  const Counters names;
  for_each_counter(names, [&](const char* name, const auto&) { out.push_back({name, Align::right, "-"}); });
  for (const char* name : {"seconds", "nanoseconds_per_step"})
    out.push_back({name, Align::right, name == std::string_view("seconds") ? "s" : "ns"});
  for (const char* name : {"compiler", "flags", "commit", "cpu", "fingerprint", "created"}) out.push_back({name});
  return out;
}

Entry text_or_missing(const Json& environment, const char* key) {
  const auto at = environment.find(key);
  return at != environment.end() && at->is_string() ? Entry(at->get<std::string>()) : Entry();
}

std::vector<Entry> row(const StoredRun& run, const std::map<std::string, std::string>& metrics) {
  const auto& [cell, fingerprint, result, created] = run;
  std::vector<Entry> out = {id(cell),
                            with_parameters(cell.problem, cell.problem_parameters),
                            cell.formulation,
                            with_parameters(cell.method, cell.method_parameters),
                            normalized_number(cell.step),
                            normalized_number(cell.t_end),
                            precision_name(cell.precision),
                            cell.newton_tol ? Entry(normalized_number(*cell.newton_tol)) : Entry(),
                            cell.newton_test,
                            cell.newton_norm,
                            cell.newton_max == 0 ? Entry() : Entry::count(cell.newton_max),
                            Entry::count(cell.samples),
                            name(result.status),
                            result.reason.empty() ? Entry() : Entry(result.reason),
                            Entry::number(result.t_reached)};
  for (const auto& [name, unit] : metrics) {
    const auto at = result.metrics.find(name);
    out.push_back(at == result.metrics.end() ? Entry() : Entry::number(at->second));
  }
  for_each_counter(result.counters, [&](const char*, const auto& count) { out.push_back(Entry::count(count)); });
  out.push_back(Entry::number(result.timing.seconds));
  out.push_back(Entry::number(result.timing.nanoseconds_per_step));
  for (const char* key : {"compiler", "flags", "commit", "cpu"})
    out.push_back(text_or_missing(result.environment, key));
  out.emplace_back(fingerprint);
  out.emplace_back(created);
  return out;
}

std::string csv(const std::vector<StoredRun>& runs) {
  const auto metrics = units(runs);
  Table table{.columns = columns(metrics), .rows = {}};
  for (const auto& run : runs) table.rows.push_back(row(run, metrics));
  return as_csv(table, true);
}

std::string json_lines(const std::vector<StoredRun>& runs) {
  std::string out;
  for (const auto& run : runs) {
    Json object = run_json(run.cell, run.result);
    object["created"] = run.created;
    out += object.dump() + "\n";
  }
  return out;
}

constexpr const char* first_columns = "id,problem,formulation,method,step,t_end,precision,";

/// By the header, or by the first keys of the first line.
bool is_export(const std::filesystem::path& file) {
  const auto text = beginning_of(file, 4096);
  const auto line = std::string_view(text).substr(0, text.find('\n'));
  return line.starts_with(first_columns) ||
         (line.starts_with(R"({"id":")") && line.find(R"(","problem":")") != line.npos &&
          line.find(R"(","formulation":")") != line.npos && line.find(R"(","method":")") != line.npos);
}

Exit export_store(const ExportOptions& options) {
  if (options.format != "csv" && options.format != "jsonl")
    throw UsageError(fmt::format("--format: '{}' is not allowed; known: csv, jsonl", options.format));
  const Store store(options.store, Access::read_only);
  const auto runs = options.all_builds ? store.runs() : store.runs(build_info().fingerprint);
  if (const auto others = store.runs().size() - runs.size(); others != 0)
    note(fmt::format("without {} of other builds (--all-builds)", counted(others, "run")));
  const auto text = options.json || options.format == "jsonl" ? json_lines(runs) : csv(runs);
  if (options.out.empty())
    print(text);
  else
    write_file(options.out, {"an export of `plumb export`", is_export}, text);
  return runs.empty() ? Exit::nothing_measured : Exit::ok;
}

}  // namespace

void add_export(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("export", "a store as CSV or JSON Lines");
  auto options = std::make_shared<ExportOptions>();
  verb.add_option("STORE", options->store, "file that `plumb run --out` wrote")->required();
  verb.add_option("--format", options->format, "csv (default) or jsonl")->type_name("NAME");
  verb.add_option("--out", options->out, "write there instead of stdout")->type_name("FILE")->check(is_path);
  verb.add_flag("--all-builds", options->all_builds, "runs of other builds too");
  verb.add_flag("--json", options->json, "the same as --format jsonl");
  verb.footer(examples);
  verb.callback([options, &exit] { exit = export_store(*options); });
}

}  // namespace plumb
