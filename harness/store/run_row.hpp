#pragma once
// A row of the table of runs, and the detection of damage by its checksum.

#include <string>

#include "harness/store/environments.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store.hpp"

namespace plumb {

/// The texts of a row in the store.
struct RunRow {
  std::string cell_id, source_fingerprint, cell, result, status, created;
  std::string checksum = {};
  bool is_text = true;  // false if a column contains a number, a blob or null, which no build writes

  /// The names of the columns, in the order of the members.
  static constexpr const char* columns = "cell_id, source_fingerprint, cell, result, status, created, checksum";
  /// Returns the current row of a query that selects these columns.
  static RunRow of(const Statement& found);
};

/// Returns the correct value of the column `checksum`: 32 hexadecimal digits of XXH3-128 over the other texts and their
/// lengths.
std::string row_checksum(const RunRow& row);

/// Returns the damage of a row as text; empty if no damage is detected.
std::string damage(const RunRow& row);

/// Writes the row unchanged and replaces a row with the same key. Throws StoreError.
void write_row(const Sqlite& db, const RunRow& row);

/// Convert a row; `path` is the file of the store, for messages. Throw StoreError if the texts of the row cannot be
/// read, or if its environment is missing.
StoredRun stored_run(const RunRow& row, Environments& environments, const std::string& path);
StoredText stored_text(const RunRow& row, Environments& environments, const std::string& path);

/// Returns the checksum of a derived text (Store::derived) with its key.
std::string derived_checksum(std::string_view key, std::string_view source_fingerprint, std::string_view text);

}  // namespace plumb
