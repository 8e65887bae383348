#include "text/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "text/csv.hpp"
#include "text/exit_codes.hpp"
#include "text/long_table.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
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
  print(long_table(table), format, [&](std::string_view text) { out += text; });
  return out;
}

}  // namespace plumb
