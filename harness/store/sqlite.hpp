#pragma once
// C++ classes for the part of SQLite that the store uses. All errors are StoreError, whose message contains the error,
// the file and a remedy.

#include <sqlite3.h>

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "harness/store/store.hpp"

namespace plumb {

/// Thrown if another process holds the lock of the file longer than `patience`.
struct SqliteBusy : StoreError {
  using StoreError::StoreError;
};

/// Thrown if the file is inconsistent: a page, the header, or a reference of a row.
struct SqliteDamaged : StoreError {
  using StoreError::StoreError;
};

/// read_write reads and writes, and creates a missing file. read_and_tidy only reads, but may clean up after other
/// processes. read_only has no right to write, but other processes may write meanwhile. unchanging reads a file without
/// writers, and needs no other file. nameless is a private file of this process, whose path is used only in messages.
enum class Opening { read_write, read_and_tidy, read_only, unchanging, nameless };

class Sqlite {
 public:
  Sqlite(const std::string& path, Opening opening, std::chrono::milliseconds patience);

  /// Sets the maximum wait for the lock of another process.
  void set_lock_timeout(std::chrono::milliseconds patience) const;
  /// Runs one statement and ignores its rows.
  void run(const std::string& sql) const;
  /// Returns the first column of the first row, or 0 if there is no row.
  std::int64_t number(const std::string& sql) const;
  /// Returns the first column of all rows.
  std::vector<std::string> texts(const std::string& sql) const;
  /// Returns the number of rows changed by the last statement that changed any.
  std::int64_t changes() const { return sqlite3_changes64(handle_.get()); }
  bool in_transaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }

  sqlite3* handle() const { return handle_.get(); }
  [[noreturn]] void fail(int code) const;

  /// `prepared` returns a new or cached prepared statement. `release` returns it to the cache after use. Both are
  /// thread-safe.
  sqlite3_stmt* prepared(const std::string& sql) const;
  void release(sqlite3_stmt* statement) const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
  };
  struct Finalize {
    void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
  };
  std::string path_;
  std::unique_ptr<sqlite3, Close> handle_;
  mutable std::mutex guard_;
  mutable std::multimap<std::string, std::unique_ptr<sqlite3_stmt, Finalize>> idle_;  // unused statements, by SQL text
};

class Statement {
 public:
  Statement(const Sqlite& db, const std::string& sql);
  /// Sets the parameters in order. The texts must live until the last step.
  void bind(std::initializer_list<std::string_view> values);
  /// Set one parameter; the first has number 1.
  void bind(int parameter, std::string_view value);
  void bind(int parameter, std::int64_t value);
  /// Goes to the next row of the result. Returns false after the last row.
  bool step();
  std::string text(int column) const;
  std::int64_t number(int column) const { return sqlite3_column_int64(handle_.get(), column); }
  bool is_text(int column) const { return sqlite3_column_type(handle_.get(), column) == SQLITE_TEXT; }
  bool is_null(int column) const { return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL; }

 private:
  struct GiveBack {
    const Sqlite* db;
    void operator()(sqlite3_stmt* handle) const { db->release(handle); }
  };
  const Sqlite& db_;
  std::unique_ptr<sqlite3_stmt, GiveBack> handle_;
};

/// A write transaction, which is rolled back if it is not committed.
class Transaction {
 public:
  explicit Transaction(const Sqlite& db) : db_(db) { db_.run("BEGIN IMMEDIATE"); }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  void commit() { db_.run("COMMIT"); }

 private:
  const Sqlite& db_;
};

}  // namespace plumb
