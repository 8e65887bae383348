#include "text/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "contract/stop.hpp"
#include "text/csv.hpp"
#include "text/exit_codes.hpp"
#include "text/latex.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/utf8.hpp"

namespace plumb {
namespace fs = std::filesystem;
namespace {

struct CodeRange {
  char32_t first, last;
};

bool among(char32_t c, std::initializer_list<CodeRange> ranges) {
  return std::any_of(ranges.begin(), ranges.end(), [c](const auto& r) { return r.first <= c && c <= r.last; });
}

using Texts = std::vector<std::string>;
using Out = std::function<void(std::string_view)>;
using Escape = std::function<std::string(const std::string&)>;

// Returns the escaped texts of a row, one for each column, with `dash` for missing entries.
Texts row_texts(const Table& table, const Row& row, std::string_view dash, const Escape& escaped) {
  assert(row.size() <= table.columns.size());
  Texts out;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    out.push_back(c >= row.size() || row[c].missing() ? std::string(dash) : escaped(row[c].shown()));
  return out;
}

std::string heading(const Column& column) {
  return column.unit.empty() || column.unit == "-" ? column.header : fmt::format("{} [{}]", column.header, column.unit);
}

Texts headings(const Table& table, const Escape& escaped) {
  Texts out;
  for (const auto& column : table.columns) out.push_back(escaped(heading(column)));
  return out;
}

std::string padded(const std::string& text, std::size_t width, Align align) {
  const std::string blanks(width - std::min(width, display_width(text)), ' ');
  return align == Align::left ? text + blanks : blanks + text;
}

// Returns a text as one printable line, because texts of files and stores may contain escape sequences, which must not
// reach the terminal.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return printable(text, text.size());
}

std::string markdown_escaped(const std::string& text) {
  std::string out;
  for (const char c : one_line(text)) {
    if (c == '|' || c == '\\' || c == '*' || c == '_' || c == '`' || c == '<') out += '\\';
    out += c;
  }
  return out;
}

std::string file_text(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? shortest(value.get<double>()) : value.dump();
}

void print_text(const Table& table, const Out& out) {
  const auto header = headings(table, one_line);
  std::vector<std::size_t> width;
  for (const auto& text : header) width.push_back(display_width(text));
  for (const auto& row : table.rows) {
    const auto texts = row_texts(table, row, "–", one_line);
    for (std::size_t c = 0; c < texts.size(); ++c) width[c] = std::max(width[c], display_width(texts[c]));
  }
  const auto print_line = [&](const Texts& texts) {
    std::string line;
    for (std::size_t c = 0; c < texts.size(); ++c)
      line += (c ? "  " : "") + padded(texts[c], width[c], table.columns[c].align);
    out(line.substr(0, line.find_last_not_of(' ') + 1) + "\n");
  };
  if (!table.caption.empty()) out(one_line(table.caption) + "\n");
  print_line(header);
  for (const auto& row : table.rows) print_line(row_texts(table, row, "–", one_line));
  for (const auto& note : table.notes) out(one_line(note) + "\n");
}

void print_markdown(const Table& table, const Out& out) {
  const auto line = [](const Texts& texts) { return fmt::format("| {} |\n", fmt::join(texts, " | ")); };
  if (!table.caption.empty()) out(fmt::format("**{}**\n\n", markdown_escaped(table.caption)));
  Texts rule;
  for (const auto& column : table.columns) rule.push_back(column.align == Align::left ? ":--" : "--:");
  if (!table.columns.empty()) out(line(headings(table, markdown_escaped)) + line(rule));
  for (const auto& row : table.rows) out(line(row_texts(table, row, "–", markdown_escaped)));
  for (const auto& note : table.notes) out("\n" + markdown_escaped(note) + "\n");
}

std::string latex_heading(const Column& column) {
  const bool plain = column.unit.empty() || column.unit == "-";
  return latex_escaped(column.header) + (plain ? "" : fmt::format(" {{[}}{}{{]}}", latex_unit(column.unit)));
}

std::string braced(const std::string& text) { return fmt::format("{{{}}}", text); }

bool is_of_numbers(const std::string& latex_column) { return latex_column.starts_with('S'); }

/// Returns the LaTeX column specifications: siunitx columns, sized for the longest number, for numbers, and text
/// columns otherwise.
Texts latex_columns(const Table& table) {
  std::vector<NumberFormat> formats(table.columns.size());
  for (const auto& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c)
      if (table.columns[c].align == Align::right && !row[c].missing()) formats[c].add(row[c].shown());
  Texts out;
  for (std::size_t c = 0; c < formats.size(); ++c) {
    const auto column = formats[c].column();
    out.push_back(!column.empty() ? column : table.columns[c].align == Align::left ? "l" : "r");
  }
  return out;
}

/// Returns the LaTeX texts of a row. Texts in a column of numbers are in braces.
Texts latex_fields(const Table& table, const Texts& columns, const Row& row) {
  auto out = row_texts(table, row, "--", latex_escaped);
  for (std::size_t c = 0; c < out.size(); ++c) {
    const bool is_number = c < row.size() && !row[c].missing() && NumberFormat().add(row[c].shown());
    if (is_of_numbers(columns[c]) && !is_number) out[c] = braced(out[c]);
  }
  return out;
}

void print_latex(const Table& table, const Out& out) {
  const auto line = [](const Texts& texts) { return fmt::format("    {} \\\\\n", fmt::join(texts, " & ")); };
  out(fmt::format("{}\\begin{{table}}\n  \\centering\n", latex_begins));
  if (!table.caption.empty()) out(fmt::format("  \\caption{{{}}}\n", latex_escaped(table.caption)));
  const auto columns = latex_columns(table);
  Texts header;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto heading = latex_heading(table.columns[c]);
    header.push_back(is_of_numbers(columns[c]) ? braced(heading) : heading);
  }
  out(fmt::format("  \\begin{{tabular}}{{{}}}\n    \\toprule\n", fmt::join(columns, "")));
  out(line(header) + "    \\midrule\n");
  for (const auto& row : table.rows) out(line(latex_fields(table, columns, row)));
  out("    \\bottomrule\n  \\end{tabular}\n");
  for (const auto& note : table.notes) out(fmt::format("  \\par\\smallskip {}\n", latex_escaped(note)));
  out("\\end{table}\n");
}

