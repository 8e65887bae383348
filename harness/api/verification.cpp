#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "harness/api/bundle.hpp"
#include "harness/api/conduct.hpp"
#include "harness/gate/repeated_run.hpp"
#include "harness/schedule/engine.hpp"
#include "harness/store/store_diff.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

/// A recorded run of a bundle. `is_in_study`: the study has its cell, too.
struct RecordedRun {
  Cell cell;
  Json result;
  bool is_in_study = false;
};

/// The recorded runs by the id of their cells, without the contents of files. So an edited file still has its runs.
using RecordedRuns = std::map<std::string, RecordedRun>;

std::string key_of(const Cell& cell) { return id(without_content(cell)); }

RecordedRuns recorded_runs(const fs::path& store, Verification& out) {
  const auto record = record_of(Store(store, Access::read_only), {},
                                [&](const DamagedRun& damaged) { out.damaged.push_back(damaged); });
  RecordedRuns runs;
  for (const auto& [meaning, run] : record.runs) runs[key_of(run.cell)] = {run.cell, run.result};
  return runs;
}

/// The enumerators of RepeatVerdict are the first ones of CellVerdict.
CellVerdict verdict_of(RepeatVerdict verdict) { return static_cast<CellVerdict>(verdict); }

/// Returns the result of a repeat run as JSON, with the names of the bundle in its texts.
Json repeated_json(RunResult result, const fs::path& folder) {
  result.reason = with_names_of_bundle(std::move(result.reason), folder);
  result.note = with_names_of_bundle(std::move(result.note), folder);
  return to_json(result);
}

/// One verification: repeat runs first, then the comparisons that need uncertainties.
class Verifying {
 public:
  Verifying(fs::path bundle, const Conduct& how, Verification& verification)
      : folder(std::move(bundle)), conducted(how), out(verification) {}

  void run(RecordedRuns recorded) {
    auto noted = cells_of_bundle(folder);
    out.notes = std::move(noted.notes);
    auto outcome = run_matrix(noted.cells, conducted.options);
    out.ending = {outcome.interrupted, outcome.timed_out};
    for (std::size_t i = 0; i < noted.cells.size(); ++i) add(noted.cells[i], outcome.results[i], recorded);
    for (const auto& [key, run] : recorded)
      if (!run.is_in_study) out.cells.push_back({run.cell, CellVerdict::missing, "only in the store"});
    if (!out.ending.stopped()) compare_open();
  }

 private:
  /// A cell whose values differ in some bits.
  struct Open {
    std::size_t place;  // index in out.cells
    ResolvedCell cell;
    Json recorded, repeated;
  };

  void add(const ResolvedCell& cell, std::optional<RunResult>& result, RecordedRuns& recorded) {
    VerifiedCell verified{.cell = with_names_of_bundle(cell.text(), folder)};
    const auto found = recorded.find(key_of(verified.cell));
    if (found == recorded.end()) {
      verified.verdict = CellVerdict::missing;
      verified.message = "only in the study";
    } else {
      found->second.is_in_study = true;
      if (result) compare(cell, repeated_json(std::move(*result), folder), found->second.result, verified);
    }
    out.cells.push_back(std::move(verified));
  }

  void compare(const ResolvedCell& cell, Json repeated, Json& recorded, VerifiedCell& verified) {
    if (auto decided = compared_by_bits(recorded, repeated)) {
      verified.verdict = verdict_of(decided->verdict);
      verified.message = std::move(decided->message);
      return;
    }
    verified.message = "some bits differ; they were not compared with the uncertainty";
    open.push_back({out.cells.size(), cell, std::move(recorded), std::move(repeated)});
  }

  void compare_open() {
    std::vector<Task> comparisons;
    for (const auto& one : open)
      comparisons.push_back({.seconds = 1,
                             .work = [this, &one](TaskState&) { return comparison(one); },
                             .title = "uncertainty of " + title(one.cell.text())});
    auto options = conducted.options.pool();
    options.task_timeout = {};
    out.ending = reach({goal_of(std::move(comparisons))}, {.pool = std::move(options)});
  }

