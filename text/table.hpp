#pragma once
// A table as values, printed as text, Markdown, LaTeX (booktabs), CSV or JSON.
//
// An entry is a text, a number, or missing. In formats for people, numbers have their significant digits. In data
// formats they are the shortest decimals that read back as the same double.

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

  /// Creates a measured value with `digits` significant digits; a missing entry for nullopt or a value that is not
  /// finite.
  static Entry number(std::optional<double> value, int digits = 3);
  /// Creates an integer; a missing entry for nullopt.
  static Entry count(std::optional<std::int64_t> value);
  /// Creates an entry from a number or a text; a missing entry for other values.
  static Entry of(const Json& value);

  bool missing() const { return value_.is_null(); }
  /// Returns the text for people; empty if the entry is missing.
  std::string shown() const;
  /// Returns the value for data formats: null, a text or a number.
  const Json& value() const { return value_; }

 private:
  Json value_ = nullptr;
  int digits_ = 0;  // number of digits printed for people
};

using Row = std::vector<Entry>;

struct Table {
  std::vector<Column> columns;
  std::vector<Row> rows;  // a row shorter than `columns` ends in missing entries; no row may be longer
  std::string caption = {};
  std::vector<std::string> notes = {};
};

enum class TableFormat { text, markdown, latex, csv, json, units };

/// Returns the format with the name text, md, latex, csv, json or units; throws UsageError for any other name.
TableFormat table_format(std::string_view name);
/// Returns whether the format is for people: text, md and latex. The others are data formats.
bool is_for_people(TableFormat format);

/// Returns the table as text with a newline at its end. Columns are aligned by their width in a terminal, also with
/// wide and combining characters.
std::string as_text(const Table& table);
/// Returns a GitHub table, with the caption in bold above and the notes below; without columns, caption and notes only.
std::string as_markdown(const Table& table);
/// Returns a booktabs `table` environment; all texts are escaped, and notes follow below the rule.
std::string as_latex(const Table& table);
/// Returns CSV by RFC 4180 (lines end in CRLF): a row of names, then only data, so that other programs read columns of
/// numbers as numbers. Caption, notes and units are omitted.
std::string as_csv(const Table& table);
/// Returns the units that the CSV omits, as CSV: a row `column,unit` for each column.
std::string units_csv(const std::vector<Column>& columns);
/// Returns the path for the units of a CSV file: "a/b.units.csv" for "a/b.csv".
std::filesystem::path units_path(std::filesystem::path csv);
/// Writes the table as CSV, and its units to a second file of this kind. Throws the exceptions of `write_file`, before
/// any file is written if one of the two must not be replaced.
void write_csv(const std::filesystem::path& path, const FileKind& kind, const Table& table);
/// Writes a CSV text that has these columns, and their units to a second file.
void write_csv(const std::filesystem::path& path, const FileKind& kind, std::string_view csv,
               const std::vector<Column>& columns);
/// Returns an array of objects, one for each row, with the headers as keys.
Json as_json(const Table& table);

/// Returns the table in any format as text. JSON is indented by two blanks. The format `units` is units_csv().
std::string printed(const Table& table, TableFormat format);
/// Passes the same text to `out` piece by piece, so that it need not fit into memory; JSON is one piece.
void print(const Table& table, TableFormat format, const std::function<void(std::string_view)>& out);
/// The beginning of a table in LaTeX: the packages that its document has to load.
inline constexpr const char* latex_begins = "% \\usepackage{booktabs,siunitx}\n";

/// Returns the width of a UTF-8 text in a terminal [columns]: combining characters count 0, wide characters 2,
/// malformed bytes 1.
std::size_t display_width(std::string_view utf8);

}  // namespace plumb
