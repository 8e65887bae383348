#include "harness/store/sqlite.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace plumb {
namespace {

// Returns a remedy for a primary error code.
std::string_view advice(int code) {
  switch (code) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return "the file is not a store, or is damaged, and was not changed; `plumb doctor FILE --repair` restores the "
             "readable runs";
    case SQLITE_FULL:
      return "the disk is full; runs stored before are safe: free space and start again, finished cells are not run "
             "again";
    case SQLITE_IOERR:
      return "the disk cannot be read or written; runs stored before are safe: check the disk and start again";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another process holds the store; wait for it, or give each process its own file and merge them";
    case SQLITE_CANTOPEN: return "check that the folder exists and may be written to";
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH: return "no permission to write; change it, or give another path";
    case SQLITE_NOMEM: return "out of memory; runs stored before are safe";
    default: return "runs stored before are safe";
  }
}

/// Returns a URI of the file. All special characters are escaped, because a path may look like a URI
/// ("file:a?mode=memory").
std::string uri(const std::string& path) {
  std::string out = "file://";
  for (const char c : std::filesystem::absolute(path).string()) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/' ||
                       c == '.' || c == '-' || c == '_';
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

std::string name_of(const std::string& path, Opening opening) {
  if (opening == Opening::nameless) return "";
  return uri(path) + (opening == Opening::unchanging ? "?immutable=1" : "");
}

int flags_of(Opening opening) {
  switch (opening) {
    case Opening::read_only:
    case Opening::unchanging: return SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
    case Opening::read_and_tidy: return SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI;
    case Opening::read_write:
    case Opening::nameless: break;
  }
  return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI;
}

}  // namespace

Sqlite::Sqlite(const std::string& path, Opening opening, std::chrono::milliseconds patience) : path_(path) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(name_of(path, opening).c_str(), &handle, flags_of(opening), nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) fail(code);
  set_lock_timeout(patience);
  if (opening == Opening::read_and_tidy) run("PRAGMA query_only = ON");
}

void Sqlite::set_lock_timeout(std::chrono::milliseconds patience) const {
  sqlite3_busy_timeout(handle_.get(), static_cast<int>(patience.count()));
}

void Sqlite::run(const std::string& sql) const {
  Statement statement(*this, sql);
  while (statement.step()) {
  }
}

std::int64_t Sqlite::number(const std::string& sql) const {
  Statement statement(*this, sql);
  return statement.step() ? statement.number(0) : 0;
}

void Sqlite::fail(int code) const {
  const char* label = handle_ ? sqlite3_errmsg(handle_.get()) : sqlite3_errstr(code);
  const int primary = code & 0xff;
  const std::string message = fmt::format("{}: {} (SQLite {}); {}", path_, label, code, advice(primary));
  if (primary == SQLITE_BUSY) throw SqliteBusy(message);
  if (primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB) throw SqliteDamaged(message);
  throw StoreError(message);
}

std::vector<std::string> Sqlite::texts(const std::string& sql) const {
  std::vector<std::string> out;
  Statement statement(*this, sql);
  while (statement.step()) out.push_back(statement.text(0));
  return out;
}

sqlite3_stmt* Sqlite::prepared(const std::string& sql) const {
  {
    const std::lock_guard lock(guard_);
    if (auto known = idle_.extract(sql); !known.empty()) return known.mapped().release();
  }
  sqlite3_stmt* out = nullptr;
  const int code = sqlite3_prepare_v2(handle(), sql.c_str(), static_cast<int>(sql.size()), &out, nullptr);
  if (code != SQLITE_OK) fail(code);
  return out;
}

void Sqlite::release(sqlite3_stmt* statement) const {
  constexpr std::size_t most = 64;
  sqlite3_reset(statement);  // releases locks and values
  sqlite3_clear_bindings(statement);
  const std::lock_guard lock(guard_);
  if (idle_.size() >= most) idle_.clear();
  idle_.emplace(sqlite3_sql(statement), statement);
}

Statement::Statement(const Sqlite& db, const std::string& sql) : db_(db), handle_(db.prepared(sql), GiveBack{&db}) {}

void Statement::bind(std::initializer_list<std::string_view> values) {
  int index = 0;
  for (const auto value : values) bind(++index, value);
}

void Statement::bind(int parameter, std::string_view value) {
  const int code =
      sqlite3_bind_text64(handle_.get(), parameter, value.data(), value.size(), SQLITE_STATIC, SQLITE_UTF8);
  if (code != SQLITE_OK) db_.fail(code);
}

void Statement::bind(int parameter, std::int64_t value) {
  if (const int code = sqlite3_bind_int64(handle_.get(), parameter, value); code != SQLITE_OK) db_.fail(code);
}

bool Statement::step() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) db_.fail(code);
  return false;
}

std::string Statement::text(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_.get(), column));
  return bytes ? std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column)))
               : std::string();
}

// SQLite may have rolled back already (disk full). Errors are ignored here, because they would hide the first error.
Transaction::~Transaction() {
  if (db_.in_transaction()) sqlite3_exec(db_.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

}  // namespace plumb
