#include "harness/api/coefficients.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "contract/expression.hpp"
#include "harness/api/catalogue_pages.hpp"
#include "methods/coefficients/order_trees.hpp"
#include "text/exit_codes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr int most_decimals = 30;  // limit of the digits of printed decimals

/// A group of coefficients: a, b, c, alpha or beta. `texts` is a matrix row by row if `columns` is not 0, else a list.
struct Group {
  const char* name;
  int first;  // index of the first entry in labels: 0 for multistep formulas, else 1
  std::size_t columns;
  const std::vector<std::string>& texts;

  std::string label(std::size_t k) const {
    if (columns != 0) return fmt::format("{}[{},{}]", name, k / columns + 1, k % columns + 1);
    return fmt::format("{}[{}]", name, static_cast<std::size_t>(first) + k);
  }
};

std::vector<Group> groups(const TableauData& t) {
  return {{"a", 1, static_cast<std::size_t>(t.stages), t.a}, {"b", 1, 0, t.b}, {"c", 1, 0, t.c}};
}
std::vector<Group> groups(const MultistepData& f) { return {{"alpha", 0, 0, f.alpha}, {"beta", 0, 0, f.beta}}; }
std::vector<Group> groups(const MethodCoefficients& m) {
  return std::visit([](const auto& data) { return groups(data); }, m.data);
}

std::string in_words(const TableauData& t) {
  return "Runge-Kutta tableau of " + counted(static_cast<std::size_t>(t.stages), "stage");
}
std::string in_words(const MultistepData& f) {
  return fmt::format("linear multistep formula of {}: sum_j alpha[j] y(n+1-j) = h sum_j beta[j] f(n+1-j)",
                     counted(static_cast<std::size_t>(f.steps()), "step"));
}

std::string as_decimal(const std::string& text) {
  const int digits = std::min(most_decimals, expression_digits(text));
  return normalized_number(expression_value<Digits50>(text).str(digits - 1, std::ios_base::scientific));
}

bool is_whole(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const bool digits_only = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  return digits_only && !text.empty() && text.size() <= 15 && (text == "0" || text.front() != '0');
}

std::string toml_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    const auto code = static_cast<unsigned char>(c);
    out += code < 0x20 || code == 0x7f ? fmt::format("\\u{:04x}", code) : std::string(1, c);
  }
  return out + "\"";
}

std::string toml_list(std::vector<std::string>::const_iterator begin, std::vector<std::string>::const_iterator end) {
  std::vector<std::string> out;
  for (; begin != end; ++begin) out.push_back(is_whole(*begin) ? *begin : toml_text(*begin));
  return fmt::format("[{}]", fmt::join(out, ", "));
}

std::string toml_value(const Group& group) {
  if (group.columns == 0) return toml_list(group.texts.begin(), group.texts.end());
  std::vector<std::string> rows;
  const auto columns = static_cast<std::ptrdiff_t>(group.columns);
  for (auto row = group.texts.begin(); row != group.texts.end(); row += columns)
    rows.push_back(toml_list(row, row + columns));
  return fmt::format("[{}]", fmt::join(rows, ",\n     "));
}

/// Returns shown(text) of each coefficient, as an array or an array of rows.
template <class Shown>
Json shaped(const Group& group, Shown shown) {
  Json out = Json::array();
  for (std::size_t k = 0; k < group.texts.size(); ++k) {
    if (group.columns == 0) {
      out.push_back(shown(group.texts[k]));
      continue;
    }
    if (k % group.columns == 0) out.push_back(Json::array());
    out.back().push_back(shown(group.texts[k]));
  }
  return out;
}

Table coefficient_table(const MethodCoefficients& m) {
  Table table{.columns = {{"coefficient"}, {"as kept"}, {"decimal"}}, .rows = {}};
  std::size_t zeros = 0;
  for (const auto& group : groups(m))
    for (std::size_t k = 0; k < group.texts.size(); ++k) {
      const auto& text = group.texts[k];
      if (expression_value<Digits50>(text) == 0)
        ++zeros;
      else
        table.rows.push_back({group.label(k), text, as_decimal(text)});
    }
  table.notes.push_back(
      fmt::format("decimal: the stored number, to {} significant digits or all of its digits", most_decimals));
  if (zeros != 0) table.notes.push_back(fmt::format("omitted: {} equal to 0", counted(zeros, "coefficient")));
  return table;
}

}  // namespace

int MethodCoefficients::order() const {
  if (const auto* formula = std::get_if<MultistepData>(&data)) return order_of(*formula);
  return order_report(std::get<TableauData>(data)).order;
}

MethodCoefficients method_coefficients(const std::string& name, const Method& method, const Parameters& parameters) {
  if (method.tableau) return {name, method.info.title, method.info.source, method.tableau(parameters)};
  if (method.multistep) return {name, method.info.title, method.info.source, method.multistep(parameters)};
  throw UsageError(
      fmt::format("{}: this method has no coefficients to show, because it is neither a Runge-Kutta tableau nor a "
                  "linear multistep formula",
                  name));
}

std::string coefficients_text(const MethodCoefficients& m) {
  const auto kind = std::visit([](const auto& data) { return in_words(data); }, m.data);
  return facts({{m.name, m.title},
                {"source", m.source},
                {"kind", kind},
                {"order", fmt::format("{}, from the order conditions", m.order())}}) +
         "\n" + as_text(coefficient_table(m));
}

Json coefficients_json(const MethodCoefficients& m) {
  Json kept = Json::object(), decimals = Json::object();
  for (const auto& group : groups(m)) {
    kept[group.name] = shaped(group, [](const std::string& text) { return text; });
    decimals[group.name] = shaped(group, as_decimal);
  }
  return {
      {"name", m.name},     {"title", m.title},
      {"source", m.source}, {"kind", std::holds_alternative<TableauData>(m.data) ? "runge-kutta" : "linear-multistep"},
      {"order", m.order()}, {"kept", kept},
      {"decimal", decimals}};
}

std::string coefficients_toml(const MethodCoefficients& m) {
  auto out = fmt::format("schema = 1\nname = {}\ntitle = {}\nsource = {}\n", toml_text(m.name), toml_text(m.title),
                         toml_text(m.source));
  if (const int order = m.order(); order > 0) out += fmt::format("order = {}\n", order);
  out += "\n";
  for (const auto& group : groups(m)) out += fmt::format("{} = {}\n", group.name, toml_value(group));
  return out;
}

}  // namespace plumb
