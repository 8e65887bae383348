#include "harness/api/bundle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <stdexcept>
#include <utility>

#include "harness/api/cell_table.hpp"
#include "harness/api/conduct.hpp"
#include "harness/cell/method_file.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/compare/arenas_on.hpp"
#include "harness/compare/page.hpp"
#include "harness/run/environment.hpp"
#include "text/mistakes.hpp"
#include "text/output_file.hpp"
#include "text/printable.hpp"
#include "text/sha256.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr const char *unfinished_name = "unfinished.db", *store_name = "runs.db";

/// The cells of a bundle with their results, and its page.
struct BundledRuns {
  std::vector<ResolvedCell> cells = {};
  std::vector<RunResult> results = {};
  std::string page = {};
};

/// Throws UsageError if the folder contains anything but the results of a stopped call.
void require_free_folder(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error)) return;
  if (!fs::is_directory(folder, error))
    throw contradiction("{}: is a file; give the name of a new folder", printable(folder.string()));
  for (const auto& entry : fs::directory_iterator(folder))
    if (!entry.path().filename().string().starts_with(unfinished_name))
      throw contradiction("{}: is not empty; give the name of a new folder, or move its contents away",
                          printable(folder.string()));
}

/// Throws UsageError if a method is a shared library whose sources or build line are missing, or if a source is no
/// file.
void require_sources(const std::vector<std::string>& methods, const BundleRequest& request) {
  const bool has_sources = !request.sources.empty() && !request.build_line.empty();
  for (const auto& method : methods)
    if (from_outside(method) && !has_sources)
      throw missing_part(
          "{}: is a shared library; give its sources (--source FILE) and the command that builds it (--build-line)",
          method);
  std::set<std::string> names;
  for (const auto& source : request.sources) {
    const auto name = fs::path(source).filename().string();
    std::error_code error;
    if (!fs::is_regular_file(source, error)) throw unreadable("--source: {} is not a file", printable(source));
    if (!names.insert(name).second)
      throw contradiction("--source: two files have the name {}; rename one of them", printable(name));
  }
}

/// Returns the names of the methods, before anything runs.
std::vector<std::string> methods_of(const BundleRequest& request, const Cells& cells) {
  std::set<std::string> out;
  if (request.compares)
    for (const auto& spec : expand_methods(request.axes.method)) out.insert(spec.name);
  for (std::size_t i = 0; i < cells.size(); ++i) out.insert(cells[i].text().method);
  return {out.begin(), out.end()};
}

/// Runs the cells. If one has no result that another machine can repeat, `bundle` gets its title.
BundledRuns ran(const Cells& cells, const MatrixOptions& options, Bundle& bundle) {
  BundledRuns out;
  auto outcome = run_matrix(cells, options);
  bundle.ending = {outcome.interrupted, outcome.timed_out};
  CellTable table;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!outcome.results[i]) continue;
    ++bundle.ended;
    if (depends_on_the_machine(outcome.results[i]->status))
      bundle.without_result.push_back(fmt::format("{}: {}", title(cells[i].text()), name(outcome.results[i]->status)));
    table.add(cells[i], outcome.results[i]);
    out.cells.push_back(cells[i]);
    out.results.push_back(std::move(*outcome.results[i]));
  }
  if (!bundle.ending.stopped()) out.page = as_markdown(table.table());
  return out;
}

/// Adds the runs of a comparison, each once, except those whose result depends on the machine.
void add_runs(const std::vector<const Rung*>& rungs, std::set<std::string>& known, BundledRuns& out) {
  for (const auto* rung : rungs) {
    if (!rung->result || depends_on_the_machine(rung->result->status) || !known.insert(rung->cell.id()).second)
      continue;
    out.cells.push_back(rung->cell);
    out.results.push_back(*rung->result);
  }
}

BundledRuns compared(const BundleRequest& request, MatrixOptions options, Bundle& bundle) {
  CampaignPlan plan{.arenas = arenas_on(request.axes.problem, request.quick),
                    .entrants = entrants(request.axes.method, {})};
  if (request.quick) plan.longest_run = 0.02;
  if (!options.cell_timeout) options.cell_timeout = 60;
  const auto campaign = run_campaign(plan, options);
  bundle.ending = {campaign.interrupted, campaign.timed_out};
  BundledRuns out;
  std::set<std::string> known;
  for (const auto& track : campaign.tracks) add_runs(runs_of(track), known, out);
  for (const auto& run : campaign.long_runs) add_runs({&run.once, &run.tenfold}, known, out);
  bundle.cells = bundle.ended = out.cells.size();
  if (bundle.ending.stopped()) return out;
  const Standings standings(campaign);
  const std::vector<SecondsAtGoal> no_seconds;
  const auto command = command_of(
      {.methods = request.axes.method, .beside = {}, .problems = request.axes.problem, .quick = request.quick});
  for (std::size_t e = 0; e < campaign.plan.entrants.size(); ++e)
    if (campaign.plan.entrants[e].role == Role::judged)
      out.page += (out.page.empty() ? "" : "\n") +
                  page_text(sections_of(Subjects{standings, e, no_seconds, command}), TableFormat::markdown);
  return out;
}

