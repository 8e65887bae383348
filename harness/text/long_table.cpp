#include "harness/text/long_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>

#include "harness/text/csv.hpp"
#include "harness/text/number_text.hpp"
#include "harness/text/printable.hpp"

namespace plumb {
namespace {

using Texts = std::vector<std::string>;
using Out = std::function<void(std::string_view)>;
using Escape = std::function<std::string(const std::string&)>;

// One text an entry of a row, `dash` where it is missing.
Texts row_texts(const LongTable& table, const Row& row, std::string_view dash, const Escape& escaped) {
  assert(row.size() <= table.columns.size());
  Texts out;
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    out.push_back(c >= row.size() || row[c].missing() ? std::string(dash) : escaped(row[c].shown()));
  return out;
}

std::string heading(const Column& column) {
  return column.unit.empty() || column.unit == "-" ? column.header : fmt::format("{} [{}]", column.header, column.unit);
}

Texts headings(const LongTable& table, const Escape& escaped) {
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

std::string file_text(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? shortest(value.get<double>()) : value.dump();
}

void print_text(const LongTable& table, const Out& out) {
  const auto header = headings(table, one_line);
  std::vector<std::size_t> width;
  for (const auto& text : header) width.push_back(display_width(text));
  table.rows([&](const Row& row) {
    const auto texts = row_texts(table, row, "–", one_line);
    for (std::size_t c = 0; c < texts.size(); ++c) width[c] = std::max(width[c], display_width(texts[c]));
  });
  const auto print_line = [&](const Texts& texts) {
    std::string line;
    for (std::size_t c = 0; c < texts.size(); ++c)
      line += (c ? "  " : "") + padded(texts[c], width[c], table.columns[c].align);
    out(line.substr(0, line.find_last_not_of(' ') + 1) + "\n");
  };
  if (!table.caption.empty()) out(one_line(table.caption) + "\n");
  print_line(header);
  table.rows([&](const Row& row) { print_line(row_texts(table, row, "–", one_line)); });
  table.notes([&](const std::string& note) { out(one_line(note) + "\n"); });
}

void print_markdown(const LongTable& table, const Out& out) {
  const auto line = [](const Texts& texts) { return fmt::format("| {} |\n", fmt::join(texts, " | ")); };
  if (!table.caption.empty()) out(fmt::format("**{}**\n\n", markdown_escaped(table.caption)));
  out(line(headings(table, markdown_escaped)));
  Texts rule;
  for (const auto& column : table.columns) rule.push_back(column.align == Align::left ? ":--" : "--:");
  out(line(rule));
  table.rows([&](const Row& row) { out(line(row_texts(table, row, "–", markdown_escaped))); });
  table.notes([&](const std::string& note) { out("\n" + markdown_escaped(note) + "\n"); });
}

void print_latex(const LongTable& table, const Out& out) {
  const auto line = [](const Texts& texts) { return fmt::format("    {} \\\\\n", fmt::join(texts, " & ")); };
  out("\\begin{table}\n  \\centering\n");
  if (!table.caption.empty()) out(fmt::format("  \\caption{{{}}}\n", latex_escaped(table.caption)));
  std::string alignment;
  for (const auto& column : table.columns) alignment += column.align == Align::left ? 'l' : 'r';
  out(fmt::format("  \\begin{{tabular}}{{{}}}\n    \\toprule\n", alignment));
  out(line(headings(table, latex_escaped)) + "    \\midrule\n");
  table.rows([&](const Row& row) { out(line(row_texts(table, row, "--", latex_escaped))); });
  out("    \\bottomrule\n  \\end{tabular}\n");
  table.notes([&](const std::string& note) { out(fmt::format("  \\par\\smallskip {}\n", latex_escaped(note))); });
  out("\\end{table}\n");
}

void print_csv(const LongTable& table, const Out& out) {
  Texts header;
  for (const auto& column : table.columns) header.push_back(column.header);
  out(csv_line(header));
  table.rows([&](const Row& row) {
    assert(row.size() <= table.columns.size());
    Texts fields;
    for (const auto& entry : row) fields.push_back(file_text(entry.value()));
    fields.resize(table.columns.size());
    out(csv_line(fields));
  });
}

void print_json(const LongTable& table, const Out& out) {
  Table all{.columns = table.columns, .rows = {}};
  table.rows([&](const Row& row) { all.rows.push_back(row); });
  out(as_json(all).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace

LongTable long_table(const Table& table) {
  const auto each = [](const auto& list) {
    return [&list](const auto& see) { std::for_each(list.begin(), list.end(), see); };
  };
  return {table.columns, each(table.rows), table.caption, each(table.notes)};
}

void print(const LongTable& table, TableFormat format, const Out& out) {
  switch (format) {
    case TableFormat::markdown: return print_markdown(table, out);
    case TableFormat::latex: return print_latex(table, out);
    case TableFormat::csv: return print_csv(table, out);
    case TableFormat::units: return out(units_csv(table.columns));
    case TableFormat::json: return print_json(table, out);
    case TableFormat::text: return print_text(table, out);
  }
}

void write_units(const std::filesystem::path& csv, const std::vector<Column>& columns) {
  const auto units = beginning_with(csv_line({"column", "unit"}), "a table of units");
  write_file(units_path(csv), units, units_csv(columns));
}

void write_csv(const std::filesystem::path& path, const FileKind& kind, const LongTable& table) {
  check_output(path, kind);
  write_units(path, table.columns);
  OutputFile file(path, kind);
  print_csv(table, [&](std::string_view line) { file.write(line); });
  file.commit();
}

}  // namespace plumb
