#pragma once
// Verbs that print wide tables have the option --columns.

#include <CLI/App.hpp>

#include <string>
#include <vector>

#include "text/table.hpp"

namespace plumb {

/// Adds --columns NAME,..: names or patterns of columns, for `with_columns` (text/chosen_columns.hpp).
void add_columns(CLI::App& verb, std::vector<std::string>& columns);

/// Throws UsageError if columns are chosen from something that has none.
void require_columns_of_a_table(const std::vector<std::string>& columns, const std::string& format);

}  // namespace plumb
