#pragma once
// Finds rows of a damaged store on its pages one by one, without the tree of pages.
//
// SQLite's file format, section 1.6: a row of the table of runs is a cell of a table page. It consists of the length of
// its payload, a number, the first part of the payload, and the number of the first overflow page with the rest. An
// environment is a cell of an index page, with a shorter first part and without the number. The search tries every
// offset of every page. A row is accepted if it is undamaged (run_row.hpp).

#include <filesystem>
#include <functional>
#include <string>

#include "harness/store/run_row.hpp"

namespace plumb {

/// Passes every row of the file with a valid checksum to `see`, in the order of the file. A row may occur several
/// times, in versions of different times. Throws StoreError if the file cannot be read at all.
void salvage_rows(const std::filesystem::path& file, const std::function<void(const RunRow&)>& see);

/// Shows the sound texts of environments (environments.hpp) that can be found, some of them more than once. Throws as
/// salvage_rows.
void salvage_environments(const std::filesystem::path& file, const std::function<void(const std::string& text)>& see);

}  // namespace plumb
