#include "harness/store/store.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <mutex>
#include <system_error>
#include <thread>

#include "harness/store/sqlite.hpp"

namespace plumb {
namespace {

constexpr std::int64_t application = 0x504C4D42;  // "PLMB" in the file's header
constexpr std::int64_t schema_version = 1;

constexpr const char* schema = R"(
  CREATE TABLE runs (
    cell_id TEXT NOT NULL,
    source_fingerprint TEXT NOT NULL,
    cell TEXT NOT NULL,
    result TEXT NOT NULL,
    status TEXT NOT NULL,
    created TEXT NOT NULL,
    PRIMARY KEY (cell_id, source_fingerprint)
  ) WITHOUT ROWID)";

// Later than the first stores, which get it when they are written to.
constexpr const char* derived_schema = R"(
  CREATE TABLE IF NOT EXISTS derived (
    key TEXT NOT NULL,
    source_fingerprint TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (key, source_fingerprint)
  ) WITHOUT ROWID)";

std::string_view of_build(const std::optional<std::string_view>& source_fingerprint) {
  return source_fingerprint ? "WHERE source_fingerprint = ?" : "";
}

constexpr const char* columns = "cell, source_fingerprint, result, created";

void check_schema(const Sqlite& db, const std::string& name, const std::string& path) {
  const auto version = db.number(fmt::format("PRAGMA {}.user_version", name));
  if (db.number(fmt::format("PRAGMA {}.application_id", name)) != application)
    throw StoreError(fmt::format("{}: is an SQLite file, but no Plumb store; give another path", path));
  if (version != schema_version)
    throw StoreError(
        fmt::format("{}: store of schema version {}, this build reads version {}; use the build that wrote it", path,
                    version, schema_version));
}

// A file without tables that carries the mark of another program is that program's.
bool is_blank(const Sqlite& db) {
  return db.number("SELECT count(*) FROM sqlite_schema") == 0 && db.number("PRAGMA application_id") == 0;
}

// Two processes may find the same blank file: the second one waits here and then finds it filled.
void create(const Sqlite& db) {
  Transaction transaction(db);
  if (!is_blank(db)) return;
  db.run(schema);
  db.run(derived_schema);
  db.run(fmt::format("PRAGMA application_id = {}", application));
  db.run(fmt::format("PRAGMA user_version = {}", schema_version));
  transaction.commit();
}

// SQLite does not wait for a lock when it changes the journal's mode, so we do.
void use_write_ahead_log(const Sqlite& db, std::chrono::milliseconds patience) {
  const auto give_up = std::chrono::steady_clock::now() + patience;
  while (true) {
    try {
      return db.run("PRAGMA journal_mode = WAL");
    } catch (const SqliteBusy&) {
      if (std::chrono::steady_clock::now() >= give_up) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
}

// A store that is closed keeps its runs in its file alone: whoever only reads it then needs no log and leaves none.
// Others that use it still go on with the log; the last of them does this.
void end_write_ahead_log(const Sqlite& db) {
  try {
    db.wait_at_most(std::chrono::milliseconds(0));
    db.run("PRAGMA journal_mode = DELETE");
  } catch (const StoreError&) {  // nothing is lost: the log stays
  }
}

bool may_write(const std::filesystem::path& path) { return ::access(path.c_str(), W_OK) == 0; }

/// The log and its index, which are there as long as a process uses the store, and after it was killed.
bool has_log(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path + "-wal", error) || std::filesystem::exists(path + "-shm", error);
}

/// How a store that is only read is opened. A log makes SQLite write beside the store, and remove that at the end.
/// Where nothing can be written, a log that is not there cannot be made;
/// and a store that waits for one has no writer now.
Opening to_read(const std::filesystem::path& path, std::chrono::milliseconds patience) {
  if (may_write(path) && may_write(std::filesystem::absolute(path).parent_path())) return Opening::read_and_tidy;
  if (has_log(path.string())) return Opening::read_only;
  try {
    Sqlite(path.string(), Opening::read_only, patience).number("PRAGMA user_version");
    return Opening::read_only;
  } catch (const StoreError&) {
    return Opening::unchanging;
  }
}

void check_path(const std::filesystem::path& path, bool must_exist) {
  if (!keeps_runs(path)) throw StoreError(fmt::format("'{}' keeps nothing; give the path of a file", path.string()));
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status))
    throw StoreError(fmt::format("{}: is a directory; give the path of a file", path.string()));
  if (must_exist && !std::filesystem::exists(status))
    throw StoreError(fmt::format("{}: there is no such store", path.string()));
}

