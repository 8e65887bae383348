// plumb reference build: the stored reference values, a file a problem.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <thread>

#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/reference_options.hpp"
#include "harness/cli/work.hpp"
#include "harness/text/output_file.hpp"
#include "harness/text/program_files.hpp"
#include "harness/text/table.hpp"
#include "problems/catalogue.hpp"
#include "reference/certified.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

struct BuildOptions {
  std::string problem, folder;
  std::optional<double> timeout;
  bool json = false;
};

constexpr const char* examples = R"(Examples:
  plumb reference build                    every problem that has a reference, default data, tenths of its horizon
  plumb reference build pendulum --out /tmp

A file is replaced if it is empty or holds stored values of the same problem. They carry their
certified digits, the routes that agree in them, and a hash of the problem's data.)";

/// 0, a tenth of the horizon, .., the horizon, each the shortest decimal that is within its rounding to 15 digits.
std::vector<std::string> tenths(std::string_view horizon) {
  std::vector<std::string> times;
  for (int i = 0; i <= 10; ++i)
    times.push_back(fmt::format("{:.15g}", static_cast<double>(i * number_from_text<quad>(horizon) / 10)));
  return times;
}

std::string units_of(const Problem& problem) {
  const auto none = [](const auto& quantity) { return quantity.unit == "-"; };
  return std::all_of(problem.outputs.begin(), problem.outputs.end(), none) ? "none, all is dimensionless" : "SI";
}

FileKind stored_values(const Problem& problem) {
  return beginning_with(fmt::format("{{\n  \"schema\": 1,\n  \"problem\": \"{}\",\n", problem.name),
                        fmt::format("a file of `plumb reference build {}`", problem.name));
}

fs::path file_of(const Problem& problem, const fs::path& folder) {
  return folder / fmt::format("{}.json", problem.name);
}

void write(const ReferenceSubject& subject, const std::vector<ReferenceRecord>& records, const fs::path& folder) {
  Json list = Json::array();
  for (const auto& record : records) list.push_back(to_json(record));
  const Json json = {{"schema", 1},
                     {"problem", subject.problem.name},
                     {"title", subject.problem.title},
                     {"source", subject.problem.source},
                     {"made_by", fmt::format("plumb reference build {}", subject.problem.name)},
                     {"formulation", subject.formulation.name},
                     {"units", units_of(subject.problem) + "; digits are counted from the larger of value and scale"},
                     {"records", list}};
  write_file(file_of(subject.problem, folder), stored_values(subject.problem), json.dump(2) + "\n");
}

fs::path folder_of(const BuildOptions& options) {
  if (!options.folder.empty()) return options.folder;
  const auto checkout = file_places();
  for (const auto& root : {checkout.working_directory, checkout.source_tree})
    if (const auto data = root / "reference" / "data"; fs::is_directory(data)) return data;
  throw UsageError("reference build: this is no checkout with a folder reference/data; give --out FOLDER");
}

/// One problem; its row is added to the table when its file is written.
Piece piece_of(const ReferenceSubject& subject, const fs::path& folder, Table& table) {
  check_output(file_of(subject.problem, folder), stored_values(subject.problem));
  return [subject, folder, &table] {
    return [subject, folder, &table, records = certified_records(subject, tenths(subject.problem.t_end))] {
      write(subject, records, folder);
      int digits = most_digits;
      for (const auto& record : records) digits = std::min(digits, fewest_digits(record));
      table.rows.push_back({subject.problem.name, Entry::count(static_cast<std::int64_t>(records.size())),
                            Entry::count(digits), file_of(subject.problem, folder).string()});
    };
  };
}

Exit build_all(const BuildOptions& options) {
  const auto folder = folder_of(options);
  std::error_code error;
  fs::create_directories(folder, error);
  Table table{.columns = {{"problem"}, {"records", Align::right}, {"digits", Align::right}, {"file"}}, .rows = {}};
  std::vector<std::pair<std::string, Piece>> pieces;
  for (const auto& problem : problems())
    if (options.problem.empty() ? has_reference(problem) : problem.name == options.problem)
      pieces.emplace_back(problem.name, piece_of(reference_subject(std::string(problem.name), ""), folder, table));
  const auto cores = std::max(1U, std::thread::hardware_concurrency());
  const auto exit = work(pieces, {.noun = "problem", .timeout = options.timeout, .jobs = static_cast<int>(cores)});
  if (options.json)
    print_json(as_json(table));
  else
    print(as_text(table));
  return exit;
}

void require_default_data(const ReferenceSubject& subject, const std::string& given) {
  if (given == subject.problem.name) return;
  throw UsageError(fmt::format("reference build: '{}' is not allowed: stored values are of default data, '{}'", given,
                               subject.problem.name));
}

}  // namespace

void add_reference_build(CLI::App& reference, Exit& exit) {
  auto& verb = *reference.add_subcommand("build", "write reference/data/PROBLEM.json");
  auto options = std::make_shared<BuildOptions>();
  verb.add_option("PROBLEM", options->problem, "a problem; default: all that have a reference");
  add_out(verb, options->folder, "a folder; default: reference/data of the checkout");
  add_total_timeout(verb, options->timeout);
  add_json(verb, options->json, "an array, one object a problem");
  verb.footer(examples);
  verb.callback([options, &exit] {
    if (!options->problem.empty()) require_default_data(reference_subject(options->problem, ""), options->problem);
    exit = build_all(*options);
  });
}

}  // namespace plumb
