#pragma once
// The store is one SQLite file with a row for each run, so that an interrupted matrix resumes and loses nothing.
//
// Rows are keyed by cell id and source fingerprint: results of another build are history, never mistaken for results of
// this one. Each run is one commit, made when it ends; write-ahead logging keeps all commits before a crash. Each row
// carries a checksum (run_row.hpp): a damaged row counts as missing, and costs no other row.
//
// Processes that work on the same study claim the cells that they run (claims.hpp), so that none is run twice.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cell/cell.hpp"
#include "harness/run/run_result.hpp"

namespace plumb {

/// The store could not be opened, read or written (exit 3). The message is one line: what happened, to which file, what
/// to do.
struct StoreError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct StoredRun {
  Cell cell;
  std::string source_fingerprint;
  RunResult result;
  std::string created;  // UTC, "2024-05-01T12:00:00.123Z"
};

/// The same run as it was written, perhaps by a build whose results have other keys.
struct StoredText {
  Cell cell;
  Json written_cell, result;
  std::string source_fingerprint, created;
};

/// A row that cannot be believed or cannot be read.
struct DamagedRun {
  std::string cell_id, source_fingerprint;  // as they are read
  std::string why;                          // in words
};

/// A function that is told of damaged rows, which are left out.
using DamageSink = std::function<void(const DamagedRun&)>;

/// Tells who may run a cell. `ours`: this process, now. `done`: nobody any more, since another process has stored a
/// run. `others`: another process, which runs it.
enum class CellClaim { ours, done, others };

/// Returns whether SQLite takes the path for that of a file. "" and ":memory:" are not: such stores end with the
/// process.
bool keeps_runs(const std::filesystem::path& path);

enum class Access { read_write, read_only };

/// Several threads may use a store. Several processes may open the same file; they wait for each other.
class Store {
 public:
  /// Opens the file; with read_write access creates it if it is missing. `patience` bounds the wait for another
  /// process. A store can also be read in a folder without the right to write, unless a process was killed that wrote
  /// to the store. The last process that closes the file leaves nothing beside it, whether it wrote or only read.
  /// Throws StoreError: no such path, no permission, damaged, not a store, or of another schema version.
  explicit Store(const std::filesystem::path& path, Access access = Access::read_write,
                 std::chrono::milliseconds patience = std::chrono::seconds(30));
  /// Makes a store that ends with the process, for results that wait there. It is in memory, and on disk when it is
  /// large.
  Store();
  ~Store();

  // All of these throw StoreError if the file cannot be read or written. What was stored before stays.

  /// Returns nothing if there is no such run, or if it is damaged.
  std::optional<StoredRun> find(std::string_view cell_id, std::string_view source_fingerprint) const;
  /// Returns how that run ended; nothing if there is none or if it is damaged.
  std::optional<Status> status(std::string_view cell_id, std::string_view source_fingerprint) const;
  /// Returns the damaged runs that `find`, `status` and `claim` have met since the store was opened, each once.
  std::vector<DamagedRun> damaged() const;
  /// Tells line by line what is wrong with the file as a database: pages that are linked wrongly or not at all.
  std::vector<std::string> damaged_pages() const;
  /// Returns whether the store has no run of any build.
  bool empty() const;
  /// Returns how many runs of a build, or of all builds, there are.
  std::size_t count(std::optional<std::string_view> source_fingerprint = {}) const;
  /// Shows all runs of a build, or of all builds, one after the other. They are sorted by canonical cell, so that
  /// nobody sees in which order they were run. The file is held for a moment at a time, however long `see` takes:
  /// nobody who writes waits for it. Runs that are stored meanwhile may be missing. `see` must not use the store.
  /// Damaged runs are left out and told to `damaged`; without `damaged` they are a StoreError.
  void visit(std::optional<std::string_view> source_fingerprint, const std::function<void(StoredRun)>& see,
             const DamageSink& damaged = {}) const;
  /// Returns the same runs, all at once. A damaged one is a StoreError.
  std::vector<StoredRun> runs(std::optional<std::string_view> source_fingerprint = {}) const;

  /// Returns the runs of all builds as they were written, in the same order. Damaged ones are treated as by `visit`.
  std::vector<StoredText> texts(const DamageSink& damaged = {}) const;

  /// Prepares the store for writing. It is called before there are results to lose, so that later writes need not wait
  /// for processes that read. It waits for those that read now, at most for the patience; stopping points end the wait
  /// too. Until it is called the file stays as it is, byte for byte. Every write calls it if that was not done.
  void begin_writing();

  /// Asks for a cell before it is run. One of several processes is told that the cell is theirs, until it has put a
  /// run, releases the cell, or no longer exists. `done` means that another process has put a run. If that run depends
  /// on the machine, it counts only if it was put since the store was opened.
  CellClaim claim(std::string_view cell_id, std::string_view source_fingerprint);
  /// Gives back a cell that was claimed but has no run.
  void release(std::string_view cell_id, std::string_view source_fingerprint);

  /// Writes the run and commits it, which ends a claim. A run with the same key is replaced.
  void put(const Cell& cell, std::string_view source_fingerprint, const RunResult& result);
  /// Deletes a run, if it is there.
  void remove(std::string_view cell_id, std::string_view source_fingerprint);

  /// Returns a text that was made from runs or from a method alone (a measured quantity, the data of a figure); the key
  /// tells what the text depends on. Returns nothing if there is none, if it is damaged, or if the store is older than
  /// such texts.
  std::optional<std::string> derived(std::string_view key, std::string_view source_fingerprint) const;
  /// Writes the text and commits it. A text with the same key is replaced.
  void put_derived(std::string_view key, std::string_view source_fingerprint, const std::string& text);

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace plumb
