#include "harness/api/report_site.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "contract/stop.hpp"
#include "harness/api/report_catalogue.hpp"
#include "harness/api/report_kept.hpp"
#include "harness/api/report_papers.hpp"
#include "harness/report/audited_values.hpp"
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
