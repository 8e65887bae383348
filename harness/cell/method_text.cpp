#include "harness/cell/method_text.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <stdexcept>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "contract/excerpt.hpp"
#include "contract/expression.hpp"
#include "harness/text/number_text.hpp"
#include "harness/text/printable.hpp"
#include "harness/text/suggest.hpp"
#include "methods/coefficients/order_trees.hpp"
#include "methods/from_data/from_data.hpp"

namespace plumb {
namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t most_entries = 64;       // stages, or steps of a formula and one
constexpr std::size_t longest_entry = 10'000;  // characters of a coefficient
constexpr int deepest_entry = 90;              // expressions may be 100 deep; sums of entries put more around them
constexpr std::size_t longest_text = 200;      // of a name, a title, a source: characters that tables show

// Parentheses in parentheses.
int depth(std::string_view text) {
  int now = 0, deepest = 0;
  for (const char c : text) {
    if (c == '(') ++now;
    if (c == ')') --now;
    deepest = std::max(deepest, now);
  }
  return deepest;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  void read(MethodFile& out) const {
    const toml::table root = parsed();
    check_keys(root);
    check_schema(root);
    out.title = text_of(root, "name");
    if (out.title.empty()) refuse(root.source(), "'name' is missing");
    if (const auto title = text_of(root, "title"); !title.empty()) out.title += ": " + title;
    out.source = text_of(root, "source");
    if (out.source.empty()) out.source = "not given";
    const MethodInfo info{.name = out.name, .title = out.title, .source = out.source};
    out.method = has_tableau(root) ? runge_kutta_method(info, tableau(root)) : multistep(info, root);
    compare_with_claim(out, root);
  }

 private:
  toml::table parsed() const {
    try {
      return toml::parse(text_, file_);
    } catch (const toml::parse_error& e) {
      refuse(e.source(), std::string(e.description()));
    }
  }

  void check_keys(const toml::table& root) const {
    const Texts known = {"schema", "name", "title", "source", "order", "a", "b", "c", "alpha", "beta"};
    for (const auto& [key, value] : root)
      if (std::find(known.begin(), known.end(), key.str()) == known.end())
        refuse(key.source(), unknown_name("key", key.str(), known).what());
  }

  void check_schema(const toml::table& root) const {
    const auto* schema = root.get("schema");
    if (!schema) refuse(root.source(), "'schema = 1' is missing");
    if (!schema->is_integer() || schema->as_integer()->get() != 1)
      refuse(schema->source(), "schema: this build reads schema = 1");
  }

  std::string text_of(const toml::table& root, std::string_view key) const {
    const auto* node = root.get(key);
    if (!node) return {};
    if (!node->is_string()) refuse(node->source(), fmt::format("{}: a text is allowed", key));
    const auto& text = node->as_string()->get();
    if (!is_printable(text)) refuse(node->source(), fmt::format("{}: control characters are not allowed", key));
    if (printable(text, longest_text) != text)
      refuse(node->source(), fmt::format("{}: at most {} characters are allowed", key, longest_text));
    return text;
  }

  // Whether it is a tableau; what mixes both kinds or lacks a part is refused.
  bool has_tableau(const toml::table& root) const {
    const bool tableau = root.contains("a") || root.contains("b") || root.contains("c");
    const bool formula = root.contains("alpha") || root.contains("beta");
    if (tableau == formula)
      refuse(root.source(), "either a tableau (a, b and perhaps c) or a multistep formula (alpha and beta) is needed");
    for (const char* key : {"a", "b", "alpha", "beta"})
      if (!root.contains(key) && (key[1] == '\0') == tableau)
        refuse(root.source(), fmt::format("'{}' is missing", key));
    return tableau;
  }

  const toml::array& array_of(const toml::node& node, std::string_view what) const {
    if (!node.is_array() || node.as_array()->empty()) refuse(node.source(), fmt::format("{}: a list is needed", what));
    const auto size = node.as_array()->size();
    if (size > most_entries)
      refuse(node.source(), fmt::format("{}: {} entries; up to {} are allowed", what, size, most_entries));
    return *node.as_array();
  }

  // A number keeps all digits it has in the file.
  std::string coefficient(const toml::node& node, std::string_view what) const {
    std::string out;
    if (const auto* text = node.as_string())
      out = text->get();
    else if (const auto* whole = node.as_integer())
      out = std::to_string(whole->get());
    else if (const auto* number = node.as_floating_point())
      out = as_written(*number);
    else
      refuse(node.source(), fmt::format("{}: a number or a text like \"1/4 - sqrt(3)/6\" is allowed", what));
    if (out.size() > longest_entry)
      refuse(node.source(), fmt::format("{}: {} characters; up to {} are allowed", what, out.size(), longest_entry));
    if (depth(out) > deepest_entry)
      refuse(node.source(),
             fmt::format("{}: {} parentheses in parentheses; up to {} are allowed", what, depth(out), deepest_entry));
    try {
      expression_value<quad>(out);
    } catch (const std::invalid_argument& e) {
      refuse(node.source(), fmt::format("{}: {}", what, e.what()));
    }
    return out;
  }

  std::string as_written(const toml::value<double>& number) const {
    const auto& [begin, end, path] = number.source();
    std::string_view line = text_;
    for (toml::source_index i = 1; i < begin.line; ++i) line.remove_prefix(line.find('\n') + 1);
    line = line.substr(0, line.find('\n'));
    if (end.line == begin.line && end.column <= line.size() + 1) {
      std::string out(line.substr(begin.column - 1, end.column - begin.column));
      std::erase(out, '_');
      try {
        if (expression_value<double>(out) == number.get()) return out;
      } catch (const std::invalid_argument&) {  // letters of several bytes before it in the line
      }
    }
    return shortest(number.get());
  }

  Texts coefficients(const toml::node& node, const std::string& what) const {
    Texts out;
    for (const auto& element : array_of(node, what))
      out.push_back(coefficient(element, fmt::format("{}[{}]", what, out.size() + 1)));
    return out;
  }

  TableauData tableau(const toml::table& root) const {
    TableauData out{.b = coefficients(*root.get("b"), "b")};
    const auto n = out.b.size();
    out.stages = static_cast<int>(n);
    const auto& rows = array_of(*root.get("a"), "a");
    if (rows.size() != n) refuse(rows.source(), fmt::format("a: {} rows, but b has {} weights", rows.size(), n));
    for (const auto& row : rows) {
      const auto i = out.a.size() / n + 1;
      const auto values = coefficients(row, fmt::format("a[{}]", i));
      if (values.size() != n)
        refuse(row.source(), fmt::format("a[{}]: {} entries; every row has {}, zeros included", i, values.size(), n));
      out.a.insert(out.a.end(), values.begin(), values.end());
    }
    const auto* nodes = root.get("c");
    out.c = nodes ? coefficients(*nodes, "c") : row_sums(out);
    if (out.c.size() != n) refuse(nodes->source(), fmt::format("c: {} nodes, but b has {} weights", out.c.size(), n));
    check_consistency(out, root);
    return out;
  }

  static Texts row_sums(const TableauData& t) {
    const auto n = t.b.size();
    Texts out;
    for (std::size_t i = 0; i < n; ++i) {
      std::string sum;
      for (std::size_t j = 0; j < n; ++j)
        if (expression_value<double>(t.a[i * n + j]) != 0) sum += (sum.empty() ? "(" : " + (") + t.a[i * n + j] + ")";
      out.push_back(sum.empty() ? "0" : sum);
    }
    return out;
  }

  void check_consistency(const TableauData& data, const toml::table& root) const {
    const auto t = precise(data);
    const auto n = t.b.size();
    const auto differs = [&](auto begin, const Digits50& sum) {
      Digits50 total = 0, magnitude = 1;
      for (std::size_t j = 0; j < n; ++j) total += begin[j], magnitude += abs(begin[j]);
      return abs(total - sum) > magnitude * pow(Digits50(10), 2 - std::min(t.digits, 47));
    };
    const auto at = [](auto i) { return static_cast<std::ptrdiff_t>(i); };
    for (std::size_t i = 0; i < n; ++i)
      if (differs(t.a.begin() + at(i * n), t.c[i]))
        refuse(root.get("a")->as_array()->get(i)->source(),
               fmt::format("a[{}]: the row does not sum to c[{}] = {}", i + 1, i + 1, excerpt(data.c[i])));
    if (differs(t.b.begin(), 1)) refuse(root.get("b")->source(), "b: the weights do not sum to 1");
  }

  Method multistep(const MethodInfo& info, const toml::table& root) const {
    const auto &alpha = *root.get("alpha"), &beta = *root.get("beta");
    const MultistepData data{coefficients(alpha, "alpha"), coefficients(beta, "beta")};
    const auto n = data.alpha.size();
    if (data.beta.size() != n)
      refuse(beta.source(), fmt::format("beta: {} values, but alpha has {}", data.beta.size(), n));
    if (n < 2) refuse(alpha.source(), fmt::format("alpha: {} value; 2 to {} are allowed", n, most_entries));
    if (expression_value<quad>(data.alpha[0]) == 0) refuse(alpha.source(), "alpha: the first value must not be 0");
    const int order = order_of(data);
    if (order < 0) refuse(alpha.source(), "alpha: the values do not sum to 0");
    if (order < 1) refuse(beta.source(), "beta: inconsistent: the values must sum to -sum_j j alpha_j, j = 0, 1, ...");
    return linear_multistep_method(info, data);
  }

  void compare_with_claim(MethodFile& out, const toml::table& root) const {
    const auto* claim = root.get("order");
    if (!claim) return;
    if (!claim->is_integer() || claim->as_integer()->get() < 1)
      refuse(claim->source(), "order: a whole number of 1 or more is allowed");
    const auto claimed = claim->as_integer()->get();
    const int order = out.method.info.order;
    if (claimed <= order) return;
    const bool beyond = out.method.tableau && order == largest_tree;
    out.note = beyond ? fmt::format("{} claims order {}; its order conditions are checked up to {}, where they hold",
                                    out.name, claimed, largest_tree)
                      : fmt::format("{} claims order {}, but its order conditions hold up to order {} only", out.name,
                                    claimed, order);
  }

  [[noreturn]] void refuse(const toml::source_region& at, const std::string& message) const {
    throw UsageError(
        fmt::format("{}:{}:{}: {}", file_, std::max(at.begin.line, 1u), std::max(at.begin.column, 1u), message));
  }

  std::string_view text_;
  const std::string& file_;
};

}  // namespace

std::unique_ptr<const MethodFile> method_from_text(std::string_view toml, const std::string& name) {
  auto out = std::make_unique<MethodFile>();
  out->name = name;
  const std::string file = name.starts_with('@') ? name.substr(1) : name;
  Reader(toml, file).read(*out);
  out->content = fmt::format("{:016x}", XXH3_128bits(toml.data(), toml.size()).high64);
  out->method.parameters.push_back({.name = "content",
                                    .default_value = out->content,
                                    .unit = "-",
                                    .meaning = "what the file holds, so that an edited file is another method",
                                    .choices = out->content});
  return out;
}

}  // namespace plumb
