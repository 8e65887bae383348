#pragma once
// --columns of verbs that print wide tables.

#include <CLI/App.hpp>

#include <string>
#include <vector>

#include "text/table.hpp"

namespace plumb {

/// --columns NAME,..: names or patterns of columns, for `with_columns` (text/chosen_columns.hpp).
void add_columns(CLI::App& verb, std::vector<std::string>& columns);

/// Throws UsageError where columns are chosen of what has none.
void require_columns_of_a_table(const std::vector<std::string>& columns, const std::string& format);

}  // namespace plumb
