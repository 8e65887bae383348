#pragma once
// The store: one SQLite file with a row a run, so that an interrupted matrix resumes and loses nothing.
//
// Rows are keyed by cell id and source fingerprint: results of another build are history, never mistaken for results
// of this one. Each run is one commit, made when it ends; write-ahead logging keeps all commits before a crash. Each
// row carries a checksum (checksum.hpp): a damaged one is as good as none, and costs nothing but itself.
//
// Processes that work at the same study claim the cells that they run (claims.hpp), so that none is run twice.

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

/// The store could not be opened, read or written (exit 3). One line: what happened, to which file, what to do.
struct StoreError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct StoredRun {
  Cell cell;
  std::string source_fingerprint;
  RunResult result;
  std::string created;  // UTC, "2024-05-01T12:00:00.123Z"
};

/// The same as it was written, also by a build whose results have other keys.
struct StoredText {
  Cell cell;
  Json written_cell, result;
  std::string source_fingerprint, created;
};

/// A row that cannot be trusted, or not be read.
struct DamagedRun {
  std::string cell_id, source_fingerprint;  // as they are read
  std::string why;                          // in words
};

/// Told of damaged rows that are left out.
using DamageSink = std::function<void(const DamagedRun&)>;

/// Who may run a cell: this process now; nobody any more, since another process has stored it; another process that
/// does.
enum class CellClaim { ours, done, others };

/// Whether SQLite takes the path for that of a file: "" and ":memory:" are stores that end with the process.
bool keeps_runs(const std::filesystem::path& path);

enum class Access { read_write, read_only };

/// Usable from several threads; several processes may hold the same file and wait for each other.
class Store {
 public:
  /// Opens the file; with read_write access creates it if it is missing. `patience` bounds the wait for another
  /// process. A store is read in a folder that cannot be written to as well, unless a process that wrote was killed.
  /// The last one that closes the file leaves nothing beside it, whether it wrote or only read. Throws StoreError: no
  /// such path, no permission, damaged, not a store, or of another schema version.
  explicit Store(const std::filesystem::path& path, Access access = Access::read_write,
                 std::chrono::milliseconds patience = std::chrono::seconds(30));
  /// A store that ends with the process, for results that wait there: in memory, and on disk when it is large.
  Store();
  ~Store();

  // All of these throw StoreError if the file cannot be read or written; what was stored before stays.

  /// None if it is damaged, too.
  std::optional<StoredRun> find(std::string_view cell_id, std::string_view source_fingerprint) const;
  /// How that run ended; none if it is damaged.
  std::optional<Status> status(std::string_view cell_id, std::string_view source_fingerprint) const;
  /// The damaged ones that these two have met since the store was opened, each once.
  std::vector<DamagedRun> damaged() const;
  /// What is wrong with the file as a database, line by line: pages that hang together wrongly or not at all.
  std::vector<std::string> damaged_pages() const;
  /// Whether it has no run of any build.
  bool empty() const;
  /// How many runs of a build, or of all builds, there are.
  std::size_t count(std::optional<std::string_view> source_fingerprint = {}) const;
  /// How many of them an earlier version has written, without a checksum.
  std::size_t without_checksum() const;
  /// Shows all runs of a build, or of all builds, one after the other, sorted by canonical cell, so that the sequence
  /// of runs does not show. The file is held for a moment at a time, however long `see` takes: nobody who writes waits
  /// for it. Runs that are stored meanwhile may be missing. `see` may not use the store. Damaged runs are left out and
  /// told to `damaged`, or are a StoreError if there is none.
  void visit(std::optional<std::string_view> source_fingerprint, const std::function<void(StoredRun)>& see,
             const DamageSink& damaged = {}) const;
  /// The same runs, all at once.
  std::vector<StoredRun> runs(std::optional<std::string_view> source_fingerprint = {}) const;

  /// The runs of all builds as they were written, in the same order; damaged ones as for `visit`.
  std::vector<StoredText> texts(const DamageSink& damaged = {}) const;

  /// To be called before there is anything to lose: what is put later need not wait for processes that read. Waits for
  /// those that read now, for as long as the patience; stopping points end that too. Until then the file stays as it
  /// is, byte for byte. Every write does it, if it was not done.
  void begin_writing();

  /// Asks for a cell before it is run. Of several processes one is told that it is theirs, until it has put a run,
  /// releases the cell, or is no more. Done: another process has put a run, since the store was opened if that run
  /// depends on the machine.
  CellClaim claim(std::string_view cell_id, std::string_view source_fingerprint);
  /// Gives back a cell that was claimed and has no run.
  void release(std::string_view cell_id, std::string_view source_fingerprint);

  /// Writes the run and commits it, which ends a claim; a run with the same key is replaced.
  void put(const Cell& cell, std::string_view source_fingerprint, const RunResult& result);
  /// Deletes a run, if it is there.
  void remove(std::string_view cell_id, std::string_view source_fingerprint);

  /// A text that was made of runs or of a method alone (a measured quantity, the data of a figure), by what it depends
  /// on. None of a store that was written before there were such texts.
  std::optional<std::string> derived(std::string_view key, std::string_view source_fingerprint) const;
  /// Writes it and commits it; one with the same key is replaced.
  void put_derived(std::string_view key, std::string_view source_fingerprint, const std::string& text);

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace plumb
