// plumb reference build: the stored reference values, a file a problem.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "harness/cli/console.hpp"
#include "harness/cli/reference_options.hpp"
#include "harness/paper/paper.hpp"
#include "harness/table.hpp"
#include "problems/catalogue.hpp"
#include "reference/certified.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

struct BuildOptions {
  std::string problem, folder;
  bool json = false;
};

constexpr const char* examples = R"(Examples:
  plumb reference build                    every problem that has a reference, default data, t = 0, 1, .., 10 s
  plumb reference build pendulum --out /tmp

Stored values carry their certified digits, the routes that agree in them, and a hash of the problem's data.)";

void write(const fs::path& file, const Json& json) {
  std::ofstream out(file);
  out << json.dump(2) << "\n";
  out.close();
  if (!out)
    throw std::runtime_error(fmt::format("{}: cannot be written; is the folder there and writable?", file.string()));
}

std::vector<ReferenceRecord> build(const ReferenceSubject& subject, const fs::path& folder) {
  std::vector<std::string> times;
  for (int t = 0; t <= 10; ++t) times.push_back(std::to_string(t));
  const auto records = certified_records(subject, times);
  Json list = Json::array();
  for (const auto& record : records) list.push_back(to_json(record));
  write(folder / fmt::format("{}.json", subject.problem.name),
        {{"schema", 1},
         {"problem", subject.problem.name},
         {"title", subject.problem.title},
         {"source", subject.problem.source},
         {"made_by", fmt::format("plumb reference build {}", subject.problem.name)},
         {"formulation", subject.formulation.name},
         {"units", "SI; digits are counted from the larger of value and scale"},
         {"records", list}});
  return records;
}

fs::path folder_of(const BuildOptions& options) {
  if (!options.folder.empty()) return options.folder;
  return papers_folder().parent_path().parent_path() / "reference" / "data";
}

void build_all(const BuildOptions& options) {
  const auto folder = folder_of(options);
  std::error_code error;
  fs::create_directories(folder, error);
  Table table{.columns = {{"problem"}, {"records", Align::right}, {"digits", Align::right}, {"file"}}, .rows = {}};
  for (const auto& problem : problems()) {
    if (options.problem.empty() ? !has_reference(problem) : problem.name != options.problem) continue;
    const auto records = build(reference_subject(std::string(problem.name), ""), folder);
    int digits = most_digits;
    for (const auto& record : records) digits = std::min(digits, fewest_digits(record));
    table.rows.push_back({problem.name, Entry::count(static_cast<std::int64_t>(records.size())), Entry::count(digits),
                          (folder / fmt::format("{}.json", problem.name)).string()});
  }
  if (options.json) return print_json(as_json(table));
  print(as_text(table));
}

}  // namespace

void add_reference_build(CLI::App& reference, Exit&) {
  auto& verb = *reference.add_subcommand("build", "write reference/data/PROBLEM.json");
  auto options = std::make_shared<BuildOptions>();
  verb.add_option("PROBLEM", options->problem, "a problem; default: all that have a reference");
  verb.add_option("--out", options->folder, "default: reference/data of the checkout")->type_name("FOLDER");
  verb.add_flag("--json", options->json, "an array, one object a problem");
  verb.footer(examples);
  verb.callback([options] {
    if (!options->problem.empty()) reference_subject(options->problem, "");
    build_all(*options);
  });
}

}  // namespace plumb
