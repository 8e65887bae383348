#pragma once
// Reads a CSV text instead of a file (csv.hpp).

#include <string>
#include <string_view>
#include <vector>

#include "text/csv.hpp"

namespace plumb {

/// Returns all rows; `name` replaces the file name in messages.
std::vector<CsvRow> csv_rows_of_text(std::string_view text, const std::string& name);

}  // namespace plumb
