// plumb export: the runs of a store as data.

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "contract/stop.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/run_data.hpp"
#include "harness/cli/work.hpp"
#include "harness/run/build_info.hpp"
#include "harness/store/store.hpp"
#include "harness/text/number_text.hpp"
#include "harness/text/output_file.hpp"

namespace plumb {
namespace {

struct ExportOptions {
  std::string store, format = "csv", out;
  bool json = false, all_builds = false;
};

constexpr const char* examples = R"(Examples:
  plumb export study.db > study.csv
  plumb export study.db --format units            the units of its columns
  plumb export study.db --out study.csv           both: study.csv and study.units.csv
  plumb export study.db --json --out study.jsonl
  plumb export study.db --all-builds              results of earlier builds too

The same as `plumb run --format csv` and `plumb run --json` print, and when it was created. CSV: a row of names, then
data; an empty field is missing. Units: "-" is dimensionless, "SI" one that the rows or constraints do not share.
--out replaces a file that is empty or an earlier export, and no other.)";

constexpr const char* first_columns = "id,problem,formulation,method,step,t_end,";

/// By the header, or by the first keys of the first line.
bool is_export(const std::filesystem::path& file) {
  const auto text = beginning_of(file, 4096);
  const auto line = std::string_view(text).substr(0, text.find('\n'));
  return line.starts_with(first_columns) ||
         (line.starts_with(R"({"id":")") && line.find(R"(","problem":")") != line.npos &&
          line.find(R"(","formulation":")") != line.npos && line.find(R"(","method":")") != line.npos);
}

TableFormat format_of(const ExportOptions& options) {
  return table_format(options.json || options.format == "jsonl" ? "json" : options.format);
}

using Runs = std::function<void(const std::function<void(const StoredRun&)>&)>;

LongTable stoppable(LongTable table) {
  table.rows = [rows = std::move(table.rows)](const auto& see) {
    rows([&](const Row& row) {
      stopping_point();
      see(row);
    });
  };
  return table;
}

void write(const Runs& runs, TableFormat format, const std::string& path) {
  const FileKind kind = {"an export of `plumb export`", is_export};
  if (format != TableFormat::json && format != TableFormat::csv)
    throw UsageError("--out: files are csv or json; the units of a csv are written beside it");
  if (format == TableFormat::csv) {
    RunTable table;
    runs([&](const StoredRun& run) { table.add(run); });
    return write_csv(path, kind, stoppable(table.table()));
  }
  OutputFile file(path, kind);
  runs([&](const StoredRun& run) { file.write(run_line(run)); });
  file.commit();
}

// A stop unwinds what is written, so that no unfinished file is left beside the target.
Exit write_as_work(const Runs& runs, TableFormat format, const std::string& path) {
  const Piece piece = [&] {
    write(runs, format, path);
    return [] {};
  };
  return work({{path, piece}}, {.noun = "file"});
}

// The store is read to its end first: whoever reads stdout may take its time, and a writer must not wait for that.
void print_runs(const Runs& runs, TableFormat format) {
  if (format == TableFormat::json) {
    Spool lines;
    runs([&](const StoredRun& run) { lines.add(run_line(run)); });
    return lines.visit([](const std::string& line) { print(line); });
  }
  RunTable table;
  runs([&](const StoredRun& run) { table.add(run); });
  print(table.table(), format, [](std::string_view text) { print(text); });
}

Exit export_store(const ExportOptions& options) {
  const auto format = format_of(options);
  const Store store(options.store, Access::read_only);
  const auto build = options.all_builds ? std::nullopt : std::optional(build_info().fingerprint);
  const auto count = store.count(build);
  if (const auto others = store.count() - count; others != 0)
    note(fmt::format("without {} of other builds (--all-builds)", counted(others, "run")));
  const Runs runs = [&](const auto& see) {
    store.visit(build, [&](const StoredRun& run) {
      stopping_point();
      see(run);
    });
  };
  auto exit = Exit::ok;
  if (options.out.empty())
    print_runs(runs, format);
  else
    exit = write_as_work(runs, format, options.out);
  return exit == Exit::ok && count == 0 ? Exit::nothing_measured : exit;
}

}  // namespace

void add_export(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("export", "the runs of a store as CSV, JSON Lines or a table");
  auto options = std::make_shared<ExportOptions>();
  verb.add_option("STORE", options->store, "file that `plumb run --store` wrote")->required();
  add_format(verb, options->format);
  add_out(verb, options->out, "a file instead of stdout");
  verb.add_flag("--all-builds", options->all_builds, "runs of other builds too");
  add_json(verb, options->json, "one object a run, one line each");
  verb.footer(examples);
  verb.callback([options, &exit] { exit = export_store(*options); });
}

}  // namespace plumb