FileKind new_file() {
  return {"a file of this bundle", [](const fs::path&) { return false; }};
}

void write_in(const fs::path& folder, const fs::path& name, std::string_view text) {
  fs::create_directories((folder / name).parent_path());
  write_file(folder / name, new_file(), text, false);
}

void write_store(const fs::path& path, const BundledRuns& runs, const BundledFiles& files) {
  Store store(path);
  for (std::size_t i = 0; i < runs.cells.size(); ++i) {
    auto result = runs.results[i];
    result.reason = files.renamed(std::move(result.reason));
    result.note = files.renamed(std::move(result.note));
    store.put(files.renamed(runs.cells[i].text()), build_info().fingerprint, result);
  }
}

/// Throws if the study of the bundle does not name exactly the cells of its store.
void require_same_cells(const fs::path& folder, const BundledRuns& runs, const BundledFiles& files) {
  std::set<std::string> read, written;
  const auto cells = cells_of_bundle(folder).cells;
  for (std::size_t i = 0; i < cells.size(); ++i) read.insert(id(with_names_of_bundle(cells[i].text(), folder)));
  for (const auto& cell : runs.cells) written.insert(id(files.renamed(cell.text())));
  if (read != written)
    throw std::runtime_error(
        fmt::format("{}: the study of the bundle does not have the cells of its store; was a file edited meanwhile?",
                    folder.string()));
}

void remove_unfinished(const fs::path& folder) {
  std::error_code ignored;
  for (const char* suffix : {"", "-wal", "-shm"}) fs::remove(folder / (std::string(unfinished_name) + suffix), ignored);
}

BundleManifest written(const BundleRequest& request, const BundledRuns& runs, const BundledFiles& files) {
  const fs::path folder = request.folder;
  fs::create_directories(folder);
  for (const auto& [name, original] : files.copies()) write_in(folder, name, bytes_of_file(original));
  for (const auto& source : request.sources)
    write_in(folder, fs::path("sources") / fs::path(source).filename(), bytes_of_file(source));
  if (!request.study.empty()) write_in(folder, "study-as-written.toml", bytes_of_file(request.study));
  write_in(folder, "study.toml", study_of_bundle(runs.cells, files, "Cells of the bundle"));
  write_store(folder / store_name, runs, files);
  require_same_cells(folder, runs, files);
  auto facts = current_environment();
  facts["version"] = build_info().version;
  BundleManifest manifest{.program = ProgramVersion::current(),
                          .command = request.command,
                          .build_line = request.build_line,
                          .created = facts.at("date").get<std::string>(),
                          .cells = runs.cells.size()};
  write_in(folder, "environment.json", facts.dump(2) + "\n");
  write_in(folder, "page.md", files.renamed(runs.page));
  write_in(folder, "README.md", bundle_readme(manifest, request.sources.size()));
  remove_unfinished(folder);
  return with_files_of(std::move(manifest), folder);
}

}  // namespace

Bundle write_bundle(const BundleRequest& request, const Conduct& conduct) {
  const fs::path folder = request.folder;
  require_free_folder(folder);
  Bundle out;
  NotedCells noted;
  if (!request.compares) {
    noted = request.study.empty() ? cells_of(request.axes) : cells_of(experiment_from_file(request.study));
    out.cells = noted.cells.size();
    out.notes = noted.notes;
  }
  require_sources(methods_of(request, noted.cells), request);
  auto with_store = conduct;
  if (conduct.store.empty()) {
    fs::create_directories(folder);
    with_store.store = (folder / unfinished_name).string();
  }
  std::optional<BundledRuns> runs;
  {
    const Conducted conducted(with_store);
    runs = request.compares ? compared(request, conducted.options, out) : ran(noted.cells, conducted.options, out);
  }
  if (out.ending.stopped()) out.unfinished = with_store.store;
  if (out.ending.stopped() || !out.without_result.empty() || runs->cells.empty()) return out;
  const BundledFiles files(runs->cells);
  out.manifest = written(request, *runs, files);
  const auto text = to_json(*out.manifest).dump(2) + "\n";
  write_in(folder, manifest_name, text);
  out.manifest_sha256 = sha256(text);
  return out;
}

}  // namespace plumb
