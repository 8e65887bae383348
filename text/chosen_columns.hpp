#pragma once
// Selected columns of a wide table, in the order of selection.

#include <string>
#include <string_view>
#include <vector>

#include "text/table.hpp"

namespace plumb {

/// Returns whether a name matches a pattern, in which `*` matches any text and `?` any byte.
bool fits_pattern(std::string_view name, std::string_view pattern);

/// Returns the indices of the columns that match a name or a pattern, in the order of the patterns, each once. Throws
/// UsageError, with the existing names, if a name or pattern matches no column.
std::vector<std::size_t> chosen_columns(const std::vector<Column>& columns, const std::vector<std::string>& patterns);

/// Returns the table with only these columns; the whole table if there are no patterns. Throws like chosen_columns.
Table with_columns(Table table, const std::vector<std::string>& patterns);

}  // namespace plumb