/// What `read` makes of a row; a row that cannot be read is an error of the store.
template <class Read>
auto row_of(const std::string& path, Read read) {
  constexpr auto damaged = "{}: a stored run is damaged ({}); restore the file from a copy";
  try {
    return read();
  } catch (const Json::exception& e) {
    throw StoreError(fmt::format(damaged, path, plain_message(e)));
  } catch (const FormatError& e) {
    throw StoreError(fmt::format(damaged, path, e.what()));
  }
}

StoredRun stored_run(const Statement& row, const std::string& path) {
  return row_of(path, [&]() -> StoredRun {
    return {cell_from_json(Json::parse(row.text(0))), row.text(1), run_result_from_json(Json::parse(row.text(2))),
            row.text(3)};
  });
}

StoredText stored_text(const Statement& row, const std::string& path) {
  return row_of(path, [&]() -> StoredText {
    auto cell = Json::parse(row.text(0)), result = Json::parse(row.text(2));
    return {cell_from_json(cell), std::move(cell), std::move(result), row.text(1), row.text(3)};
  });
}

}  // namespace

bool keeps_runs(const std::filesystem::path& path) { return !path.empty() && path != ":memory:"; }

struct Store::Connection {
  Connection(const std::string& file, Opening opening, std::chrono::milliseconds patience)
      : path(file), db(file, opening, patience), patience_(patience), logs_(opening == Opening::nameless) {}
  ~Connection() {
    if (logs_) end_write_ahead_log(db);
  }

  /// Before the first write: what is only read stays as it is, byte for byte.
  void begin_writing() {
    if (logs_) return;
    use_write_ahead_log(db, patience_);
    logs_ = true;
    db.run(derived_schema);
    db.run("PRAGMA synchronous = NORMAL");
  }

  std::string path;
  Sqlite db;
  mutable std::mutex mutex;

 private:
  std::chrono::milliseconds patience_;
  bool logs_;  // ahead of writing
};

Store::Store(const std::filesystem::path& path, Access access, std::chrono::milliseconds patience) {
  const bool writable = access == Access::read_write;
  check_path(path, !writable);
  const auto opening = writable ? Opening::read_write : to_read(path, patience);
  connection_ = std::make_unique<Connection>(path.string(), opening, patience);
  const Sqlite& db = connection_->db;
  if (writable && is_blank(db)) create(db);
  check_schema(db, "main", connection_->path);
  if (writable) Transaction{db};  // refused now, and not when the first run has ended
}

Store::Store()
    : connection_(std::make_unique<Connection>("the file of waiting results", Opening::nameless,
                                               std::chrono::milliseconds(0))) {
  const Sqlite& db = connection_->db;
  db.run("PRAGMA journal_mode = OFF");
  create(db);
}

Store::~Store() = default;

std::optional<StoredRun> Store::find(std::string_view cell_id, std::string_view source_fingerprint) const {
  const std::lock_guard lock(connection_->mutex);
  Statement query(connection_->db,
                  fmt::format("SELECT {} FROM runs WHERE cell_id = ? AND source_fingerprint = ?", columns));
  query.bind({cell_id, source_fingerprint});
  if (!query.step()) return std::nullopt;
  return stored_run(query, connection_->path);
}

