#pragma once
// The store is one SQLite file with a row for each run, so that an interrupted matrix can resume without loss.
//
// The key of a row is the cell id and the source fingerprint, so results of other builds are history and never used for
// this build. Each run is committed when it ends; write-ahead logging preserves all commits before a crash. Each
// row has a checksum (run_row.hpp): a damaged row counts as missing and affects no other row.
//
// Processes that work on the same study claim their cells (claims.hpp), so that none is run twice.

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

/// The store could not be opened, read or written (exit 3). The message is one line: the error, the file and a remedy.
struct StoreError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Thrown if an SQLite file is no store, or a store with another schema. Such a file is never changed.
struct OtherSchema : StoreError {
  using StoreError::StoreError;
};

struct StoredRun {
  Cell cell;
  std::string source_fingerprint;
  RunResult result;
  std::string created;  // time of creation (UTC): "2024-05-01T12:00:00.123Z"
};

/// A run as stored in JSON, possibly by a build whose results have other keys.
struct StoredText {
  Cell cell;
  Json written_cell, result;
  std::string source_fingerprint, created;
};

/// A damaged or unreadable row.
struct DamagedRun {
  std::string cell_id, source_fingerprint;  // texts as stored
  std::string why;                          // reason of the damage
};

/// Receives damaged rows, which are skipped.
using DamageSink = std::function<void(const DamagedRun&)>;

/// The reply to a claim of a cell. `ours`: this process may run it now. `done`: another process has already stored a
/// run. `others`: another process is running it.
enum class CellClaim { ours, done, others };

/// Returns whether SQLite interprets the path as a file. "" and ":memory:" are stores that end with the process.
bool is_persistent(const std::filesystem::path& path);

enum class Access { read_write, read_only };

/// Thread-safe. Several processes may open the same file; they wait for each other.
class Store {
 public:
  /// Opens the file; with read_write access creates it if it is missing. `patience` bounds the wait for another
  /// process. A store can also be read in a folder without write permission, unless a process was killed while writing
  /// to the store. The last process that closes the store removes the additional files of SQLite, even if it only read.
  /// Throws StoreError: no such path, no permission, damaged, not a store, or another schema version.
  explicit Store(const std::filesystem::path& path, Access access = Access::read_write,
                 std::chrono::milliseconds patience = std::chrono::seconds(30));
  /// Creates a temporary store that ends with the process. It is in memory, and on disk if it is large.
  Store();
  ~Store();

  // These members throw StoreError if the file cannot be read or written. Earlier contents remain.

  /// Returns the run; none if it does not exist or is damaged.
  std::optional<StoredRun> find(std::string_view cell_id, std::string_view source_fingerprint) const;
  /// Returns the status of the run; none if it does not exist or is damaged.
  std::optional<Status> status(std::string_view cell_id, std::string_view source_fingerprint) const;
  /// Returns the damaged runs that `find`, `status` and `claim` have found since the store was opened, without
  /// duplicates.
  std::vector<DamagedRun> damaged() const;
  /// Returns descriptions of the damage of the database structure, such as wrong or missing links between pages.
  std::vector<std::string> damaged_pages() const;
  /// Returns whether the store contains no run of any build.
  bool empty() const;
  /// Returns the number of runs of a build, or of all builds.
  std::size_t count(std::optional<std::string_view> source_fingerprint = {}) const;
  /// Passes all runs of a build, or of all builds, to `see`, sorted by canonical cell, so that the order does not
  /// depend on the order of the runs. The file is locked only for short times, so writers need not wait for `see`. Runs
  /// stored meanwhile may be missing. `see` must not use the store. Damaged runs are skipped and passed to `damaged`;
  /// without `damaged` they throw StoreError.
  void visit(std::optional<std::string_view> source_fingerprint, const std::function<void(StoredRun)>& visitor,
             const DamageSink& damaged = {}) const;
  /// Returns all runs of a build, or of all builds, in the order of `visit`. Throws StoreError if a run is damaged.
  std::vector<StoredRun> runs(std::optional<std::string_view> source_fingerprint = {}) const;

  /// Returns the runs of all builds in their stored form, in the order of `visit`, which also defines the treatment of
  /// damaged runs.
  std::vector<StoredText> texts(const DamageSink& damaged = {}) const;

  /// Prepares the store for writing. Calling it early, before there are results to lose, avoids that later writes wait
  /// for readers. It waits for the present readers, at most for the patience; it has stopping points. Without this call
  /// the file remains unchanged, byte for byte. Every write calls it if necessary.
  void begin_writing();

  /// Claims a cell before its run. If several processes claim it, exactly one gets `ours`, until it stores a run,
  /// releases the cell, or ends. `done` means that another process has stored a run. If that run depends on the
  /// machine, it counts only if it was stored since the store was opened.
  CellClaim claim(std::string_view cell_id, std::string_view source_fingerprint);
  /// Releases a claimed cell without a run.
  void release(std::string_view cell_id, std::string_view source_fingerprint);

  /// Stores and commits the run, which ends a claim. A run with the same key is replaced.
  void put(const Cell& cell, std::string_view source_fingerprint, const RunResult& result);
  /// Deletes a run, if it exists.
  void remove(std::string_view cell_id, std::string_view source_fingerprint);

  /// Returns a text derived from runs or from a method (a measured quantity, the data of a figure); the key contains
  /// the inputs of the text. None if it does not exist or is damaged.
  std::optional<std::string> derived(std::string_view key, std::string_view source_fingerprint) const;
  /// Stores and commits the text. A text with the same key is replaced.
  void put_derived(std::string_view key, std::string_view source_fingerprint, const std::string& text);

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace plumb
