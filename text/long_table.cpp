#include "text/long_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>

#include "text/csv.hpp"
#include "text/latex.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

using Texts = std::vector<std::string>;
using Out = std::function<void(std::string_view)>;
using Escape = std::function<std::string(const std::string&)>;

// The texts of a row, one for each entry, with `dash` for missing ones.
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

std::string latex_heading(const Column& column) {
  const bool plain = column.unit.empty() || column.unit == "-";
  return latex_escaped(column.header) + (plain ? "" : fmt::format(" {{[}}{}{{]}}", latex_unit(column.unit)));
}

std::string braced(const std::string& text) { return fmt::format("{{{}}}", text); }

bool is_of_numbers(const std::string& latex_column) { return latex_column.starts_with('S'); }

/// Columns of numbers are siunitx's, sized for the longest number; all other columns contain texts.
Texts latex_columns(const LongTable& table) {
  std::vector<NumberFormat> formats(table.columns.size());
  table.rows([&](const Row& row) {
    for (std::size_t c = 0; c < row.size(); ++c)
      if (table.columns[c].align == Align::right && !row[c].missing()) formats[c].add(row[c].shown());
  });
  Texts out;
  for (std::size_t c = 0; c < formats.size(); ++c) {
    const auto column = formats[c].column();
    out.push_back(!column.empty() ? column : table.columns[c].align == Align::left ? "l" : "r");
  }
  return out;
}

/// Texts in a column of numbers stand in braces.
Texts latex_fields(const LongTable& table, const Texts& columns, const Row& row) {
  auto out = row_texts(table, row, "--", latex_escaped);
  for (std::size_t c = 0; c < out.size(); ++c) {
    const bool is_number = c < row.size() && !row[c].missing() && NumberFormat().add(row[c].shown());
    if (is_of_numbers(columns[c]) && !is_number) out[c] = braced(out[c]);
  }
  return out;
}

void print_latex(const LongTable& table, const Out& out) {
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
  table.rows([&](const Row& row) { out(line(latex_fields(table, columns, row))); });
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
