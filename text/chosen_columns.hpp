#pragma once
// Some columns of a wide table, in the order in which they are asked for.

#include <string>
#include <string_view>
#include <vector>

#include "text/table.hpp"

namespace plumb {

/// Returns whether a name fits a pattern, in which `*` stands for any text and `?` for any byte.
bool fits_pattern(std::string_view name, std::string_view pattern);

/// The places of the columns that are named, or fit a pattern; each column is listed once, where it is first asked for.
/// Throws UsageError, with the existing names, where a name or pattern fits no column.
std::vector<std::size_t> chosen_columns(const std::vector<Column>& columns, const std::vector<std::string>& patterns);

/// The table with these columns alone; all of it without any pattern. Throws likewise.
Table with_columns(Table table, const std::vector<std::string>& patterns);

}  // namespace plumb
