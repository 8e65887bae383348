#include "harness/cell/coefficient_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "contract/expression.hpp"
#include "text/formula.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

constexpr std::size_t longest_entry = 10'000;  // limit of the text of a coefficient [characters]
constexpr int deepest_entry = 90;              // the limit of expressions is 100; sums of entries add further levels

// Returns the nesting depth of parentheses.
int depth(std::string_view text) {
  int now = 0, deepest = 0;
  for (const char c : text) {
    if (c == '(') ++now;
    if (c == ')') --now;
    deepest = std::max(deepest, now);
  }
  return deepest;
}

// Returns whether a text contains a function other than sqrt; only expressions may contain it.
bool has_function(std::string_view text) {
  using namespace expression_detail;
  for (std::size_t position = 0; position < text.size();) {
    const auto decimal = decimal_at(text, position), word = word_at(text, position);
    if (decimal.empty() && !word.empty() && word != "pi" && word != "sqrt") return true;
    position += std::max({decimal.size(), word.size(), std::size_t(1)});
  }
  return false;
}

std::string coefficient(const TomlValue& node, std::string_view label) {
  auto out = node.text;
  if (!node.is_number() && node.kind != TomlValue::Kind::text)
    throw node.refusal(wrong_kind("{}: a number or a text like \"1/4 - sqrt(3)/6\" is allowed", label));
  if (out.size() > longest_entry)
    throw node.refusal(out_of_range("{}: {} characters; up to {} are allowed", label, out.size(), longest_entry));
  if (depth(out) > deepest_entry)
    throw node.refusal(
        out_of_range("{}: {} nested parentheses; up to {} are allowed", label, depth(out), deepest_entry));
  try {
    if (has_function(out)) out = formula_value(out, {}).text();
    expression_value<quad>(out);
  } catch (const std::invalid_argument& e) {
    throw node.refusal(malformed("{}: {}", label, e.what()));
  }
  return out;
}

}  // namespace

const std::vector<TomlValue>& array_of(const TomlValue& node, std::string_view label) {
  if (!node.is_list() || node.items.empty()) throw node.refusal(wrong_kind("{}: a list is needed", label));
  const auto size = node.items.size();
  if (size > most_entries)
    throw node.refusal(out_of_range("{}: {} entries; up to {} are allowed", label, size, most_entries));
  return node.items;
}

std::vector<std::string> coefficients(const TomlValue& node, const std::string& label) {
  std::vector<std::string> out;
  for (const auto& element : array_of(node, label))
    out.push_back(coefficient(element, fmt::format("{}[{}]", label, out.size() + 1)));
  return out;
}

}  // namespace plumb
