#include "text/published_values.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "contract/exact_number.hpp"
#include "text/csv.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr std::string_view values_file = "a CSV file of published values";

/// Returns the number in field i, or 1 if it is empty.
quad factor_in(const CsvRow& row, std::size_t i) {
  if (row[i].empty()) return 1;
  row.require_number(i);
  const auto out = number_from_text<quad>(row[i]);
  if (out == 0) row.refuse(i, out_of_range("the factor must not be 0"));
  return out;
}

const std::string& named(const CsvRow& row, std::size_t i, std::string_view label) {
  if (row[i].empty()) row.refuse(i, missing_part("{} is expected", label));
  return row[i];
}

PublishedValue value_of_a_problem(const CsvRow& row) {
  row.require_number(1);
  return {named(row, 0, "a problem"), row[1],    named(row, 2, "a component"), row.decimal(3),
          factor_in(row, 4),          row.line()};
}

PublishedValue value_of(const std::string& problem, const CsvRow& row, const std::string& default_time) {
  if (row.size() < 2 || row.size() > 3)
    row.refuse(std::min<std::size_t>(row.size(), 3),
               malformed("expected NAME,VALUE or NAME,VALUE,T; the decimal sign is a point"));
  const bool has_time = row.size() == 3 && !row[2].empty();
  if (has_time) row.require_number(2);
  return {problem, has_time ? row[2] : default_time, named(row, 0, "a name"), row.decimal(1), 1, row.line()};
}

}  // namespace

quad PublishedValue::value() const { return factor * number_from_text<quad>(text); }

quad PublishedValue::half_unit() const {
  return abs(factor) * number_from_text<quad>(fmt::format("5e{}", last_place(text) - 1));
}

std::vector<PublishedValue> published_values(const std::string& file) {
  std::vector<PublishedValue> out;
  for (const auto& row : csv_table(file, values_file, {"problem", "t", "component", "published"}, {"factor"}))
    out.push_back(value_of_a_problem(row));
  return out;
}

std::vector<PublishedValue> published_values(const std::string& file, const std::string& problem,
                                             const std::string& default_time) {
  std::vector<PublishedValue> out;
  auto rows = csv_rows(file, values_file);
  if (!rows.empty() && rows.front()[0] == "name") rows.erase(rows.begin());
  for (const auto& row : rows) out.push_back(value_of(problem, row, default_time));
  return out;
}

}  // namespace plumb
