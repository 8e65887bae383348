#pragma once
// Selected columns of a wide table, in the order of selection.

#include <string>
#include <string_view>
#include <vector>

#include "text/table.hpp"

namespace plumb {

/// Returns whether a name matches a pattern, in which `*` matches any text and `?` any byte.
bool fits_pattern(std::string_view name, std::string_view pattern);

/// The indices of the columns that are named, or match a pattern; each column is listed once, at its first selection.
/// Throws UsageError, with the existing names, if a name or pattern matches no column.
std::vector<std::size_t> chosen_columns(const std::vector<Column>& columns, const std::vector<std::string>& patterns);

/// The table with only these columns; the whole table if there are no patterns. Throws likewise.
Table with_columns(Table table, const std::vector<std::string>& patterns);

}  // namespace plumb