  Finish comparison(const Open& one) {
    auto compared = compared_with_repeat(one.cell, one.recorded, one.repeated, doubt_of_whole_results());
    return [this, &one, compared = std::move(compared)] {
      out.cells[one.place].verdict = verdict_of(compared.verdict);
      out.cells[one.place].message = compared.message;
      return true;
    };
  }

  const fs::path folder;
  const Conducted conducted;
  Verification& out;
  std::vector<Open> open = {};
};

void require_another_store(const fs::path& folder, const Conduct& conduct) {
  std::error_code error;
  if (!conduct.store.empty() && fs::equivalent(conduct.store, folder / "runs.db", error))
    throw contradiction(
        "--store: {} is the store of the bundle, whose results must be computed again; give another "
        "file",
        printable(conduct.store));
}

}  // namespace

std::string_view name(CellVerdict verdict) {
  constexpr std::array<std::string_view, 6> names = {"same bits",        "same digits", "different",
                                                     "failed otherwise", "missing",     "not run"};
  return names[static_cast<std::size_t>(verdict)];
}

std::size_t Verification::count(CellVerdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count(cells, verdict, &VerifiedCell::verdict));
}

Exit Verification::exit() const {
  if (ending.interrupted) return Exit::interrupted;
  if (ending.timed_out) return Exit::timeout;
  const bool edited = std::ranges::any_of(files, [](const auto& file) { return file.finding != "extra"; });
  if (edited || count(CellVerdict::different) != 0 || count(CellVerdict::failed_otherwise) != 0)
    return Exit::verdict_failed;
  const bool complete = not_readable.empty() && damaged.empty() && !cells.empty() && count(CellVerdict::missing) == 0;
  return complete && cells.size() == manifest.cells ? Exit::ok : Exit::nothing_measured;
}

Verification verify_bundle(const std::string& name, const Conduct& conduct) {
  const auto folder = fs::path(name).lexically_normal();
  Verification out{.manifest = manifest_in(folder)};
  require_another_store(folder, conduct);
  out.files = file_findings(folder, out.manifest);
  for (const auto& [path, finding] : out.files)
    if (finding == "missing" && path != "README.md" && path != "page.md" && path != "environment.json") {
      out.not_readable = path + " is missing, so no cell was run";
      return out;
    }
  RecordedRuns recorded;
  try {
    recorded = recorded_runs(folder / "runs.db", out);
  } catch (const StoreError& e) {
    out.not_readable = e.what();
    return out;
  }
  Verifying(folder, conduct, out).run(std::move(recorded));
  return out;
}

namespace {

/// The verdicts from the worst to the best, in the order of the printed rows.
constexpr std::array verdicts_by_weight = {CellVerdict::failed_otherwise, CellVerdict::different,
                                           CellVerdict::missing,          CellVerdict::not_run,
                                           CellVerdict::same_digits,      CellVerdict::same_bits};

std::string sources_text(const BundleManifest& manifest, std::size_t sources) {
  if (sources == 0) return {};
  return fmt::format(
      "\nMethods are shared libraries, built for the machine of the author. Their sources are in `sources/`. The "
      "author "
      "built\nthem with this command:\n\n    {}\n\nTo use your own build, run the command in `sources/` and replace "
      "the "
      "file in `methods/`. `plumb verify` then names the\nchanged file, and compares the numbers of your build.\n",
      manifest.build_line);
}

std::string counts_text(const Verification& verification) {
  std::vector<std::string> out;
  for (auto at = verdicts_by_weight.rbegin(); at != verdicts_by_weight.rend(); ++at)
    if (const auto count = verification.count(*at); count != 0) out.push_back(fmt::format("{} {}", count, name(*at)));
  return out.empty() ? "none" : fmt::format("{}", fmt::join(out, ", "));
}

std::vector<const VerifiedCell*> cells_by_weight(const Verification& verification) {
  std::vector<const VerifiedCell*> out;
  for (const auto verdict : verdicts_by_weight)
    for (const auto& cell : verification.cells)
      if (cell.verdict == verdict && verdict != CellVerdict::same_bits) out.push_back(&cell);
  return out;
}

std::string files_text(const Verification& verification) {
  if (verification.files.empty())
    return fmt::format("files: {} as in the manifest\n", verification.manifest.files.size());
  std::string out;
  for (const auto& [path, finding] : verification.files) out += fmt::format("{} file: {}\n", finding, printable(path));
  return out;
}

std::string program_text(const Verification& verification) {
  const auto &recorded = verification.manifest.program, here = ProgramVersion::current();
  if (!verification.is_other_program()) return fmt::format("program: plumb {}, as in the manifest\n", here.text());
  const bool same_text = recorded.text() == here.text();
  return fmt::format("another program: the bundle was made by plumb {}, this is plumb {}{}\n", recorded.text(),
                     here.text(), same_text ? "; flags, libraries or sources differ" : "");
}

}  // namespace

