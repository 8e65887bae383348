#pragma once
// The open file of a store: reading, writing, locks, and cleanup of the files that SQLite creates next to it.

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/store/claims.hpp"
#include "harness/store/environments.hpp"
#include "harness/store/run_row.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store.hpp"

namespace plumb {

/// Throws StoreError if a file at the path cannot be a store (a folder, a pipe, a device), if the path
/// stores nothing permanently (is_persistent), or if a store must exist and the path does not exist.
void check_store_path(const std::filesystem::path& path, bool must_exist);

/// Returns the mode in which to open a store for reading. If it is in WAL mode, SQLite creates files next to the store
/// and removes them at the end. If that is not permitted and there is no log file, nothing is writing, so only the store
/// itself is read. Throws SqliteBusy if there is a writer after all.
Opening to_read(const std::filesystem::path& path, std::chrono::milliseconds patience);

/// Throws OtherSchema if `db`, the file at `path`, is not a store of the one schema, and SqliteDamaged if its header or
/// the description of its tables is damaged.
void check_schema(const Sqlite& db, const std::string& path);

/// Callers must hold the mutex. All members throw StoreError.
struct Store::Connection {
  /// Implement the constructors of Store.
  Connection(const std::filesystem::path& file, Access access, std::chrono::milliseconds patience);
  Connection();
  ~Connection();

  /// Prepares the store for writing. Must be called before the first write. If it fails, the next call tries again.
  void begin_writing();

  /// Returns the reason for which a row is damaged; empty if no damage is found.
  std::string why_not(const RunRow& row) const;

  enum class Search { index, every_row };
  /// Returns the row of a run; none if it does not exist or its pages are unreadable.
  std::optional<RunRow> row(std::string_view cell_id, std::string_view source_fingerprint,
                            Search search = Search::index) const;

  /// Returns the row if it is undamaged; otherwise records it in `damaged`.
  std::optional<RunRow> sound_row(std::string_view cell_id, std::string_view source_fingerprint);
  /// Returns whether the cell need not run again. A run that depends on the machine counts only if another process has
  /// stored it since the store was opened.
  bool is_done(std::string_view cell_id, std::string_view source_fingerprint);
  /// Records that this process has stored a run.
  void noted(const RunRow& row, bool depends_on_the_machine);

  /// Passes the rows of all runs of a build, or of all builds (nullopt), to `see`, sorted by canonical cell. Passes the
  /// keys of rows with unreadable pages to `unreadable`. The file is locked while the keys are sorted and while a row
  /// is read, but not during the calls of `see`.
  void visit(const std::optional<std::string_view>& source_fingerprint, const std::function<void(RunRow)>& visitor,
             const DamageSink& unreadable) const;

  /// Returns the time [UTC] for the time stamps of rows.
  std::string now() const;

  /// Starts the renewal of this process's claims; the destructor releases them. Calls begin_writing().
  void begin_claiming();
  /// Releases a claim if this process has begun to claim.
  void release(std::string_view cell_id, std::string_view source_fingerprint) const;

  std::string path;
  Sqlite db;
  mutable std::mutex mutex;
  mutable Environments environments{db};
  std::string opened;  // time of opening (UTC)

  using Key = std::pair<std::string, std::string>;  // cell id and source fingerprint
  using Keys = std::vector<Key>;
  std::set<Key> own_runs;              // runs stored by this process that depend on the machine
  std::map<Key, std::string> damaged;  // reasons of the damaged rows found so far

 private:
  Connection(const std::string& name, Opening opening, std::chrono::milliseconds patience);

  /// Returns the keys sorted by the SQL expression `order`.
  Keys keys(const std::optional<std::string_view>& source_fingerprint, std::string_view order) const;
  /// Returns the keys sorted by canonical cell. In a damaged file with unreadable cells, they are sorted by id.
  Keys sorted_keys(const std::optional<std::string_view>& source_fingerprint) const;
  void give_back_claims();

  Opening opening_;
  std::chrono::milliseconds patience_;
  bool logs_ = false;               // whether this connection turned on the write-ahead log, which it must turn off
  bool writes_ = false;             // whether begin_writing() has succeeded
  std::optional<Renewal> renewal_;  // renewal of claims; none without claims
};

}  // namespace plumb
