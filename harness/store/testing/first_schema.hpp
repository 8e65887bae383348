#pragma once
// Stores as builds wrote them before environments had a table of their own.

#include "harness/store/sqlite.hpp"

namespace plumb::store_testing {

/// Takes the rows, and gives the store the table that the first schema had.
inline void make_first_schema(const Sqlite& db) {
  db.run("DROP TABLE environments");
  db.run("DROP TABLE runs");
  db.run(R"(
  CREATE TABLE runs (
    cell_id TEXT NOT NULL,
    source_fingerprint TEXT NOT NULL,
    cell TEXT NOT NULL,
    result TEXT NOT NULL,
    status TEXT NOT NULL,
    created TEXT NOT NULL, checksum TEXT,
    PRIMARY KEY (cell_id, source_fingerprint)
  ) WITHOUT ROWID)");
  db.run("PRAGMA user_version = 1");
}

}  // namespace plumb::store_testing
