#pragma once
// The rows of a CSV text that was read (csv.hpp).

#include <string>
#include <string_view>
#include <vector>

#include "text/csv.hpp"

namespace plumb {

/// All rows; `name` stands for the file in messages.
std::vector<CsvRow> csv_rows_of_text(std::string_view text, const std::string& name);

}  // namespace plumb
