#include "text/chosen_columns.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "contract/excerpt.hpp"
#include "text/exit_codes.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

UsageError no_such_column(const std::string& pattern, const std::vector<Column>& columns) {
  std::vector<std::string> names;
  for (const auto& column : columns) names.push_back(column.header);
  const auto near = nearest_name(pattern, names);
  return UsageError(
      fmt::format("--columns: no column fits '{}'{}; * stands for any text, ? for a letter; there are: {}",
                  excerpt(pattern), near ? fmt::format(", did you mean '{}'?", *near) : "", fmt::join(names, ", ")));
}

}  // namespace

bool fits_pattern(std::string_view name, std::string_view pattern) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() == '*') {
    for (std::size_t i = 0; i <= name.size(); ++i)
      if (fits_pattern(name.substr(i), pattern.substr(1))) return true;
    return false;
  }
  if (name.empty() || (pattern.front() != '?' && pattern.front() != name.front())) return false;
  return fits_pattern(name.substr(1), pattern.substr(1));
}

std::vector<std::size_t> chosen_columns(const std::vector<Column>& columns, const std::vector<std::string>& patterns) {
  std::vector<std::size_t> out;
  for (const auto& pattern : patterns) {
    bool any = false;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!fits_pattern(columns[i].header, pattern)) continue;
      any = true;
      if (std::ranges::count(out, i) == 0) out.push_back(i);
    }
    if (!any) throw no_such_column(pattern, columns);
  }
  return out;
}

Table with_columns(Table table, const std::vector<std::string>& patterns) {
  if (patterns.empty()) return table;
  const auto places = chosen_columns(table.columns, patterns);
  std::vector<Column> columns;
  for (const auto i : places) columns.push_back(table.columns[i]);
  for (auto& row : table.rows) {
    Row chosen;
    for (const auto i : places) chosen.push_back(i < row.size() ? std::move(row[i]) : Entry());
    row = std::move(chosen);
  }
  table.columns = std::move(columns);
  return table;
}

}  // namespace plumb
