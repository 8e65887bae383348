#include "harness/store/connection.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <system_error>
#include <thread>

#include "contract/stop.hpp"

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

// SQLite does not wait for a lock when it changes the journal's mode, so we do. Nobody may be reading then.
void use_write_ahead_log(const Sqlite& db, std::chrono::milliseconds patience) {
  const auto give_up = std::chrono::steady_clock::now() + patience;
  while (true) {
    try {
      return db.run("PRAGMA journal_mode = WAL");
    } catch (const SqliteBusy&) {
      if (std::chrono::steady_clock::now() >= give_up) throw;
      stopping_point();
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
/// Where nothing can be written, a log that is not there cannot be made; and a store that waits for one has no writer
/// now.
Opening to_read(const std::filesystem::path& path, std::chrono::milliseconds patience) {
  if (may_write(path) && may_write(std::filesystem::absolute(path).parent_path())) return Opening::read_and_tidy;
  if (has_log(path.string())) return Opening::read_only;
  try {
    Sqlite(path.string(), Opening::read_only, patience).number("PRAGMA user_version");
    return Opening::read_only;
  } catch (const SqliteBusy&) {  // it has a writer
    throw;
  } catch (const StoreError&) {
    return Opening::unchanging;
  }
}

}  // namespace

void check_schema(const Sqlite& db, const std::string& name, const std::string& path) {
  const auto version = db.number(fmt::format("PRAGMA {}.user_version", name));
  if (db.number(fmt::format("PRAGMA {}.application_id", name)) != application)
    throw StoreError(fmt::format("{}: is an SQLite file, but no Plumb store; give another path", path));
  if (version != schema_version)
    throw StoreError(
        fmt::format("{}: store of schema version {}, this build reads version {}; use the build that wrote it", path,
                    version, schema_version));
}

Store::Connection::Connection(const std::filesystem::path& file, Access access, std::chrono::milliseconds patience)
    : Connection(file.string(), access == Access::read_write ? Opening::read_write : to_read(file, patience),
                 patience) {
  const bool writable = access == Access::read_write;
  if (writable && is_blank(db)) create(db);
  check_schema(db, "main", path);
  if (writable) Transaction{db};  // refused now, and not when the first run has ended
}

Store::Connection::Connection()
    : Connection("the file of waiting results", Opening::nameless, std::chrono::milliseconds(0)) {
  db.run("PRAGMA journal_mode = OFF");
  create(db);
}

Store::Connection::Connection(const std::string& name, Opening opening, std::chrono::milliseconds patience)
    : path(name), db(name, opening, patience), opening_(opening), patience_(patience) {}

Store::Connection::~Connection() {
  if (logs_) end_write_ahead_log(db);
}

void Store::Connection::begin_writing() {
  if (writes_ || opening_ == Opening::nameless) return;  // nobody else reads a nameless file
  use_write_ahead_log(db, patience_);
  logs_ = true;
  db.run(derived_schema);
  db.run("PRAGMA synchronous = NORMAL");
  writes_ = true;
}

Statement Store::Connection::row(std::string_view cell_id, std::string_view source_fingerprint) const {
  Statement query(db,
                  "SELECT cell, source_fingerprint, result, created FROM runs "
                  "WHERE cell_id = ? AND source_fingerprint = ?");
  query.bind({cell_id, source_fingerprint});
  return query;
}

Spool Store::Connection::sorted_keys(const std::optional<std::string_view>& source_fingerprint) const {
  Spool out;
  Statement query(db, fmt::format("SELECT cell_id, source_fingerprint FROM runs {} "
                                  "ORDER BY cell, created, source_fingerprint",
                                  of_build(source_fingerprint)));
  if (source_fingerprint) query.bind({*source_fingerprint});
  while (query.step()) {
    out.add(query.text(0));
    out.add(query.text(1));
  }
  return out;
}

}  // namespace plumb
