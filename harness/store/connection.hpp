#pragma once
// The open file of a store: how it is read and written, who holds it and for how long, and what is left beside it.

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

/// Chooses how to open a store that is only read. If it has a log, SQLite writes files beside the store and removes
/// them at the end. Where that is not allowed and no log exists, nobody writes the store now, and the file alone is
/// read. Throws SqliteBusy if it has a writer after all.
Opening to_read(const std::filesystem::path& path, std::chrono::milliseconds patience);

/// Throws StoreError if the database with that name in `db`, of the file at `path`, is no store that this version
/// reads.
void check_schema(const Sqlite& db, const std::string& name, const std::string& path);

/// Whoever uses it holds its mutex. All members throw StoreError.
struct Store::Connection {
  /// These do what the constructors of Store promise.
  Connection(const std::filesystem::path& file, Access access, std::chrono::milliseconds patience);
  Connection();
  ~Connection();

  /// Has to be called before the first write. If it fails, the next call tries again.
  void begin_writing();

  /// Says in words why a row cannot be believed; empty: nothing is to be seen.
  std::string why_not(const RunRow& row) const;

  enum class Search { index, every_row };
  /// The row of a run, if it is there and its pages can be read.
  std::optional<RunRow> row(std::string_view cell_id, std::string_view source_fingerprint,
                            Search search = Search::index) const;

  /// Returns the same row if it can be believed; otherwise notes it in `damaged`.
  std::optional<RunRow> sound_row(std::string_view cell_id, std::string_view source_fingerprint);
  /// Returns whether the cell need not be run again. A run that depends on the machine counts only if another process
  /// has put it since the store was opened.
  bool is_done(std::string_view cell_id, std::string_view source_fingerprint);
  /// Notes that this process has put a run.
  void noted(const RunRow& row, bool depends_on_the_machine);

  /// Shows the rows of all runs of a build, or of all builds, sorted by canonical cell; `unreadable` is told of rows
  /// whose pages cannot be read. The file is held while the keys are sorted and while a row is read, but not while
  /// `see` looks at the row.
  void visit(const std::optional<std::string_view>& source_fingerprint, const std::function<void(RunRow)>& see,
             const DamageSink& unreadable) const;

  /// Returns the time [UTC] for the stamps of rows.
  std::string now() const;

  /// From now on the claims of this process are renewed; they are given back at the end. Calls begin_writing().
  void begin_claiming();
  /// Gives back a claim if this process has begun to claim.
  void release(std::string_view cell_id, std::string_view source_fingerprint) const;

  std::string path;
  Sqlite db;
  mutable std::mutex mutex;
  mutable Environments environments{db};
  std::string opened;  // when [UTC]

  using Key = std::pair<std::string, std::string>;  // cell id and fingerprint
  using Keys = std::vector<Key>;
  std::set<Key> own_runs;              // runs that were put here and depend on the machine
  std::map<Key, std::string> damaged;  // rows that were asked for, with the reasons

 private:
  Connection(const std::string& name, Opening opening, std::chrono::milliseconds patience);

  /// Returns the keys in an order that is given in SQL.
  Keys keys(const std::optional<std::string_view>& source_fingerprint, std::string_view order) const;
  /// Returns the keys sorted by canonical cell. In a damaged file, where some cells cannot be read, they are sorted by
  /// id.
  Keys sorted_keys(const std::optional<std::string_view>& source_fingerprint) const;
  void give_back_claims();

  Opening opening_;
  std::chrono::milliseconds patience_;
  bool logs_ = false;    // this connection turned on the write-ahead log, and has to end it
  bool writes_ = false;  // begin_writing() has succeeded
  std::optional<Renewal> renewal_;  // of claims; empty if nothing was claimed
};

}  // namespace plumb