std::optional<Status> Store::status(std::string_view cell_id, std::string_view source_fingerprint) const {
  const std::lock_guard lock(connection_->mutex);
  Statement query(connection_->db, "SELECT status FROM runs WHERE cell_id = ? AND source_fingerprint = ?");
  query.bind({cell_id, source_fingerprint});
  if (!query.step()) return {};
  return row_of(connection_->path, [&] { return status_from_name(query.text(0)); });
}

std::size_t Store::count(std::optional<std::string_view> source_fingerprint) const {
  const std::lock_guard lock(connection_->mutex);
  Statement query(connection_->db, fmt::format("SELECT count(*) FROM runs {}", of_build(source_fingerprint)));
  if (source_fingerprint) query.bind({*source_fingerprint});
  return query.step() ? static_cast<std::size_t>(query.number(0)) : 0;
}

void Store::visit(std::optional<std::string_view> source_fingerprint, const std::function<void(StoredRun)>& see) const {
  const std::lock_guard lock(connection_->mutex);
  Statement query(connection_->db, fmt::format("SELECT {} FROM runs {} ORDER BY cell, created, source_fingerprint",
                                               columns, of_build(source_fingerprint)));
  if (source_fingerprint) query.bind({*source_fingerprint});
  while (query.step()) see(stored_run(query, connection_->path));
}

std::vector<StoredRun> Store::runs(std::optional<std::string_view> source_fingerprint) const {
  std::vector<StoredRun> out;
  visit(source_fingerprint, [&](StoredRun run) { out.push_back(std::move(run)); });
  return out;
}

std::vector<StoredText> Store::texts() const {
  const std::lock_guard lock(connection_->mutex);
  Statement query(connection_->db,
                  fmt::format("SELECT {} FROM runs ORDER BY cell, created, source_fingerprint", columns));
  std::vector<StoredText> out;
  while (query.step()) out.push_back(stored_text(query, connection_->path));
  return out;
}

void Store::put(const Cell& cell, std::string_view source_fingerprint, const RunResult& result) {
  const std::string cell_text = canonical_json(cell), result_text = to_json(result).dump(), cell_id = id(cell);
  const std::lock_guard lock(connection_->mutex);
  connection_->begin_writing();
  Statement insert(connection_->db,
                   "INSERT OR REPLACE INTO runs (cell_id, source_fingerprint, cell, result, status, created) "
                   "VALUES (?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))");
  insert.bind({cell_id, source_fingerprint, cell_text, result_text, name(result.status)});
  insert.step();
}

std::optional<std::string> Store::derived(std::string_view key, std::string_view source_fingerprint) const {
  const std::lock_guard lock(connection_->mutex);
  if (connection_->db.number("SELECT count(*) FROM sqlite_schema WHERE name = 'derived'") == 0) return {};
  Statement query(connection_->db, "SELECT text FROM derived WHERE key = ? AND source_fingerprint = ?");
  query.bind({key, source_fingerprint});
  if (!query.step()) return {};
  return query.text(0);
}

void Store::put_derived(std::string_view key, std::string_view source_fingerprint, const std::string& text) {
  const std::lock_guard lock(connection_->mutex);
  connection_->begin_writing();
  Statement insert(connection_->db, "INSERT OR REPLACE INTO derived (key, source_fingerprint, text) VALUES (?, ?, ?)");
  insert.bind({key, source_fingerprint, text});
  insert.step();
}

std::int64_t Store::merge(const std::filesystem::path& other) {
  check_path(other, true);
  const std::lock_guard lock(connection_->mutex);
  const Sqlite& db = connection_->db;
  std::error_code error;
  if (std::filesystem::equivalent(other, connection_->path, error)) return 0;
  connection_->begin_writing();
  const Attached shard(db, other.string());
  check_schema(db, "shard", other.string());
  Transaction transaction(db);
  db.run(
      "INSERT INTO main.runs SELECT * FROM shard.runs WHERE true ON CONFLICT DO UPDATE SET cell = excluded.cell, "
      "result = excluded.result, status = excluded.status, created = excluded.created WHERE excluded.created > "
      "created");
  const auto changed = db.changes();
  transaction.commit();
  return changed;
}

}  // namespace plumb