void print_csv(const Table& table, const Out& out) {
  Texts header;
  for (const auto& column : table.columns) header.push_back(column.header);
  out(csv_line(header));
  for (const auto& row : table.rows) {
    stopping_point();
    assert(row.size() <= table.columns.size());
    Texts fields;
    for (const auto& entry : row) fields.push_back(file_text(entry.value()));
    fields.resize(table.columns.size());
    out(csv_line(fields));
  }
}

void write_units(const fs::path& csv, const std::vector<Column>& columns) {
  const auto units = beginning_with(csv_line({"column", "unit"}), "a table of units");
  write_file(units_path(csv), units, units_csv(columns));
}

}  // namespace

Entry Entry::number(std::optional<double> value, int digits) {
  Entry out;
  if (!value || !std::isfinite(*value)) return out;
  out.value_ = *value;
  out.digits_ = digits;
  return out;
}

Entry Entry::count(std::optional<std::int64_t> value) {
  Entry out;
  if (!value) return out;
  out.value_ = *value;
  return out;
}

Entry Entry::of(const Json& value) {
  if (value.is_number_integer()) return count(value.get<std::int64_t>());
  if (value.is_number()) return number(value.get<double>());
  return value.is_string() ? Entry(value.get<std::string>()) : Entry();
}

std::string Entry::shown() const {
  if (value_.is_string()) return value_.get<std::string>();
  if (value_.is_number_integer()) return std::to_string(value_.get<std::int64_t>());
  return value_.is_number() ? significant(value_.get<double>(), digits_) : std::string();
}

TableFormat table_format(std::string_view name) {
  if (name == "text") return TableFormat::text;
  if (name == "md") return TableFormat::markdown;
  if (name == "latex") return TableFormat::latex;
  if (name == "csv") return TableFormat::csv;
  if (name == "json") return TableFormat::json;
  if (name == "units") return TableFormat::units;
  throw no_such("unknown format '{}'; known: text, md, latex, csv, json, units", name);
}

bool is_for_people(TableFormat format) {
  return format == TableFormat::text || format == TableFormat::markdown || format == TableFormat::latex;
}

std::size_t display_width(std::string_view utf8) {
  std::size_t width = 0;
  while (!utf8.empty()) {
    const auto [value, bytes] = first_code_point(utf8);
    const char32_t c = value.value_or(U'?');
    utf8.remove_prefix(bytes);
    if (among(c, {{0x300, 0x36F}, {0x1AB0, 0x1AFF}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}})) continue;
    const bool wide = among(c, {{0x1100, 0x115F},
                                {0x2E80, 0xA4CF},
                                {0xAC00, 0xD7A3},
                                {0xF900, 0xFAFF},
                                {0xFE30, 0xFE6F},
                                {0xFF00, 0xFF60},
                                {0xFFE0, 0xFFE6},
                                {0x1F300, 0x1FAFF},
                                {0x20000, 0x3FFFD}});
    width += wide ? 2 : 1;
  }
  return width;
}

std::string as_text(const Table& table) { return printed(table, TableFormat::text); }
std::string as_markdown(const Table& table) { return printed(table, TableFormat::markdown); }
std::string as_latex(const Table& table) { return printed(table, TableFormat::latex); }
std::string as_csv(const Table& table) { return printed(table, TableFormat::csv); }

std::string units_csv(const std::vector<Column>& columns) {
  std::string out = csv_line({"column", "unit"});
  for (const auto& column : columns) out += csv_line({column.header, column.unit});
  return out;
}

fs::path units_path(fs::path csv) { return csv.replace_extension(".units.csv"); }

void write_csv(const fs::path& path, const FileKind& kind, const Table& table) {
  check_output(path, kind);
  write_units(path, table.columns);
  OutputFile file(path, kind);
  print_csv(table, [&](std::string_view line) { file.write(line); });
  file.commit();
}

void write_csv(const fs::path& path, const FileKind& kind, std::string_view csv, const std::vector<Column>& columns) {
  check_output(path, kind);
  write_units(path, columns);
  write_file(path, kind, csv);
}

Json as_json(const Table& table) {
  Json out = Json::array();
  for (const auto& entries : table.rows) {
    assert(entries.size() <= table.columns.size());
    Json row = Json::object();
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      row[table.columns[c].header] = c < entries.size() ? entries[c].value() : Json(nullptr);
    out.push_back(std::move(row));
  }
  return out;
}

std::string printed(const Table& table, TableFormat format) {
  std::string out;
  print(table, format, [&](std::string_view text) { out += text; });
  return out;
}

void print(const Table& table, TableFormat format, const Out& out) {
  switch (format) {
    case TableFormat::markdown: return print_markdown(table, out);
    case TableFormat::latex: return print_latex(table, out);
    case TableFormat::csv: return print_csv(table, out);
    case TableFormat::units: return out(units_csv(table.columns));
    case TableFormat::json: return out(as_json(table).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    case TableFormat::text: return print_text(table, out);
  }
}

}  // namespace plumb
