#include "problems/mechanisms/table_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "text/csv_text.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

constexpr std::size_t most_rows = 20'000;

bool is_decimal(const std::string& text) { return decimal_from_text(text).has_value(); }

/// Returns the indices of the two columns of the CSV file that a table uses, the first two by default.
std::array<std::size_t, 2> columns_of(const TomlValue& table, const CsvRow& first) {
  const auto* names = table.find("columns");
  if (!names) return {0, 1};
  if (!names->is_list() || names->items.size() != 2)
    throw names->refusal(wrong_kind("columns: give the names of two columns, [\"t\", \"height\"]"));
  std::vector<std::string> known;
  for (std::size_t i = 0; i < first.size(); ++i) known.push_back(first[i]);
  if (std::ranges::all_of(known, is_decimal))
    throw names->refusal(contradiction("columns: the file has no header with column names"));
  std::array<std::size_t, 2> out{};
  for (std::size_t k = 0; k < 2; ++k) {
    const auto& name = names->items[k];
    const auto found = std::ranges::find(known, name.text);
    if (found == known.end()) throw name.refusal(unknown_name("column", name.text, known));
    out[k] = static_cast<std::size_t>(found - known.begin());
  }
  return out;
}

/// Returns the two fields of a row as a list of numbers, with their locations in the file.
TomlValue pair_of(const CsvRow& row, const std::array<std::size_t, 2>& columns, const FilePlace& file) {
  TomlValue out;
  out.kind = TomlValue::Kind::list;
  for (const auto column : columns) {
    auto& number = out.items.emplace_back();
    number.kind = TomlValue::Kind::decimal;
    number.place = {file.file, static_cast<std::size_t>(row.line()), row.fields().at(column).column};
    number.text = row.decimal(column);
  }
  out.place = out.items.front().place;
  return out;
}

TomlValue rows_of(const TomlValue& table, const std::vector<CsvRow>& all, const FilePlace& file) {
  TomlValue out;
  out.kind = TomlValue::Kind::list;
  out.place = table.find("file")->place;
  if (all.empty()) return out;
  const auto& first = all.front();
  const auto columns = columns_of(table, first);
  const bool has_header = !is_decimal(first[0]);
  for (auto row = all.begin() + (has_header ? 1 : 0); row != all.end(); ++row) {
    if (row->size() < 2 || row->size() != first.size())
      row->refuse(0, out_of_range("there are {} fields; {} are needed, separated by commas and with decimal points",
                                  row->size(), std::max<std::size_t>(2, first.size())));
    out.items.push_back(pair_of(*row, columns, file));
  }
  return out;
}

void read_file_of(TomlValue& table, const std::filesystem::path& folder, const FileText& read) {
  const auto* file = table.find("file");
  if (!file) return;
  if (file->kind != TomlValue::Kind::text) throw file->refusal(wrong_kind("file: the path of a CSV file is allowed"));
  if (const auto* rows = table.find("rows"))
    throw rows->refusal(contradiction("rows: 'file' is given too; give one of the two"));
  if (!read)
    throw file->refusal(
        unreadable("file: a text without a folder cannot refer to other files; write the rows into it"));
  const auto path = (folder / file->text).string();
  const FilePlace place{std::make_shared<const std::string>(path)};
  table.entries.push_back({"rows", file->place, rows_of(table, csv_rows_of_text(read(path), path), place)});
}

void read_below(TomlValue& value, bool is_table, const std::filesystem::path& folder, const FileText& read) {
  if (is_table && value.is_table()) return read_file_of(value, folder, read);
  for (auto& item : value.items) read_below(item, is_table, folder, read);
  for (auto& [key, place, inner] : value.entries)
    if (key == "tables" && inner.is_table())
      for (auto& entry : inner.entries) read_below(entry.value, true, folder, read);
    else
      read_below(inner, key == "table", folder, read);
}

/// Reads a list of two numbers: one for the times and one for the values of a table. The fallback applies to both.
std::array<ExactNumber, 2> two_numbers(const MechanismItem& item, std::string_view key, std::string_view fallback) {
  if (!item.has(key)) return {ExactNumber(fallback), ExactNumber(fallback)};
  const auto out = item.numbers(key);
  if (out.size() != 2)
    throw item.refusal(key, wrong_kind("two numbers are needed: one for the times and one for the values"));
  return {out[0], out[1]};
}

}  // namespace

void read_tables(TomlValue& root, const std::string& file, const FileText& read) {
  read_below(root, false, std::filesystem::path(file).parent_path(), read);
}

mbs::Table table_of(const MechanismItem& item) {
  constexpr std::size_t fewest = 2, fewest_without_knots = 4;
  item.allow({"rows", "file", "columns", "ends", "outside", "scale", "shift"});
  mbs::Table out;
  out.ends = static_cast<mbs::TableEnds>(item.choice("ends", mbs::table_ends_names, 0));
  out.outside = static_cast<mbs::TableOutside>(item.choice("outside", mbs::table_outside_names, 2));
  const auto scale = two_numbers(item, "scale", "1"), shift = two_numbers(item, "shift", "0");
  if (!(scale[0].in<double>() > 0))
    throw item.refusal("scale", out_of_range("the factor of the times is not positive"));
  if (!item.has("rows"))
    throw item.refusal("",
                       missing_part("its points are missing: rows = [[0, 0], [0.1, 0.02], ...] or file = \"x.csv\""));
  const auto rows = item.pairs("rows");
  const auto needed = out.ends == mbs::TableEnds::not_a_knot ? fewest_without_knots : fewest;
  if (rows.size() < needed || rows.size() > most_rows)
    throw item.refusal("rows",
                       out_of_range("there are {} points; {} to {} are allowed", rows.size(), needed, most_rows));
  const bool is_plain = !item.has("scale") && !item.has("shift");
  const auto changed = [&](const ExactNumber& x, std::size_t of) {
    if (is_plain) return x;
    return item.value_of(fmt::format("({})*({}) + ({})", x.text(), scale[of].text(), shift[of].text()));
  };
  for (const auto& [time, value, place] : rows) {
    if (!out.times.empty() && !(out.times.back().in<quad>() < changed(time, 0).in<quad>()))
      throw place.refusal(out_of_range("{}: the time {} is not later than the time before it; times must increase",
                                       item.label(), time.text()));
    out.times.push_back(changed(time, 0));
    out.values.push_back(changed(value, 1));
  }
  return out;
}

}  // namespace plumb
