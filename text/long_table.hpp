#pragma once
// Tables whose rows are made when they are shown, one after the other, and again whenever they are asked for.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "text/table.hpp"

namespace plumb {

/// Shows all elements of something, in the same order each time.
template <class T>
using Each = std::function<void(const std::function<void(const T&)>& see)>;

using Row = std::vector<Entry>;

struct LongTable {
  std::vector<Column> columns;
  Each<Row> rows;
  std::string caption = {};
  Each<std::string> notes = [](const auto&) {};
};

/// Returns the same table, which has to outlive the result.
LongTable long_table(const Table& table);

/// The beginning of a table in LaTeX: the packages that its document has to load.
inline constexpr const char* latex_begins = "% \\usepackage{booktabs,siunitx}\n";

/// Prints the table as `printed` does, piece by piece; only JSON is put together first.
void print(const LongTable& table, TableFormat format, const std::function<void(std::string_view)>& out);

/// Writes the units of a CSV beside it. Throws what `write_file` throws.
void write_units(const std::filesystem::path& csv, const std::vector<Column>& columns);
/// Writes the table as CSV, and its units beside it, as `write_csv` does for a text.
void write_csv(const std::filesystem::path& path, const FileKind& kind, const LongTable& table);

}  // namespace plumb
