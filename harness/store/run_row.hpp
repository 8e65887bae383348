#pragma once
// A row of the table of runs: what it says, and whether it can be believed.

#include <optional>
#include <string>

#include "harness/store/environments.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/store.hpp"

namespace plumb {

/// The texts of a row as they are stored.
struct RunRow {
  std::string cell_id, source_fingerprint, cell, result, status, created;
  std::optional<std::string> checksum = {};  // none: written by a build that knew of none
  bool is_text = true;                       // else a column holds something that no build has put there

  /// Those columns of a table in the order of the members; `checksum` only if the table has it.
  static std::string columns(bool with_checksum);
  /// What a query for these columns has found.
  static RunRow of(const Statement& found);
};

/// What the column `checksum` has to say: 32 hexadecimal digits of XXH3-128 over the other texts and their lengths.
std::string row_checksum(const RunRow& row);

/// Why a row cannot be believed, in words; empty: nothing is to be seen. A row without a checksum has to tell the cell
/// of its id and a result of its status.
std::string damage(const RunRow& row);

/// Writes the row as it is; one with the same key is replaced. Throws StoreError.
void write_row(const Sqlite& db, const RunRow& row);

/// Throw StoreError where a row without a checksum cannot be read, or its environment is not there.
StoredRun stored_run(const RunRow& row, Environments& environments, const std::string& path);
StoredText stored_text(const RunRow& row, Environments& environments, const std::string& path);

/// The checksum of a text that was made of runs (Store::derived), by its key.
std::string derived_checksum(std::string_view key, std::string_view source_fingerprint, std::string_view text);

}  // namespace plumb
