#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "harness/api/bundle.hpp"
#include "harness/api/bundled_files.hpp"
#include "harness/api/conducted.hpp"
#include "harness/gate/repeated_run.hpp"
#include "harness/schedule/engine.hpp"
#include "harness/store/store_diff.hpp"
#include "text/mistakes.hpp"
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

}  // namespace plumb
