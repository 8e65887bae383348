#include "harness/text/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>

#include "harness/text/exit_codes.hpp"
#include "harness/text/number_text.hpp"
#include "harness/text/printable.hpp"
#include "harness/text/utf8.hpp"

namespace plumb {
namespace fs = std::filesystem;
namespace {

using Texts = std::vector<std::string>;

const Entry& entry(const Table& table, std::size_t row, std::size_t column) {
  static const Entry missing;
  assert(table.rows[row].size() <= table.columns.size());
  return column < table.rows[row].size() ? table.rows[row][column] : missing;
}

// One text an entry of a row, `dash` where it is missing.
Texts row_texts(const Table& table, std::size_t row, std::string_view dash,
                const std::function<std::string(const std::string&)>& escaped) {
  Texts out;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const Entry& e = entry(table, row, c);
    out.push_back(e.missing() ? std::string(dash) : escaped(e.shown()));
  }
  return out;
}

std::string heading(const Column& column) {
  return column.unit.empty() || column.unit == "-" ? column.header : fmt::format("{} [{}]", column.header, column.unit);
}

Texts headings(const Table& table, const std::function<std::string(const std::string&)>& escaped) {
  Texts out;
  for (const auto& column : table.columns) out.push_back(escaped(heading(column)));
  return out;
}

std::string padded(const std::string& text, std::size_t width, Align align) {
  const std::string blanks(width - std::min(width, display_width(text)), ' ');
  return align == Align::left ? text + blanks : blanks + text;
}

// Texts come from files and stores: an escape sequence in them must not reach the terminal.
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

std::string latex_escaped(const std::string& text) {
  std::string out;
  for (const char c : one_line(text)) {
    if (c == '\\')
      out += "\\textbackslash{}";
    else if (c == '~')
      out += "\\textasciitilde{}";
    else if (c == '^')
      out += "\\textasciicircum{}";
    else if (c == '<' || c == '>' || c == '[' || c == ']')
      out += fmt::format("{{{}}}", c);  // OT1 ligatures, optional arguments
    else if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
      out += fmt::format("\\{}", c);
    else
      out += c;
  }
  return out;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::string csv_line(const Texts& fields) {
  Texts quoted;
  for (const auto& field : fields) quoted.push_back(csv_field(field));
  // A lone empty field would be an empty line, which readers skip.
  return (quoted == Texts{""} ? "\"\"" : fmt::format("{}", fmt::join(quoted, ","))) + "\r\n";
}

std::string file_text(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? shortest(value.get<double>()) : value.dump();
}

struct CodeRange {
  char32_t first, last;
};

bool among(char32_t c, std::initializer_list<CodeRange> ranges) {
  return std::any_of(ranges.begin(), ranges.end(), [c](const auto& r) { return r.first <= c && c <= r.last; });
}

}  // namespace

Entry Entry::number(std::optional<double> value, int digits) {
  Entry out;
  if (!value || !std::isfinite(*value)) return out;
  out.shown_ = significant(*value, digits);
  out.value_ = *value;
  return out;
}

Entry Entry::count(std::optional<std::int64_t> value) {
  Entry out;
  if (!value) return out;
  out.shown_ = std::to_string(*value);
  out.value_ = *value;
  return out;
}

TableFormat table_format(std::string_view name) {
  if (name == "text") return TableFormat::text;
  if (name == "md") return TableFormat::markdown;
  if (name == "latex") return TableFormat::latex;
  if (name == "csv") return TableFormat::csv;
  if (name == "json") return TableFormat::json;
  if (name == "units") return TableFormat::units;
  throw UsageError(fmt::format("unknown format '{}'; known: text, md, latex, csv, json, units", name));
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

std::string as_text(const Table& table) {
  std::vector<Texts> lines = {headings(table, one_line)};
  for (std::size_t r = 0; r < table.rows.size(); ++r) lines.push_back(row_texts(table, r, "–", one_line));
  std::vector<std::size_t> width(table.columns.size(), 0);
  for (const auto& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) width[c] = std::max(width[c], display_width(line[c]));

  std::string out = table.caption.empty() ? "" : one_line(table.caption) + "\n";
  for (const auto& line : lines) {
    std::string text;
    for (std::size_t c = 0; c < line.size(); ++c)
      text += (c ? "  " : "") + padded(line[c], width[c], table.columns[c].align);
    out += text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  }
  for (const auto& note : table.notes) out += one_line(note) + "\n";
  return out;
}

std::string as_markdown(const Table& table) {
  const auto line = [](const Texts& texts) { return fmt::format("| {} |\n", fmt::join(texts, " | ")); };
  std::string out = table.caption.empty() ? "" : fmt::format("**{}**\n\n", markdown_escaped(table.caption));
  out += line(headings(table, markdown_escaped));
  Texts rule;
  for (const auto& column : table.columns) rule.push_back(column.align == Align::left ? ":--" : "--:");
  out += line(rule);
  for (std::size_t r = 0; r < table.rows.size(); ++r) out += line(row_texts(table, r, "–", markdown_escaped));
  for (const auto& note : table.notes) out += "\n" + markdown_escaped(note) + "\n";
  return out;
}

std::string as_latex(const Table& table) {
  const auto line = [](const Texts& texts) { return fmt::format("    {} \\\\\n", fmt::join(texts, " & ")); };
  std::string out = "\\begin{table}\n  \\centering\n";
  if (!table.caption.empty()) out += fmt::format("  \\caption{{{}}}\n", latex_escaped(table.caption));
  std::string alignment;
  for (const auto& column : table.columns) alignment += column.align == Align::left ? 'l' : 'r';
  out += fmt::format("  \\begin{{tabular}}{{{}}}\n    \\toprule\n", alignment);
  out += line(headings(table, latex_escaped)) + "    \\midrule\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) out += line(row_texts(table, r, "--", latex_escaped));
  out += "    \\bottomrule\n  \\end{tabular}\n";
  for (const auto& note : table.notes) out += fmt::format("  \\par\\smallskip {}\n", latex_escaped(note));
  return out + "\\end{table}\n";
}

std::string as_csv(const Table& table) {
  Texts header;
  for (const auto& column : table.columns) header.push_back(column.header);
  std::string out = csv_line(header);
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    Texts fields;
    for (std::size_t c = 0; c < table.columns.size(); ++c) fields.push_back(file_text(entry(table, r, c).value()));
    out += csv_line(fields);
  }
  return out;
}

std::string units_csv(const std::vector<Column>& columns) {
  std::string out = csv_line({"column", "unit"});
  for (const auto& column : columns) out += csv_line({column.header, column.unit});
  return out;
}

fs::path units_path(fs::path csv) { return csv.replace_extension(".units.csv"); }

void write_csv(const fs::path& path, const FileKind& kind, std::string_view csv, const std::vector<Column>& columns) {
  const auto units = beginning_with(csv_line({"column", "unit"}), "a table of units");
  check_output(path, kind);
  write_file(units_path(path), units, units_csv(columns));
  write_file(path, kind, csv);
}

Json as_json(const Table& table) {
  Json out = Json::array();
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    Json row = Json::object();
    for (std::size_t c = 0; c < table.columns.size(); ++c) row[table.columns[c].header] = entry(table, r, c).value();
    out.push_back(std::move(row));
  }
  return out;
}

std::string printed(const Table& table, TableFormat format) {
  switch (format) {
    case TableFormat::markdown: return as_markdown(table);
    case TableFormat::latex: return as_latex(table);
    case TableFormat::csv: return as_csv(table);
    case TableFormat::units: return units_csv(table.columns);
    case TableFormat::json: return as_json(table).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    case TableFormat::text: break;
  }
  return as_text(table);
}

}  // namespace plumb
