#include "harness/cli/columns_option.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text/exit_codes.hpp"

namespace plumb {

void add_columns(CLI::App& verb, std::vector<std::string>& columns) {
  verb.add_option("--columns", columns,
                  "only these columns of all that csv has, in this order, in text, md, latex, csv and units: names, or "
                  "patterns such as 'end.*'")
      ->type_name("NAME,..")
      ->delimiter(',');
}

void require_columns_of_a_table(const std::vector<std::string>& columns, const std::string& format) {
  constexpr const char* tables[] = {"text", "md", "latex", "csv", "units"};
  if (columns.empty() || std::ranges::count(tables, format) != 0) return;
  throw UsageError(fmt::format("--columns: {} has no columns; text, md, latex, csv and units have", format));
}

}  // namespace plumb
