#include "harness/store/connection.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <system_error>
#include <thread>

#include "contract/stop.hpp"

namespace plumb {
namespace {

constexpr std::int64_t application = 0x504C4D42;  // application id in the header of the file: "PLMB"
constexpr std::int64_t schema_version = 2;

constexpr const char* schema = R"(CREATE TABLE runs (
    cell_id TEXT NOT NULL,
    source_fingerprint TEXT NOT NULL,
    cell TEXT NOT NULL,
    result TEXT NOT NULL,
    status TEXT NOT NULL,
    created TEXT NOT NULL, checksum TEXT,
    PRIMARY KEY (cell_id, source_fingerprint)
  ))";

constexpr const char* derived_schema = R"(
  CREATE TABLE derived (
    key TEXT NOT NULL,
    source_fingerprint TEXT NOT NULL,
    text TEXT NOT NULL, checksum TEXT,
    PRIMARY KEY (key, source_fingerprint)
  ) WITHOUT ROWID)";

/// Returns whether the file describes its table of runs by `schema`.
bool has_tables(const Sqlite& db) {
  return db.texts("SELECT sql FROM sqlite_schema WHERE name = 'runs'") == std::vector<std::string>{schema};
}

std::string_view of_build(const std::optional<std::string_view>& source_fingerprint) {
  return source_fingerprint ? "WHERE source_fingerprint = ?" : "";
}

// Returns whether the file may become a store: it has no tables, and no application id of another program.
bool is_blank(const Sqlite& db) {
  return db.number("SELECT count(*) FROM sqlite_schema") == 0 && db.number("PRAGMA application_id") == 0;
}

// Creates the tables in a blank file. If two processes find the same blank file, the second one waits for the
// transaction of the first, and then creates nothing.
void create(const Sqlite& db) {
  Transaction transaction(db);
  if (!is_blank(db)) return;
  db.run(schema);
  db.run(derived_schema);
  db.run(claims_schema);
  db.run(environments_schema);
  db.run(fmt::format("PRAGMA application_id = {}", application));
  db.run(fmt::format("PRAGMA user_version = {}", schema_version));
  transaction.commit();
}

// Turns on the write-ahead log, for which no other process may be reading the file. SQLite does not wait for a lock
// when it changes the journal mode, so this function tries repeatedly, at most for the patience.
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

// Merges the log into the main file and turns it off, so that readers of a closed store need no log and create none. If
// other processes still use the store, the log remains, and the last process removes it.
void end_write_ahead_log(const Sqlite& db) {
  try {
    db.set_lock_timeout(std::chrono::milliseconds(0));
    db.run("PRAGMA journal_mode = DELETE");
  } catch (const StoreError&) {  // no data are lost: only the log file remains
  }
}

bool may_write(const std::filesystem::path& path) { return ::access(path.c_str(), W_OK) == 0; }

/// Returns whether the store has a log: a process is using the store, or was killed while using it.
bool has_log(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path + "-wal", error) || std::filesystem::exists(path + "-shm", error);
}

const char* in_words(std::filesystem::file_type type) {
  switch (type) {
    case std::filesystem::file_type::directory: return "a directory";
    case std::filesystem::file_type::fifo: return "a pipe";
    case std::filesystem::file_type::socket: return "a socket";
    default: return "a device";
  }
}

}  // namespace

void check_store_path(const std::filesystem::path& path, bool must_exist) {
  if (!is_persistent(path))
    throw StoreError(fmt::format("'{}' stores nothing; give the path of a file", path.string()));
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw StoreError(fmt::format("{}: is {}, which cannot store runs; give the path of a file", path.string(),
                                 in_words(status.type())));
  if (must_exist && !std::filesystem::exists(status))
    throw StoreError(fmt::format("{}: there is no such store", path.string()));
}

Opening to_read(const std::filesystem::path& path, std::chrono::milliseconds patience) {
  if (may_write(path) && may_write(std::filesystem::absolute(path).parent_path())) return Opening::read_and_tidy;
  if (has_log(path.string())) return Opening::read_only;
  try {
    Sqlite(path.string(), Opening::read_only, patience).number("PRAGMA user_version");
    return Opening::read_only;
  } catch (const SqliteBusy&) {  // another connection is writing
    throw;
  } catch (const StoreError&) {
    return Opening::unchanging;
  }
}

void check_schema(const Sqlite& db, const std::string& path) {
  constexpr const char* damaged = "{}: {} is damaged; `plumb doctor FILE --repair` restores the readable runs";
  const bool has_application = db.number("PRAGMA application_id") == application;
  const auto version = db.number("PRAGMA user_version");
  if (!has_application && !has_tables(db))
    throw OtherSchema(fmt::format("{}: is an SQLite file, but not a Plumb store; give another path", path));
  if (version != schema_version)
    throw OtherSchema(fmt::format(
        "{}: the schema of this store has version {}, this build reads version {}; use the build that wrote "
        "the store, or give another path",
        path, version, schema_version));
  if (!has_application) throw SqliteDamaged(fmt::format(damaged, path, "the header"));
  if (!has_tables(db)) throw SqliteDamaged(fmt::format(damaged, path, "the description of its tables"));
  if (db.texts("PRAGMA encoding") != std::vector<std::string>{"UTF-8"})
    throw SqliteDamaged(fmt::format(damaged, path, "the header"));
}

