#include "harness/api/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "text/number_text.hpp"

namespace plumb {
namespace {

/// Returns the allowed values of a parameter: "> 0", "1e-6 to 3.14159", "paper, accurate", "any number".
std::string allowed(const ParameterSpec& spec) {
  if (!spec.choices.empty()) {
    std::string out;
    for (const char c : spec.choices) out += c == '|' ? std::string(", ") : std::string(1, c);
    if (spec.values > 1)
      out +=
          fmt::format(", or {} numbers from {} to {}", spec.values, bound_text(spec.minimum), bound_text(spec.maximum));
    if (spec.or_number) out += ", or a number";
    return out;
  }
  const bool low = std::isfinite(spec.minimum), high = std::isfinite(spec.maximum);
  if (low && high) return fmt::format("{} to {}", bound_text(spec.minimum), bound_text(spec.maximum));
  if (low) return spec.minimum > 0 && spec.minimum < 1e-99 ? "> 0" : ">= " + bound_text(spec.minimum);
  return high ? "<= " + bound_text(spec.maximum) : "any number";
}

}  // namespace

void add_lines(Facts& facts, std::string name, const std::vector<std::string>& values) {
  for (const auto& value : values) facts.emplace_back(std::exchange(name, ""), value);
}

std::string facts(const Facts& lines) {
  std::size_t width = 0;
  for (const auto& [name, value] : lines) width = std::max(width, name.size() + 2);
  std::string out;
  for (const auto& [name, value] : lines)
    if (!value.empty()) out += fmt::format("{:<{}}{}\n", name, width, value);
  return out;
}

Table parameter_table(const std::vector<ParameterSpec>& specs, const Parameters* values) {
  Table table{.columns = {{"parameter"}}, .rows = {}};
  if (values) table.columns.push_back({"value", Align::right});
  for (const auto& column : {Column{"default", Align::right}, Column{"unit"}, Column{"allowed"}, Column{"meaning"}})
    table.columns.push_back(column);
  for (const auto& s : specs) {
    auto& row = table.rows.emplace_back(std::vector<Entry>{s.name});
    if (values) row.emplace_back(values->text(s.name));
    for (const auto& text : {s.default_value, s.unit, allowed(s), s.meaning}) row.emplace_back(text);
  }
  return table;
}

}  // namespace plumb
