#pragma once
// The verbs `merge`, `diff` and `export`: stores of several machines joined into one, the differences between two
// stores, and the runs of a store as data, tables and trajectories.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/api/conduct.hpp"
#include "harness/store/merge.hpp"
#include "harness/store/store.hpp"
#include "harness/store/store_diff.hpp"
#include "text/json.hpp"
#include "text/table.hpp"

namespace plumb {

struct MergeRequest {
  std::string target = {};  // store to write; its runs are kept
  std::vector<std::string> inputs = {};
  std::string study = {};  // study file whose cells without a result are counted; empty: none
};

/// The cells of a study for which a store has no result of this build, or only one that depends on the machine (such as
/// a timeout).
struct CellsWithoutResult {
  std::size_t count = 0;
  std::vector<std::string> first = {};  // titles of the first ten cells
};

struct MergedStores {
  MergeCounts counts = {};
  std::optional<CellsWithoutResult> missing = {};  // none: no study was given
  PiecesEnding ending = {};
};

/// Merges the stores as merge_stores(). Throws UsageError if the target is the only input, MergeConflict and
/// StoreError. `conduct` receives a note if the target is one of several inputs, because its runs are kept anyway.
MergedStores merged_stores(const MergeRequest& request, const Conduct& conduct);

/// The paths of two stores. If a store has runs of several builds, `build_before` and `build_after` choose one, by the
/// first characters of its fingerprint or commit; none: the newest run of each cell.
struct StoresToCompare {
  std::string before, after;
  std::optional<std::string> build_before = {}, build_after = {};
};

struct StoreChanges {
  StoresToCompare request;
  Record before, after;
  StoreDiff diff = {};
};

/// Compares the stores. Throws StoreError and UsageError.
StoreChanges store_changes(const StoresToCompare& request);

/// Returns the text for people: the builds, a summary, and at most `most` rows of changed and of missing cells.
/// `with_digits` adds the number of agreeing digits of each part of a result.
std::string changes_text(const StoreChanges& changes, bool with_digits, std::size_t most);

/// Returns one object with all differences.
Json changes_json(const StoreChanges& changes);

struct ExportRequest {
  std::string store;
  std::vector<std::string> cells = {};  // beginnings of the ids of the wanted cells; none: all cells
  bool all_builds = false;              // whether runs of other builds are wanted
};

/// The wanted runs of a store.
class ExportedRuns {
 public:
  /// `note` receives notes for the user. Throws StoreError.
  ExportedRuns(const ExportRequest& request, std::function<void(const std::string&)> note);

  /// Passes the undamaged runs to `visitor`. Has stopping points.
  void visit(const std::function<void(const StoredRun&)>& visitor);
  void note(const std::string& text) const { note_(text); }

  /// Passes notes on runs of other builds and on damage. Must be called after the last visit.
  void note_omitted() const;
  /// Returns whether there are runs, and the whole store could be read.
  bool is_complete() const;

 private:
  bool is_damaged() const { return !damaged_.empty() || !store_.damaged_pages().empty(); }

  const ExportRequest request_;
  const Store store_;
  const std::optional<std::string_view> build_;  // none: all builds
  const std::function<void(const std::string&)> note_;
  std::size_t count_ = 0;  // number of visited runs
  // Reasons of the damage of rows, by cell and build. A row that is read twice counts only once.
  std::map<std::pair<std::string, std::string>, std::string> damaged_;
};

/// Returns the format of a table with this name; "jsonl" (JSON Lines) is "json". Throws UsageError that names all
/// formats of an export.
TableFormat export_format(const std::string& name);

/// Passes the runs as text in a format to `out`. `columns` are patterns of column names; none: all columns.
void print_runs(ExportedRuns& runs, TableFormat format, const std::vector<std::string>& columns,
                const std::function<void(std::string_view)>& out);

/// Writes the runs to a file in the format latex, json or csv (with a second file for units). After a stop, there is no
/// file. Throws UsageError for another format, and if the file is no earlier export.
PiecesEnding write_runs(ExportedRuns& runs, TableFormat format, const std::vector<std::string>& columns,
                        const std::string& path, const Conduct& conduct);

/// Returns the references of the methods and problems as BibTeX.
std::string bibliography_of(ExportedRuns& runs);

enum class TrajectoryFormat { hdf5, npy };

struct ExportedTrajectories {
  std::size_t written = 0, changed = 0;  // number of runs; of runs whose result differs from the stored result
  Ending ending = {};
};
/// Runs the cells again, because stores contain no trajectories, and writes `folder`/ID.h5 or `folder`/ID/*.npy. Passes
/// a note for each result that differs from the stored bits. Throws UsageError for a cell that this build cannot run,
/// and for files that must not be replaced.
ExportedTrajectories write_trajectories(ExportedRuns& runs, TrajectoryFormat format,
                                        const std::filesystem::path& folder, const Conduct& conduct);

}  // namespace plumb
