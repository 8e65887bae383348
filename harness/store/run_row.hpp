#pragma once
// A row of the table of runs: its texts, and whether they can be believed.

#include <optional>
#include <string>

#include "harness/store/environments.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store.hpp"

namespace plumb {

/// The texts of a row as they are stored.
struct RunRow {
  std::string cell_id, source_fingerprint, cell, result, status, created;
  std::optional<std::string> checksum = {};  // empty if the build that wrote the row knew of none
  bool is_text = true;                       // false if a column holds something that no build writes

  /// Returns the names of these columns in the order of the members. NULL stands for `checksum` if the table has none.
  static std::string columns(bool with_checksum);
  /// Returns the row that a query for these columns has found.
  static RunRow of(const Statement& found);
};

/// Returns the right text for the column `checksum`: 32 hexadecimal digits of XXH3-128 over the other texts and their
/// lengths.
std::string row_checksum(const RunRow& row);

/// Returns in words why a row cannot be believed; the text is empty if no damage is seen. A row without a checksum is
/// believed if its id is that of its cell, and its status that of its result.
std::string damage(const RunRow& row);

/// Writes the row as it is and replaces a row with the same key. Throws StoreError.
void write_row(const Sqlite& db, const RunRow& row);

/// Throw StoreError where a row without a checksum cannot be read, or its environment is not there.
StoredRun stored_run(const RunRow& row, Environments& environments, const std::string& path);
StoredText stored_text(const RunRow& row, Environments& environments, const std::string& path);

/// Returns the checksum of a text that was made from runs (Store::derived), stored under its key.
std::string derived_checksum(std::string_view key, std::string_view source_fingerprint, std::string_view text);

}  // namespace plumb
