#pragma once
// A table as values, printed as text, Markdown, LaTeX (booktabs), CSV or JSON.
//
// An entry is a text, a number, or missing. People see numbers with the digits that mean something; files get the
// shortest decimals that read back as the same double.

#include <filesystem>
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
  std::string unit = {};  // "" if the values are no quantities, "-" if they are dimensionless
};

class Entry {
 public:
  Entry() = default;  // missing: a dash, an empty field, null
  Entry(std::string text) : value_(std::move(text)) {}
  Entry(std::string_view text) : Entry(std::string(text)) {}
  Entry(const char* text) : Entry(std::string(text)) {}

  /// A measured value, shown with `digits` significant digits; missing if there is none or it is not finite.
  static Entry number(std::optional<double> value, int digits = 3);
  /// A count.
  static Entry count(std::optional<std::int64_t> value);
  /// A number or a text; missing for anything else.
  static Entry of(const Json& value);

  bool missing() const { return value_.is_null(); }
  /// What people read; empty if missing.
  std::string shown() const;
  /// What files get: null, a text or a number.
  const Json& value() const { return value_; }

 private:
  Json value_ = nullptr;
  int digits_ = 0;  // that people see of a number
};

struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<Entry>> rows;  // shorter rows end in missing entries, longer ones are a programming error
  std::string caption = {};
  std::vector<std::string> notes = {};
};

enum class TableFormat { text, markdown, latex, csv, json, units };

/// The format called text, md, latex, csv, json or units; throws UsageError otherwise.
TableFormat table_format(std::string_view name);
/// Whether people read it: text, md and latex. All else is data.
bool is_for_people(TableFormat format);

/// Aligned columns by the width that a terminal shows (wide and combining characters included); ends in a newline.
std::string as_text(const Table& table);
/// A GitHub table with its caption in bold above and the notes below.
std::string as_markdown(const Table& table);
/// A booktabs `table` environment; everything is escaped, notes stand below the rule.
std::string as_latex(const Table& table);
/// RFC 4180 (lines end in CRLF): a row of names, then data only, so that readers take columns of numbers for numbers.
/// Caption and notes are left out.
std::string as_csv(const Table& table);
/// What the CSV leaves out: a row `column,unit` for each of its columns.
std::string units_csv(const std::vector<Column>& columns);
/// "a/b.units.csv", where the units of "a/b.csv" are written.
std::filesystem::path units_path(std::filesystem::path csv);
/// Writes a CSV with these columns and its units beside it. Throws as `write_file`, before anything is written if one
/// of the two must not be replaced.
void write_csv(const std::filesystem::path& path, const FileKind& kind, std::string_view csv,
               const std::vector<Column>& columns);
/// An array of objects, a row each, by header.
Json as_json(const Table& table);

/// Any of them as text, JSON indented by two; of `units` those of the columns, as CSV.
std::string printed(const Table& table, TableFormat format);

/// Columns that a terminal needs for a UTF-8 text: 0 for combining characters, 2 for wide ones; a malformed byte is 1.
std::size_t display_width(std::string_view utf8);

}  // namespace plumb