std::string bundle_readme(const BundleManifest& manifest, std::size_t sources) {
  return fmt::format(
      "# Results to check\n"
      "This folder has the numbers of {} of numerical integrations, and everything that is needed to compute them\n"
      "again. `page.md` shows them.\n\n"
      "1. Install plumb {}.\n"
      "2. Run this command in this folder:\n\n"
      "       plumb verify .\n\n"
      "The command compares the files with the checksums in `manifest.json`, runs all cells again, and prints for "
      "each\n"
      "cell whether it has the same bits, the same digits within the uncertainty of the reference and of rounding, or "
      "a\n"
      "different result. It runs the methods in this folder: verify only bundles from authors whom you trust.\n"
      "{}\n"
      "| file | contents |\n|---|---|\n"
      "| `study.toml` | the cells |\n"
      "| `runs.db` | the recorded results, an SQLite file: `plumb export runs.db --format csv` |\n"
      "| `page.md` | the results as a page |\n"
      "| `environment.json` | version, compiler, flags, libraries, processor and operating system of the author |\n"
      "| `manifest.json` | the program, the command, and the SHA-256 of every file |\n\n"
      "The bundle was made on {} by this command:\n\n    {}\n",
      counted(manifest.cells, "cell"), manifest.program.text(), sources_text(manifest, sources), manifest.created,
      manifest.command);
}

Json verification_json(const Verification& verification) {
  Json files = Json::array(), cells = Json::array(), damaged = Json::array(), counts = Json::object();
  for (const auto& [path, finding] : verification.files) files.push_back({{"path", path}, {"finding", finding}});
  for (const auto& row : verification.damaged) damaged.push_back({{"id", row.cell_id}, {"reason", row.why}});
  for (const auto& cell : verification.cells)
    cells.push_back({{"id", id(cell.cell)},
                     {"cell", title(cell.cell)},
                     {"verdict", name(cell.verdict)},
                     {"message", cell.message}});
  for (auto at = verdicts_by_weight.rbegin(); at != verdicts_by_weight.rend(); ++at)
    counts[std::string(name(*at))] = verification.count(*at);
  return {{"files", std::move(files)},
          {"program",
           {{"recorded", to_json(verification.manifest.program)},
            {"current", to_json(ProgramVersion::current())},
            {"same", !verification.is_other_program()}}},
          {"not_readable", verification.not_readable},
          {"damaged", std::move(damaged)},
          {"counts", std::move(counts)},
          {"cells", std::move(cells)},
          {"notes", verification.notes}};
}

std::string verification_text(const Verification& verification, const std::string& folder, std::size_t rows) {
  auto out = files_text(verification) + program_text(verification);
  if (!verification.not_readable.empty()) out += fmt::format("not readable: {}\n", verification.not_readable);
  for (const auto& row : verification.damaged)
    out += fmt::format("damaged row of runs.db: {}: {}\n", printable(row.cell_id), row.why);
  out += fmt::format("{}: {}: {}\n", folder, counted(verification.cells.size(), "cell"), counts_text(verification));
  const auto listed = cells_by_weight(verification);
  const auto shown = std::min(rows, listed.size());
  Table table{.columns = {{"cell"}, {"verdict"}, {"recorded -> now"}}, .rows = {}};
  for (std::size_t i = 0; i < shown; ++i)
    table.rows.push_back({title(listed[i]->cell), std::string(name(listed[i]->verdict)), listed[i]->message});
  if (shown > 0) out += "\n" + as_text(table);
  if (shown < listed.size()) out += fmt::format("{} (--all)\n", counted(listed.size() - shown, "more cell"));
  return out;
}

}  // namespace plumb
