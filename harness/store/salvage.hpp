#pragma once
// Rows of a damaged store, read from its pages one by one, whatever has become of the tree that held them.
//
// SQLite's file format, section 1.6: a row of the table of runs is a cell of an index page, the length of its contents
// and as much of them as fits, then the number of the first of a chain of pages with the rest. Every place of every
// page is tried; what is found there is a row if it can be believed (run_row.hpp).

#include <filesystem>
#include <functional>

#include "harness/store/run_row.hpp"

namespace plumb {

/// Shows every row of the file that can be believed, in the order of the file; one may be there several times, as it
/// was at different times. Throws StoreError if the file cannot be read at all.
void salvage_rows(const std::filesystem::path& file, const std::function<void(const RunRow&)>& see);

}  // namespace plumb
