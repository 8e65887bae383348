#pragma once
// A table as values, printed as text, Markdown, LaTeX (booktabs), CSV or JSON.
//
// An entry is a text, a number, or missing. People see numbers with their significant digits; files get the shortest
// decimals that read back as the same double.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/json.hpp"
#include "text/output_file.hpp"

namespace plumb {

enum class Align { left, right };

struct Column {
  std::string header;
  Align align = Align::left;
  std::string unit = {};  // unit; "" if the values are no quantities, "-" if they are dimensionless
};

class Entry {
 public:
  Entry() = default;  // missing entry: a dash, an empty field, or null
  Entry(std::string text) : value_(std::move(text)) {}
  Entry(std::string_view text) : Entry(std::string(text)) {}
  Entry(const char* text) : Entry(std::string(text)) {}

  /// A measured value with `digits` significant digits; the entry is missing for nullopt or a value that is not finite.
  static Entry number(std::optional<double> value, int digits = 3);
  /// A count.
  static Entry count(std::optional<std::int64_t> value);
  /// A number or a text; for other values the entry is missing.
  static Entry of(const Json& value);

  bool missing() const { return value_.is_null(); }
  /// The text that people read; empty if missing.
  std::string shown() const;
  /// The value that files get: null, a text or a number.
  const Json& value() const { return value_; }

 private:
  Json value_ = nullptr;
  int digits_ = 0;  // number of digits printed for people
};

using Row = std::vector<Entry>;

struct Table {
  std::vector<Column> columns;
  std::vector<Row> rows;  // shorter rows end in missing entries, longer ones are a programming error
  std::string caption = {};
  std::vector<std::string> notes = {};
};

enum class TableFormat { text, markdown, latex, csv, json, units };

/// The format of the name text, md, latex, csv, json or units; throws UsageError for any other name.
TableFormat table_format(std::string_view name);
/// Returns whether people read this format: text, md and latex. All others are data.
bool is_for_people(TableFormat format);

/// Columns aligned by the width that a terminal shows (wide and combining characters included); it ends in a newline.
std::string as_text(const Table& table);
/// A GitHub table with its caption in bold above and the notes below.
std::string as_markdown(const Table& table);
/// A booktabs `table` environment; all texts are escaped, and notes follow below the rule.
std::string as_latex(const Table& table);
/// RFC 4180 (lines end in CRLF): a row of names, then only data, so that readers see columns of numbers as numbers.
/// Caption and notes are left out.
std::string as_csv(const Table& table);
/// The units that the CSV leaves out: a row `column,unit` for each of its columns.
std::string units_csv(const std::vector<Column>& columns);
/// Returns "a/b.units.csv", where the units of "a/b.csv" are written.
std::filesystem::path units_path(std::filesystem::path csv);
/// Writes the table as CSV, and its units to a second file of this kind. Throws the exceptions of `write_file`, before
/// any file is written if one of the two must not be replaced.
void write_csv(const std::filesystem::path& path, const FileKind& kind, const Table& table);
/// Does the same with a CSV that has these columns.
void write_csv(const std::filesystem::path& path, const FileKind& kind, std::string_view csv,
               const std::vector<Column>& columns);
/// An array of objects, one for each row, with the headers as keys.
Json as_json(const Table& table);

/// The table in any format as text, with JSON indented by two; the format `units` is a CSV of the units of the columns.
std::string printed(const Table& table, TableFormat format);
/// Hands the same text out piece by piece; only JSON is put together first.
void print(const Table& table, TableFormat format, const std::function<void(std::string_view)>& out);
/// The beginning of a table in LaTeX: the packages that its document has to load.
inline constexpr const char* latex_begins = "% \\usepackage{booktabs,siunitx}\n";

/// The columns that a terminal needs for a UTF-8 text: 0 for combining characters, 2 for wide ones, 1 for a malformed
/// byte.
std::size_t display_width(std::string_view utf8);

}  // namespace plumb
