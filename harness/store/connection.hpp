#pragma once
// The file of a store as it is opened, read and written: who holds it, for how long, and what it leaves beside it.

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

/// How a store that is only read is opened. A log makes SQLite write beside the store, and remove that at the end.
/// Where nothing can be written, a log that is not there cannot be made; and a store that waits for one has no writer
/// now.
Opening to_read(const std::filesystem::path& path, std::chrono::milliseconds patience);

/// Throws StoreError if the database with that name in `db`, of the file at `path`, is no store that this version
/// reads.
void check_schema(const Sqlite& db, const std::string& name, const std::string& path);

/// Whoever uses it holds its mutex. All of it throws StoreError.
struct Store::Connection {
  /// As the constructors of Store.
  Connection(const std::filesystem::path& file, Access access, std::chrono::milliseconds patience);
  Connection();
  ~Connection();

  /// Before the first write. What fails is done again by the next one.
  void begin_writing();

  /// Says in words why a row cannot be believed; empty: nothing is to be seen.
  std::string why_not(const RunRow& row) const;

  enum class Search { index, every_row };
  /// The row of a run, if it is there and its pages can be read.
  std::optional<RunRow> row(std::string_view cell_id, std::string_view source_fingerprint,
                            Search search = Search::index) const;

  /// The same, if it can be believed; else `damaged` has it.
  std::optional<RunRow> sound_row(std::string_view cell_id, std::string_view source_fingerprint);
  /// Whether another process has put a run for good, or since the store was opened.
  bool is_done(std::string_view cell_id, std::string_view source_fingerprint);
  /// Notes that this process has put a run.
  void noted(const RunRow& row, bool depends_on_the_machine);

  /// Shows the row of every run of a build, or of all builds, sorted by canonical cell; `unreadable` is told of those
  /// whose pages cannot be read. The file is held while their keys are sorted and while a row is read, and not while
  /// `see` looks at it.
  void visit(const std::optional<std::string_view>& source_fingerprint, const std::function<void(RunRow)>& see,
             const DamageSink& unreadable) const;

  bool has_column(std::string_view table, std::string_view column) const;

  /// The time [UTC] by which rows are stamped.
  std::string now() const;

  /// From now on claims of this process are renewed, and given back at the end. Begins writing.
  void begin_claiming();
  /// Gives back a claim, if there are any.
  void release(std::string_view cell_id, std::string_view source_fingerprint) const;

  std::string path;
  Sqlite db;
  mutable std::mutex mutex;
  mutable Environments environments{db};
  std::string opened;  // when [UTC]

  using Key = std::pair<std::string, std::string>;  // cell id and fingerprint
  using Keys = std::vector<Key>;
  std::set<Key> own_runs;              // what was put here and depends on the machine
  std::map<Key, std::string> damaged;  // rows that were asked for, and why

 private:
  Connection(const std::string& name, Opening opening, std::chrono::milliseconds patience);

  /// In an order of SQL.
  Keys keys(const std::optional<std::string_view>& source_fingerprint, std::string_view order) const;
  /// Sorted by canonical cell; in a damaged file, where not all of these can be read, by id.
  Keys sorted_keys(const std::optional<std::string_view>& source_fingerprint) const;
  void give_back_claims();

  Opening opening_;
  std::chrono::milliseconds patience_;
  bool logs_ = false;    // ahead of writing, which has to be ended
  bool writes_ = false;  // everything is there for it
  bool has_checksums_ = false;
  std::optional<Renewal> renewal_;  // of claims; none: nothing was claimed
};

}  // namespace plumb