Store::Connection::Connection(const std::filesystem::path& file, Access access, std::chrono::milliseconds patience)
    : Connection(file.string(), access == Access::read_write ? Opening::read_write : to_read(file, patience),
                 patience) {
  const bool writable = access == Access::read_write;
  if (writable && is_blank(db)) create(db);
  check_schema(db, path);
  if (writable) Transaction{db};  // a store that is not writable fails here, not after the first run
}

Store::Connection::Connection()
    : Connection("the file of waiting results", Opening::nameless, std::chrono::milliseconds(0)) {
  db.run("PRAGMA journal_mode = OFF");
  create(db);
}

Store::Connection::Connection(const std::string& name, Opening opening, std::chrono::milliseconds patience)
    : path(name), db(name, opening, patience), opened(now()), opening_(opening), patience_(patience) {}

Store::Connection::~Connection() {
  if (renewal_) give_back_claims();
  if (logs_) end_write_ahead_log(db);
}

void Store::Connection::give_back_claims() {
  renewal_.reset();
  try {
    release_all_cells(db);
  } catch (const StoreError&) {  // claims end with this process anyway
  }
}

void Store::Connection::begin_writing() {
  if (writes_ || opening_ == Opening::nameless) return;  // nameless files have no other readers
  use_write_ahead_log(db, patience_);
  logs_ = true;
  db.run("PRAGMA synchronous = NORMAL");
  writes_ = true;
}

void Store::Connection::begin_claiming() {
  begin_writing();
  if (renewal_) return;
  renewal_.emplace([this] {
    const std::lock_guard lock(mutex);
    try {
      renew_claims(db);
    } catch (const StoreError&) {  // the next renewal may succeed; otherwise the runs report the error
    }
  });
}

void Store::Connection::release(std::string_view cell_id, std::string_view source_fingerprint) const {
  if (renewal_) release_cell(db, cell_id, source_fingerprint);
}

std::string Store::Connection::now() const { return db.texts("SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now')").front(); }

std::optional<RunRow> Store::Connection::row(std::string_view cell_id, std::string_view source_fingerprint,
                                             Search search) const {
  const auto* any = search == Search::every_row ? "+" : "";  // +column: SQLite then uses no index
  Statement query(
      db, fmt::format("SELECT {0} FROM runs WHERE {1}cell_id = ? AND {1}source_fingerprint = ?", RunRow::columns, any));
  query.bind({cell_id, source_fingerprint});
  return query.step() ? std::optional(RunRow::of(query)) : std::nullopt;
}

std::string Store::Connection::why_not(const RunRow& row) const {
  if (auto why = damage(row); !why.empty()) return why;
  return environments.has_environment_of(row.result) ? "" : "its environment is damaged or missing";
}

std::optional<RunRow> Store::Connection::sound_row(std::string_view cell_id, std::string_view source_fingerprint) {
  std::string why = "its pages cannot be read";
  std::optional<RunRow> found;
  try {
    found = row(cell_id, source_fingerprint);
    why = found ? why_not(*found) : "";
  } catch (const SqliteDamaged&) {
  }
  if (why.empty()) return found;
  damaged[{std::string(cell_id), std::string(source_fingerprint)}] = why;
  return {};
}

bool Store::Connection::is_done(std::string_view cell_id, std::string_view source_fingerprint) {
  const auto row = sound_row(cell_id, source_fingerprint);
  if (!row) return false;
  if (!depends_on_the_machine(status_from_name(row->status))) return true;
  return row->created >= opened && !own_runs.contains({row->cell_id, row->source_fingerprint});
}

void Store::Connection::noted(const RunRow& row, bool depends_on_the_machine) {
  if (depends_on_the_machine) own_runs.insert({row.cell_id, row.source_fingerprint});
}

void Store::Connection::visit(const std::optional<std::string_view>& source_fingerprint,
                              const std::function<void(RunRow)>& visitor, const DamageSink& unreadable) const {
  for (const auto& [cell_id, fingerprint] : sorted_keys(source_fingerprint)) {
    std::optional<RunRow> found;
    try {
      found = row(cell_id, fingerprint);
      if (!found) found = row(cell_id, fingerprint, Search::every_row);  // index entry may be damaged
    } catch (const SqliteDamaged&) {
      unreadable({cell_id, fingerprint, "its pages cannot be read"});
    }
    if (found) visitor(std::move(*found));
  }
}

Store::Connection::Keys Store::Connection::keys(const std::optional<std::string_view>& source_fingerprint,
                                                std::string_view order) const {
  Keys out;
  Statement query(db, fmt::format("SELECT cell_id, source_fingerprint FROM runs {} ORDER BY {}",
                                  of_build(source_fingerprint), order));
  if (source_fingerprint) query.bind({*source_fingerprint});
  while (query.step()) {
    out.emplace_back(query.text(0), query.text(1));
  }
  return out;
}

Store::Connection::Keys Store::Connection::sorted_keys(
    const std::optional<std::string_view>& source_fingerprint) const {
  try {
    return keys(source_fingerprint, "cell, created, source_fingerprint");
  } catch (const SqliteDamaged&) {
    return keys(source_fingerprint, "cell_id, source_fingerprint");
  }
}

}  // namespace plumb
