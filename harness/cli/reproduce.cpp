// plumb reproduce: a paper's numbers, claims and figures beside what this build measures.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <memory>
#include <thread>

#include "harness/cli/commands.hpp"
#include "harness/cli/console.hpp"
#include "harness/paper/figure.hpp"
#include "harness/paper/report.hpp"
#include "harness/text/suggest.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr const char* examples = R"(Examples:
  plumb reproduce fernandez2024/table-6
  plumb reproduce fernandez2024/table-6 --format latex
  plumb reproduce fernandez2024/claims --store papers.db -j 2
  plumb reproduce li2019 --full --out figures          # writes figures/li2019/figure-2.csv and so on

Exit code 1: a number differs or a claim does not hold; 4: something that should have a result has none. What is left
out without --full is neither.)";

struct Options {
  std::string wanted, format = "text", store, out;
  bool full = false, json = false;
  int jobs = 0;
};

/// What of a paper is asked for.
struct Selection {
  std::vector<TableSpec> tables;
  std::vector<FigureSpec> figures;
  std::vector<Claim> claims;
};

Selection selected(const Paper& paper, const std::string& item) {
  Selection out;
  std::vector<std::string> known;
  const auto asked = [&](const std::string& name) { return known.push_back(name), item.empty() || item == name; };
  for (const auto& [name, file] : paper.items("tables"))
    if (asked(name)) out.tables.push_back(table_spec(name, file, paper));
  for (const auto& [name, file] : paper.items("figures"))
    if (asked(name)) out.figures.push_back(figure_spec(name, file, paper));
  if (const auto file = paper.folder / "claims.toml"; fs::exists(file) && asked("claims"))
    out.claims = claims_from_file(file, paper);
  if (!item.empty() && std::find(known.begin(), known.end(), item) == known.end())
    throw unknown_name(fmt::format("item of {}", paper.key), item, known);
  return out;
}

/// Whether all were written: Ctrl-C may end them.
bool write_figures(const std::vector<FigureSpec>& figures, const fs::path& folder, const MatrixOptions& matrix) {
  std::error_code error;
  fs::create_directories(folder, error);
  for (const auto& figure : figures) {
    const auto data = figure_data(figure, matrix);
    if (!data) return false;
    const auto path = folder / (figure.item + ".csv");
    std::ofstream file(path, std::ios::binary);
    file << as_csv(*data);
    file.close();
    if (!file) throw std::runtime_error(fmt::format("{} could not be written", path.string()));
    note(fmt::format("{}/{}: {}", figure.paper, figure.item, path.string()));
  }
  return true;
}

bool print_figure(const FigureSpec& figure, TableFormat format, const MatrixOptions& matrix) {
  auto data = figure_data(figure, matrix);
  if (!data) return false;
  data->caption = fmt::format("{}/{}  {}", figure.paper, figure.item, figure.title);
  print(printed(*data, format));
  return true;
}

Exit reproduce(const Options& options) {
  const auto format = table_format(options.json ? "json" : options.format);
  const auto slash = options.wanted.find('/');
  const auto papers = options.wanted.empty() ? paper_keys() : std::vector{options.wanted.substr(0, slash)};
  const auto item = slash == std::string::npos ? "" : options.wanted.substr(slash + 1);
  std::optional<Store> store;
  if (!options.store.empty()) store.emplace(options.store);
  StatusLine status(stderr_is_terminal());
  MatrixOptions matrix;
  matrix.jobs = options.jobs, matrix.store = store ? &*store : nullptr;
  matrix.progress = [&](const std::string& line) { status.show(line); };
  Laboratory laboratory(matrix);
  Findings findings;
  for (const auto& key : papers) {
    const auto paper = paper_named(key);
    if (!paper.note.empty()) note(paper.note);
    auto selection = selected(paper, item);
    bool drawn = true;
    if (!options.out.empty())
      drawn = write_figures(selection.figures, fs::path(options.out) / key, matrix);
    else if (!item.empty() && !selection.figures.empty())
      drawn = print_figure(selection.figures.front(), format, matrix);
    if (!drawn) return Exit::interrupted;
    for (auto& list : judged(selection.tables, laboratory, options.full)) findings.tables.push_back(std::move(list));
    for (auto& spec : selection.tables) findings.specs.push_back(std::move(spec));
    for (auto& claim : judged(selection.claims, laboratory, options.full)) findings.claims.push_back(std::move(claim));
  }
  status.clear();
  if (findings.specs.empty() && findings.claims.empty()) {
    if (!item.empty() || !options.out.empty()) return Exit::ok;  // figures
    note(fmt::format("{} has figures only: name one (plumb show paper {}), or write them all with --out",
                     options.wanted, options.wanted));
    if (format == TableFormat::json) print("[]\n");
    return Exit::nothing_measured;
  }
  print(printed(findings, format));
  if (laboratory.interrupted()) return Exit::interrupted;
  if (findings.incomplete()) return Exit::nothing_measured;
  return findings.differs() ? Exit::verdict_failed : Exit::ok;
}

}  // namespace

void add_reproduce(CLI::App& app, Exit& exit) {
  auto options = std::make_shared<Options>();
  options->jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  auto* verb = app.add_subcommand("reproduce", "published numbers beside measured ones, with ratio and verdict");
  verb->add_option(
          "item", options->wanted,
          "PAPER or PAPER/ITEM: table-N, figure-N, claims or another of `plumb show paper`; without one every paper")
      ->type_name("PAPER[/ITEM]");
  verb->add_option("--format", options->format, "text, md, latex, csv or json")->type_name("FORMAT");
  verb->add_flag("--json", options->json, "the same as --format json");
  verb->add_flag("--full", options->full, "also the rows that take minutes");
  verb->add_option("--store", options->store, "keep results in this file and take them from it")->type_name("FILE");
  verb->add_option("-j,--jobs", options->jobs, "runs at the same time")->type_name("N")->check(CLI::Range(1, 1024));
  verb->add_option("--out", options->out, "write the data of figures into DIR/PAPER, as CSV")->type_name("DIR");
  verb->footer(examples);
  verb->callback([options, &exit] { exit = reproduce(*options); });
}

}  // namespace plumb
