#include "harness/api/report_site.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <set>

#include "contract/stop.hpp"
#include "harness/paper/table.hpp"
#include "harness/report/audited_values.hpp"
#include "harness/report/other_pages.hpp"
#include "harness/report/paper_pages.hpp"
#include "harness/report/report.hpp"
#include "harness/report/store_changes.hpp"
#include "harness/run/build_info.hpp"
#include "text/csv.hpp"
#include "text/file_text.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

/// Returns a field of a CSV table as JSON: null if it is empty, a number if it is numeric, else the text.
Json field_json(const std::string& text) {
  if (text.empty()) return nullptr;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(value)) return value;
  return text;
}

Json columns_of(const fs::path& csv) {
  const auto rows = csv_rows(csv, "data of a figure (CSV)");
  Json out = Json::object();
  if (rows.empty()) return out;
  for (std::size_t k = 0; k < rows.front().size(); ++k) {
    Json column = Json::array();
    for (std::size_t i = 1; i < rows.size(); ++i) column.push_back(field_json(k < rows[i].size() ? rows[i][k] : ""));
    out[rows.front()[k]] = std::move(column);
  }
  return out;
}

Json units_of(const fs::path& file) {
  Json out = Json::object();
  if (!fs::is_regular_file(file)) return out;
  for (const auto& row : csv_table(file, "units of a figure (CSV)", {"column", "unit"})) out[row[0]] = row[1];
  return out;
}

PaperFigure figure_in(const fs::path& file) try {
  PaperFigure out;
  out.item = file.stem().string();
  out.description = Json::parse(file_text(file, "the description of a figure (JSON)"));
  out.description.at("kind").get_ref<const std::string&>();
  out.description.at("columns").at(0).at("column").get_ref<const std::string&>();
  auto csv = file;
  csv.replace_extension(".csv");
  out.columns = columns_of(csv);
  out.csv = file_text(csv, "data of a figure (CSV)");
  out.units = units_of(file.parent_path() / (out.item + ".units.csv"));
  return out;
} catch (const Json::exception&) {
  throw UsageError(fmt::format("--figures '{}': this is not the description of a figure from `plumb reproduce --out`",
                               printable_excerpt(file.string())));
}

/// Returns a sort key that places "figure-2" before "figure-10", and names without a number last.
std::pair<int, std::string> place_of(const std::string& item) {
  const auto digits = item.find_first_of("0123456789");
  int number = 1'000'000;
  if (digits != item.npos) std::from_chars(item.data() + digits, item.data() + item.size(), number);
  return {number, item};
}

std::vector<PaperFigure> figures_in(const fs::path& folder) {
  std::vector<PaperFigure> out;
  if (!fs::is_directory(folder)) return out;
  for (const auto& entry : fs::directory_iterator(folder)) {
    auto csv = entry.path();
    if (csv.extension() != ".json" || !fs::is_regular_file(csv.replace_extension(".csv"))) continue;
    stopping_point();
    out.push_back(figure_in(entry.path()));
  }
  std::ranges::sort(out, {}, [](const PaperFigure& figure) { return place_of(figure.item); });
  return out;
}

std::set<std::string> keys_in(const Json& verdicts, const fs::path& figures) {
  std::set<std::string> out;
  if (verdicts.is_array())
    for (const auto& one : verdicts)
      if (one.is_object() && one.contains("paper") && one["paper"].is_string()) out.insert(one["paper"]);
  if (figures.empty()) return out;
  if (!fs::is_directory(figures))
    throw unreadable("--figures '{}': there is no such folder", printable_excerpt(figures.string()));
  for (const auto& entry : fs::directory_iterator(figures))
    if (entry.is_directory() && !figures_in(entry.path()).empty()) out.insert(entry.path().filename().string());
  return out;
}

void add_catalogued(const std::string& key, PaperFacts& facts) try {
  const auto paper = paper_named(key);
  facts = {paper.title, paper.authors, paper.source, paper.doi};
  facts.found = paper.found;
  for (const auto& [item, file] : paper.items("tables")) facts.tables[item] = table_spec(item, file, paper).title;
  if (const auto readme = paper.folder / "README.md"; fs::is_regular_file(readme))
    facts.claims = findings_in(file_text(readme, "findings about a paper"));
} catch (const UsageError&) {  // the paper is not in this build
}

