#pragma once
// What the store uses of SQLite, with errors as StoreError: what happened, to which file, what to do.

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

/// Another process held the file for longer than the patience.
struct SqliteBusy : StoreError {
  using StoreError::StoreError;
};

/// The file does not hang together: a page, the header, or what a row refers to.
struct SqliteDamaged : StoreError {
  using StoreError::StoreError;
};

/// To read and write, created if it is missing; to read, with the right to tidy up behind others; to read without any
/// right to write, beside others that do; to read what nobody writes, which needs nothing but the file; a nameless file
/// of this process, for which the path only stands in messages.
enum class Opening { read_write, read_and_tidy, read_only, unchanging, nameless };

class Sqlite {
 public:
  Sqlite(const std::string& path, Opening opening, std::chrono::milliseconds patience);

  /// For another process that holds the file.
  void wait_at_most(std::chrono::milliseconds patience) const;
  /// Runs one statement and drops its rows.
  void run(const std::string& sql) const;
  /// The first column of the first row; 0 without one.
  std::int64_t number(const std::string& sql) const;
  /// The first column of all rows.
  std::vector<std::string> texts(const std::string& sql) const;
  /// Rows changed by the last statement that changed any.
  std::int64_t changes() const { return sqlite3_changes64(handle_.get()); }
  bool in_transaction() const { return sqlite3_get_autocommit(handle_.get()) == 0; }

  sqlite3* handle() const { return handle_.get(); }
  [[noreturn]] void fail(int code) const;

  /// A statement that is ready to be used, prepared now or before, and what is done with it in the end. Any thread may
  /// call both.
  sqlite3_stmt* prepared(const std::string& sql) const;
  void give_back(sqlite3_stmt* statement) const;

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
  mutable std::multimap<std::string, std::unique_ptr<sqlite3_stmt, Finalize>> idle_;  // prepared, by their text
};

class Statement {
 public:
  Statement(const Sqlite& db, const std::string& sql);
  /// Values of the parameters, in order; the texts have to outlive the steps.
  void bind(std::initializer_list<std::string_view> values);
  /// The value of one of them, from 1 on.
  void bind(int parameter, std::string_view value);
  void bind(int parameter, std::int64_t value);
  /// True while there is a row.
  bool step();
  std::string text(int column) const;
  std::int64_t number(int column) const { return sqlite3_column_int64(handle_.get(), column); }
  bool is_text(int column) const { return sqlite3_column_type(handle_.get(), column) == SQLITE_TEXT; }
  bool is_null(int column) const { return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL; }

 private:
  struct GiveBack {
    const Sqlite* db;
    void operator()(sqlite3_stmt* handle) const { db->give_back(handle); }
  };
  const Sqlite& db_;
  std::unique_ptr<sqlite3_stmt, GiveBack> handle_;
};

/// A write transaction that is rolled back unless it is committed.
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
