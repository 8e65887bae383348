#pragma once
// Finds the rows of a damaged store by searching every page, without the B-tree of pages.
//
// SQLite's file format, section 1.6: a row of the table of runs is a cell of a table page. It consists of the length of
// its payload, the row id, the first part of the payload, and the number of the first overflow page with the rest. An
// environment is a cell of an index page, with a shorter first part and without the row id. The search tries every
// offset of every page. A row is accepted if it is undamaged (run_row.hpp).

#include <filesystem>
#include <functional>
#include <string>

#include "harness/store/run_row.hpp"

namespace plumb {

/// Passes every row of the file with a valid checksum to `see`, in the order of the file. A row may occur several
/// times, because pages that are no longer in use contain earlier versions. Throws StoreError if the file cannot be
/// read at all.
void salvage_rows(const std::filesystem::path& file, const std::function<void(const RunRow&)>& visitor);

/// Passes all undamaged environment texts (environments.hpp) of the file to `see`, some of them more than once. Throws
/// like salvage_rows.
void salvage_environments(const std::filesystem::path& file,
                          const std::function<void(const std::string& text)>& visitor);

}  // namespace plumb