/// Returns facts by key of the paper: for papers with verdicts, and for papers with figures in the folder that `plumb
/// reproduce --out` wrote (empty: none). A paper that this program does not have gets only its figures. Throws
/// UsageError if a file of the folder is not a figure.
std::map<std::string, PaperFacts> facts_of_papers(const Json& verdicts, const fs::path& figures) {
  std::map<std::string, PaperFacts> out;
  for (const auto& key : keys_in(verdicts, figures)) {
    auto& facts = out[key];
    add_catalogued(key, facts);
    if (!figures.empty()) facts.figures = figures_in(figures / key);
  }
  return out;
}

/// Adds the runs of a store, of all builds. Returns the number of damaged rows.
std::size_t gather(const std::string& file, ReportContents& contents, const Conduct& conduct) {
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
  if (damaged != 0 && conduct.note)
    conduct.note(fmt::format("omitted: {} of {} that {} damaged; `plumb doctor {}` lists them", counted(damaged, "row"),
                             file, damaged == 1 ? "is" : "are", file));
  return damaged;
}

/// Compares the runs of the stores with the store of --before.
void add_changes(const SiteRequest& request, ReportContents& contents) {
  if (request.before.empty()) return;
  if (request.stores.empty())
    throw UsageError("--before compares an earlier store with a later one: name that STORE, too");
  const auto record = [](const std::string& file) { return record_of(Store(file, Access::read_only)); };
  const NamedRecord before{fs::path(request.before).filename().string(), record(request.before)};
  NamedRecord after;
  std::vector<std::string> names;
  for (const auto& store : request.stores) {
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
void add_papers_of(const SiteRequest& request, ReportContents& contents) {
  Json verdicts = Json::array();
  const auto add = [&](const Json& all) { add_papers(all, facts_of_papers(all, request.figures), contents); };
  if (request.papers.empty() && !request.figures.empty()) return add(verdicts);
  read_json("--papers", request.papers, "verdicts of `plumb reproduce --json`", add);
}

/// Adds the outputs of other verbs.
void add_printed(const SiteRequest& request, ReportContents& contents) {
  read_json("--audits", request.audits, "audits of `plumb reference audit --json`",
            [&](const Json& audits) { contents.audited = audited_values_html(audits); });
  read_json("--compare", request.compare, "output of `plumb compare --json`",
            [&](const Json& printed) { add_comparison(printed, contents); });
  read_json("--check", request.check, "output of `plumb check --json`",
            [&](const Json& printed) { add_check(printed, contents); });
  for (const auto& file : request.history)
    read_json("--histories", file, "output of `plumb history --json`",
              [&](const Json& printed) { add_history(printed, contents); });
}

void add_stores(const SiteRequest& request, ReportContents& contents, const Conduct& conduct, WrittenSite& out) {
  for (const auto& store : request.stores) out.damaged += gather(store, contents, conduct);
  std::sort(contents.stores.begin(), contents.stores.end(),
            [](const Json& a, const Json& b) { return a.dump() < b.dump(); });
  contents.runs.end();
  out.cells = contents.runs.runs().size();
}

/// Collects the contents and writes the site. Long computations come last, so that usage errors are reported early.
WrittenSite written(const SiteRequest& request, const Conduct& conduct) {
  WrittenSite out;
  ReportContents contents;
  contents.version = build_info().version;
  contents.documentation = request.documentation;
  contents.drawing = drawing_library(request.plotly);
  contents.formulas = formula_library(request.katex);
  add_printed(request, contents);
  add_stores(request, contents, conduct, out);
  add_changes(request, contents);
  for (const auto& folder : request.kept) add_saved_runs(folder, contents);
  add_papers_of(request, contents);
  add_catalogue(contents);
  contents.orders = order_series(contents.runs, request.orders);
  out.files = write_report(contents, request.out);
  return out;
}

}  // namespace

WrittenSite report_site(const SiteRequest& request, const Conduct& conduct) {
  WrittenSite out;
  const Piece piece = [&]() -> std::function<void()> {
    return [&out, site = written(request, conduct)] { out = site; };
  };
  const auto ending = deliver_pieces({{request.out, piece}}, {.noun = "site"}, conduct);
  out.ending = ending;
  return out;
}

}  // namespace plumb
