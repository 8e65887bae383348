// plumb report writes a folder of static pages about runs of stores, the catalogue, and papers.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>

#include "contract/stop.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/report_catalogue.hpp"
#include "harness/cli/report_kept.hpp"
#include "harness/cli/report_papers.hpp"
#include "harness/cli/work.hpp"
#include "harness/report/audited_values.hpp"
#include "harness/report/order_series.hpp"
#include "harness/report/other_pages.hpp"
#include "harness/report/paper_pages.hpp"
#include "harness/report/report.hpp"
#include "harness/report/store_changes.hpp"
#include "harness/run/build_info.hpp"
#include "text/file_text.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
  std::vector<std::string> stores;
  std::string before, out, plotly, katex, papers, figures, audits, compare, check, documentation;
  std::vector<std::string> kept, history;
  OrderLimits orders = {};
  bool json = false;
};

constexpr const char* report_examples = R"(Examples:
  plumb report study.db --out site                  then open site/index.html in a browser
  plumb report shards/*.db --out site               several stores; the newer of two runs of a cell is used
  plumb report after.db --before before.db --out site    with a page of the changes since before.db
  plumb report --out catalogue                      the catalogue alone
  plumb report papers.db --papers verdicts.json --out site    with the output of `plumb reproduce --json`
  plumb report --figures data --audits audits.json --out site

The pages open from disk and load nothing from the network. The first page contains the failures, the best method of
each problem and the changes. Others are a matrix of methods and problems, plots of any quantity of the runs against any
other, observed orders, a page for each method and each problem. The second line of each data/NAME.js is JSON
(docs/report.md). The same stores give the same bytes.
--out replaces files of an earlier site in that folder, and no other file. plotly.js and KaTeX are copied from the
system (Debian: python3-plotly, libjs-katex). Exit code 4: a damaged row was omitted.)";

/// Adds the runs of a store, of all builds. Returns the number of damaged rows.
std::size_t gather(const std::string& file, ReportContents& contents) {
  const Store store(file, Access::read_only);
  std::size_t runs = 0, damaged = 0;
  store.visit(
      std::nullopt,
      [&](const StoredRun& run) {
        stopping_point();
        contents.runs.add(run);
        ++runs;
      },
      [&](const DamagedRun&) { ++damaged; });
  contents.stores.push_back({{"name", fs::path(file).filename().string()}, {"runs", runs}, {"damaged", damaged}});
  if (damaged != 0)
    note(fmt::format("omitted: {} of {} that {} damaged; `plumb doctor {}` lists them", counted(damaged, "row"), file,
                     damaged == 1 ? "is" : "are", file));
  return damaged;
}

/// Compares the runs of the stores with the store of --before.
void add_changes(const ReportOptions& options, ReportContents& contents) {
  if (options.before.empty()) return;
  if (options.stores.empty())
    throw UsageError("--before compares an earlier store with a later one: name that STORE, too");
  const auto record = [](const std::string& file) { return record_of(Store(file, Access::read_only)); };
  const NamedRecord before{fs::path(options.before).filename().string(), record(options.before)};
  NamedRecord after;
  std::vector<std::string> names;
  for (const auto& store : options.stores) {
    stopping_point();
    names.push_back(fs::path(store).filename().string());
    merge(record(store), after.record);
  }
  std::ranges::sort(names);
  after.name = fmt::format("{}", fmt::join(names, ", "));
  contents.changes = store_changes(before, after);
}

/// If `file` is not empty, calls `read` with its JSON. Errors name the option. `wanted` describes the expected
/// contents.
void read_json(const char* option, const std::string& file, const char* wanted,
               const std::function<void(const Json&)>& read) try {
  if (!file.empty()) read(Json::parse(file_text(file, wanted)));
} catch (const Json::exception& e) {
  throw UsageError(fmt::format("{} '{}': {}", option, printable_excerpt(file), plain_message(e)));
} catch (const FormatError& e) {
  throw UsageError(fmt::format("{} '{}': {}", option, printable_excerpt(file), e.what()));
}

/// Adds pages of papers with verdicts in the file of --papers, or with figures in the folder of --figures.
void add_papers_of(const ReportOptions& options, ReportContents& contents) {
  Json verdicts = Json::array();
  const auto add = [&](const Json& all) { add_papers(all, facts_of_papers(all, options.figures), contents); };
  if (options.papers.empty() && !options.figures.empty()) return add(verdicts);
  read_json("--papers", options.papers, "verdicts of `plumb reproduce --json`", add);
}

/// Adds the outputs of other verbs.
void add_printed(const ReportOptions& options, ReportContents& contents) {
  read_json("--audits", options.audits, "audits of `plumb reference audit --json`",
            [&](const Json& audits) { contents.audited = audited_values_html(audits); });
  read_json("--compare", options.compare, "output of `plumb compare --json`",
            [&](const Json& printed) { add_comparison(printed, contents); });
  read_json("--check", options.check, "output of `plumb check --json`",
            [&](const Json& printed) { add_check(printed, contents); });
  for (const auto& file : options.history)
    read_json("--histories", file, "output of `plumb history --json`",
              [&](const Json& printed) { add_history(printed, contents); });
}

/// Numbers of written files, cells and damaged rows.
struct WrittenReport {
  std::size_t files = 0, cells = 0, damaged = 0;
};

void add_stores(const ReportOptions& options, ReportContents& contents, WrittenReport& out) {
  for (const auto& store : options.stores) out.damaged += gather(store, contents);
  std::sort(contents.stores.begin(), contents.stores.end(),
            [](const Json& a, const Json& b) { return a.dump() < b.dump(); });
  contents.runs.end();
  out.cells = contents.runs.runs().size();
}

/// Collects the contents and writes the site. Long computations come last, so that usage errors are reported early.
WrittenReport run_report(const ReportOptions& options) {
  WrittenReport out;
  ReportContents contents;
  contents.version = build_info().version;
  contents.documentation = options.documentation;
  contents.drawing = drawing_library(options.plotly);
  contents.formulas = formula_library(options.katex);
  add_printed(options, contents);
  add_stores(options, contents, out);
  add_changes(options, contents);
  for (const auto& folder : options.kept) add_saved_runs(folder, contents);
  add_papers_of(options, contents);
  add_catalogue(contents);
  contents.orders = order_series(contents.runs, options.orders);
  out.files = write_report(contents, options.out);
  return out;
}

void print_report(const ReportOptions& options, const WrittenReport& report) {
  const auto start = (fs::path(options.out) / "index.html").lexically_normal().string();
  if (options.json)
    return print_json(Json{
        {"schema", 1}, {"page", start}, {"files", report.files}, {"cells", report.cells}, {"damaged", report.damaged}});
  print(fmt::format("{}: {} in {}\n", start, counted(report.cells, "cell"), counted(report.files, "file")));
}

Exit make_report(const ReportOptions& options) {
  WrittenReport report;
  const Piece piece = [&] {
    report = run_report(options);
    return [&] { print_report(options, report); };
  };
  const auto exit = work({{options.out, piece}}, {.noun = "site"});
  return exit == Exit::ok && report.damaged != 0 ? Exit::nothing_measured : exit;
}

/// Adds the options for files from other verbs, which become further pages.
void add_sources(CLI::App& verb, ReportOptions& options) {
  const auto file = [&](const char* name, std::string& value, const char* meaning) {
    verb.add_option(name, value, meaning)->type_name("FILE.json");
  };
  file("--papers", options.papers, "output of `plumb reproduce --json`: pages of papers");
  verb.add_option("--figures", options.figures, "folder of `plumb reproduce --out`: figures of papers")
      ->type_name("FOLDER");
  file("--audits", options.audits, "output of `plumb reference audit --json`: published values of problems");
  verb.add_option("--motions", options.kept,
                  "folder of motions, ID.h5 or ID.svg, from `plumb run --trajectory` or `--animate`; may be repeated")
      ->type_name("FOLDER");
  file("--compare", options.compare, "output of `plumb compare --json`: a method compared with the catalogue");
  file("--check", options.check, "output of `plumb check --json`: its findings");
  verb.add_option("--documentation", options.documentation,
                  "address of the documentation, which every page links to: made by scripts/docs-site, or a URL")
      ->type_name("ADDRESS");
  verb.add_option("--histories", options.history,
                  "output of `plumb history NAME --json`: values of past checks; may be repeated")
      ->type_name("FILE.json");
}

}  // namespace

void add_report(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("report", "a folder of pages for a browser: results, orders, methods, problems");
  auto options = std::make_shared<ReportOptions>();
  verb.add_option("STORE", options->stores, "stores of `plumb run --store`");
  verb.add_option("--before", options->before, "an earlier store: a page shows what changed since, run by run")
      ->type_name("STORE");
  add_out(verb, options->out, "the folder of the site");
  verb.get_option("--out")->required();
  verb.add_option("--plotly", options->plotly, "plotly.js, or plotly.min.js; default: the file of the system")
      ->type_name("FILE");
  verb.add_option("--katex", options->katex,
                  "folder of KaTeX with its fonts, as it is distributed; default: the folder of the system")
      ->type_name("FOLDER");
  verb.add_option("--reference-seconds", options->orders.reference_seconds,
                  "judge orders only if the reference is expected to take at most this time [s]; default: 1")
      ->type_name("S")
      ->check(CLI::NonNegativeNumber);
  add_sources(verb, *options);
  add_json(verb, options->json, "one object");
  verb.footer(report_examples);
  verb.callback([options, &exit] { exit = make_report(*options); });
}

}  // namespace plumb
