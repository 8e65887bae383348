#include "harness/cell/method_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "contract/excerpt.hpp"
#include "contract/expression.hpp"
#include "harness/cell/coefficient_text.hpp"
#include "harness/cell/composition_text.hpp"
#include "harness/cell/named_file.hpp"
#include "harness/cell/rosenbrock_text.hpp"
#include "methods/adaptive/from_data.hpp"
#include "methods/coefficients/multistep_formula.hpp"
#include "methods/coefficients/order_trees.hpp"
#include "methods/from_data/from_data.hpp"
#include "methods/rosenbrock/rosenbrock_orders.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/toml_document.hpp"

namespace plumb {
namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t longest_text = 200;  // limit of a name, a title or a source in tables [characters]

std::string text_of(const TomlValue& root, std::string_view key) {
  const auto text = root.text_of(key);
  if (!is_printable(text)) throw root.find(key)->refusal(malformed("{}: control characters are not allowed", key));
  if (printable(text, longest_text) != text)
    throw root.find(key)->refusal(out_of_range("{}: at most {} characters are allowed", key, longest_text));
  return text;
}

// Returns whether the key `gamma` defines a Rosenbrock method. Throws if keys do not fit, or if a or b is missing.
bool is_rosenbrock(const TomlValue& root) {
  if (!root.find("gamma")) return false;
  for (const char* key : {"c", "alpha", "beta"})
    if (root.find(key))
      throw root.find(key)->refusal(contradiction("{}: this key is not allowed together with gamma", key));
  for (const char* key : {"a", "b"})
    if (!root.find(key)) throw root.refusal(missing_key(key));
  return true;
}

// Returns whether the file holds a composition. Throws if keys do not fit.
bool is_composition(const TomlValue& root) {
  if (!root.find("composition")) {
    if (const auto* base = root.find("base")) throw base->refusal(missing_part("base: the key composition is missing"));
    return false;
  }
  for (const char* key : {"a", "b", "c", "gamma", "alpha", "beta", "embedded", "embedded_order"})
    if (root.find(key))
      throw root.find(key)->refusal(contradiction("{}: this key is not allowed together with composition", key));
  return true;
}

// Returns true for a tableau, false for a multistep formula. Throws if keys are missing or do not fit together.
bool has_tableau(const TomlValue& root) {
  const bool tableau = root.find("a") || root.find("b") || root.find("c");
  const bool formula = root.find("alpha") || root.find("beta");
  for (const char* key : {"embedded", "embedded_order"})
    if (formula && root.find(key))
      throw root.find(key)->refusal(contradiction("{}: embedded weights are allowed for a tableau only", key));
  if (tableau == formula)
    throw root.refusal(missing_part(
        "a tableau (a, b and perhaps c), a Rosenbrock method (a, gamma, b), a multistep formula (alpha, beta) or a "
        "composition (base, composition) is needed"));
  for (const char* key : {"a", "b", "alpha", "beta"})
    if (!root.find(key) && (key[1] == '\0') == tableau) throw root.refusal(missing_key(key));
  return tableau;
}

Texts row_sums(const TableauData& t) {
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

// Returns a text like "off by 2e-10, but the accuracy of the coefficients allows 3e-17; .., set digits = 9".
std::string amounts(double off, double allowed) {
  auto out = fmt::format("off by {}, but the accuracy of the coefficients allows {}", significant(off, 2),
                         allowed < 1e-60 ? "nothing" : significant(allowed, 2));
  constexpr int most = 50;  // limit of the key `digits`
  const int right = std::min(most, static_cast<int>(std::floor(-std::log10(off))));
  if (right >= 3) out += fmt::format("; if only this many digits are correct, set digits = {}", right);
  return out;
}

// The value of a sum, and its error bound from the digits of its terms.
struct Sum {
  Digits100 value = 0;
  double allowed = 0;

  void add(const Known& x, int sign = 1) {
    value += sign * x.value;
    allowed += x.within + 1e-95 * static_cast<double>(abs(x.value));
  }
  double off() const { return static_cast<double>(abs(value)); }
  bool vanishes() const { return off() <= allowed; }
};

void check_consistency(const TableauData& data, const Digits& digits, const TomlValue& root) {
  const auto a = known(data.a, digits), b = known(data.b, digits), c = known(data.c, digits);
  const auto n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    Sum row;
    row.add(c[i], -1);
    for (std::size_t j = 0; j < n; ++j) row.add(a[i * n + j]);
    if (!row.vanishes())
      throw root.find("a")->items[i].refusal(contradiction("a[{}]: the row does not sum to c[{}] = {}: {}", i + 1,
                                                           i + 1, excerpt(data.c[i]), amounts(row.off(), row.allowed)));
  }
  Sum weights;
  weights.value = -1;
  for (const auto& x : b) weights.add(x);
  if (!weights.vanishes())
    throw root.find("b")->refusal(
        contradiction("b: the weights do not sum to 1: {}", amounts(weights.off(), weights.allowed)));
}

Digits digits_of(const TomlValue& root) {
  const auto* node = root.find("digits");
  if (!node) return digits_from_text("");
  try {
    if (node->text.empty())
      throw std::invalid_argument(R"(digits: "exact", "printed", "double" or a number is allowed)");
    return digits_from_text(node->text);
  } catch (const std::invalid_argument& e) {
    throw node->refusal(malformed("{}", e.what()));
  }
}

// Returns the entries of a square matrix, row by row.
Texts square(const TomlValue& node, std::string_view key, std::size_t n) {
  const auto& rows = array_of(node, key);
  if (rows.size() != n) throw node.refusal(contradiction("{}: {} rows, but b has {} weights", key, rows.size(), n));
  Texts out;
  for (const auto& row : rows) {
    const auto i = out.size() / n + 1;
    const auto values = coefficients(row, fmt::format("{}[{}]", key, i));
    if (values.size() != n)
      throw row.refusal(
          contradiction("{}[{}]: {} entries; every row has {}, zeros included", key, i, values.size(), n));
    out.insert(out.end(), values.begin(), values.end());
  }
  return out;
}

TableauData tableau(const TomlValue& root, const Texts& embedded, Digits& digits) {
  TableauData out{.b = coefficients(*root.find("b"), "b")};
  const auto n = out.b.size();
  out.stages = static_cast<int>(n);
  out.a = square(*root.find("a"), "a", n);
  const auto* nodes = root.find("c");
  out.c = nodes ? coefficients(*nodes, "c") : row_sums(out);
  if (out.c.size() != n) throw nodes->refusal(contradiction("c: {} nodes, but b has {} weights", out.c.size(), n));
  digits = decided(digits, out, embedded);
  check_consistency(out, digits, root);
  return out;
}

Method multistep(const MethodInfo& info, const TomlValue& root, Digits& digits) {
  const auto &alpha = *root.find("alpha"), &beta = *root.find("beta");
  MultistepData data{coefficients(alpha, "alpha"), coefficients(beta, "beta")};
  const auto n = std::max(data.alpha.size(), data.beta.size());
  data.alpha.resize(n, "0");  // Adams formulas have two values of alpha, and BDF formulas have one value of beta
  data.beta.resize(n, "0");
  if (n < 2) throw alpha.refusal(out_of_range("alpha: there is {} value; 2 to {} are allowed", n, most_entries));
  if (expression_value<quad>(data.alpha[0]) == 0)
    throw alpha.refusal(out_of_range("alpha: the first value must not be 0"));
  digits = decided(digits, data);
  const auto formula = multistep_formula(data, digits);
  if (std::ranges::all_of(formula.beta, [](const Known& x) { return x.value == 0; }))
    throw beta.refusal(out_of_range("beta: all values are 0"));
  if (const auto sum = order_condition(formula, 0); !sum.holds())
    throw alpha.refusal(
        {"alpha: the values do not sum to 0: " + amounts(sum.amount, sum.allowed), Mistake::contradiction});
  if (const auto sum = order_condition(formula, 1); !sum.holds())
    throw beta.refusal({"beta: inconsistent: the values must sum to -sum_j j alpha_j, j = 0, 1, ...: " +
                            amounts(sum.amount, sum.allowed),
                        Mistake::contradiction});
  return linear_multistep_method(info, data, digits);
}

// Returns the claimed order; 0: none.
long long claimed_order(const TomlValue& root, const char* key) {
  const auto* claim = root.find(key);
  if (!claim) return 0;
  if (claim->kind != TomlValue::Kind::whole || claim->text.starts_with('-') || claim->text == "0")
    throw claim->refusal(out_of_range("{}: a whole number of 1 or more is allowed", key));
  return std::stoll(claim->text);
}

void compare_with_claim(MethodFile& out, const TomlValue& root) {
  const int last = root.find("gamma")                               ? largest_order_of_rosenbrock
                   : out.method.tableau || root.find("composition") ? largest_tree
                                                                    : 0;
  const auto compare = [&](const char* key, const char* weights, int order) {
    const auto claimed = claimed_order(root, key);
    if (claimed <= order) return;
    if (!out.note.empty()) out.note += "; ";
    out.note += last > 0 && order == last
                    ? fmt::format("{} claims {} {}; its order conditions hold, but are checked only up to order {}",
                                  out.name, key, claimed, last)
                    : fmt::format("{} claims {} {}, but {} order conditions hold only up to order {}", out.name, key,
                                  claimed, weights, order);
  };
  compare("order", "its", out.method.info.order);
  compare("embedded_order", "the embedded weights'", out.embedded_order);
}

void rosenbrock(MethodFile& out, const MethodInfo& info, const TomlValue& root) {
  RosenbrockTexts texts{.b = coefficients(*root.find("b"), "b")};
  texts.a = square(*root.find("a"), "a", texts.b.size());
  texts.gamma = square(*root.find("gamma"), "gamma", texts.b.size());
  add_rosenbrock_method(out, info, texts, root);
}

// Adds the method with step control, or the reason why there is none.
void add_step_control(MethodFile& out, const MethodInfo& info, const TableauData& data) {
  if (!out.embedded.empty())
    out.embedded_order = order_report({data.stages, data.a, out.embedded, data.c}, out.digits).order;
  out.no_step_control = no_step_control(data, out.embedded, out.embedded_order);
  if (!out.no_step_control.empty()) return;
  auto with_order = info;
  with_order.order = out.method.info.order;
  out.adaptive = adaptive_runge_kutta_method(with_order, data, out.embedded, out.embedded_order);
}

// Throws UsageError on an unknown key. The message lists other ways to define a method, because users may need them.
void allow(const TomlValue& root, const Texts& known) {
  try {
    root.allow(known);
  } catch (const UsageError& e) {
    UsageError with_other_ways(std::string(e.what()) +
                                   "; a method file holds a Runge-Kutta tableau (a, b, c, embedded), a Rosenbrock "
                                   "method (a, gamma, b, embedded), a multistep formula (alpha, beta) or a "
                                   "composition (base, composition). A method with its own step code is a class "
                                   "in Python (plumb.method, docs/python.md) or a shared library "
                                   "(docs/methods-from-outside.md)",
                               e.mistake);
    with_other_ways.place = e.place;
    throw with_other_ways;
  }
}

void read(MethodFile& out, const TomlValue& root) {
  const Texts known = {"schema", "name",  "title",    "source",         "order", "digits", "a",    "b",
                       "c",      "gamma", "embedded", "embedded_order", "alpha", "beta",   "base", "composition"};
  allow(root, known);
  out.title = text_of(root, "name");
  if (out.title.empty()) throw root.refusal(missing_key("name"));
  if (const auto title = text_of(root, "title"); !title.empty()) out.title += ": " + title;
  out.source = text_of(root, "source");
  if (out.source.empty()) out.source = "not given";
  const MethodInfo info{.name = out.name, .title = out.title, .source = out.source};
  out.digits = digits_of(root);
  const auto* weights = root.find("embedded");
  if (const auto* claim = root.find("embedded_order"); claim && !weights)
    throw claim->refusal(missing_part("embedded_order: the key embedded is missing"));
  if (is_composition(root)) {
    add_composition_method(out, info, coefficients(*root.find("composition"), "composition"), root);
    return compare_with_claim(out, root);
  }
  const bool has_stages = is_rosenbrock(root) || has_tableau(root);
  if (weights) out.embedded = coefficients(*weights, "embedded");
  if (const auto n = root.find("b") ? root.find("b")->items.size() : 0; weights && out.embedded.size() != n)
    throw weights->refusal(contradiction("embedded: {} weights, but b has {}", out.embedded.size(), n));
  if (root.find("gamma")) {
    rosenbrock(out, info, root);
  } else if (has_stages) {
    const auto data = tableau(root, out.embedded, out.digits);
    out.method = runge_kutta_method(info, data, out.digits);
    add_step_control(out, info, data);
  } else {
    out.method = multistep(info, root, out.digits);
    out.no_step_control = "step control needs a tableau with embedded weights; this file holds a multistep formula";
  }
  compare_with_claim(out, root);
}

}  // namespace

void name_by_content(MethodFile& file, std::string_view bytes) {
  file.content = content_of(bytes);
  file.method.parameters.push_back(content_parameter(file.content, "method"));
  if (file.adaptive) file.adaptive->parameters.push_back(content_parameter(file.content, "method"));
}

std::unique_ptr<const MethodFile> method_from_text(std::string_view toml, const std::string& name) {
  auto out = std::make_unique<MethodFile>();
  out->name = name;
  const std::string file = name.starts_with('@') ? name.substr(1) : name;
  read(*out, toml_from_text(toml, file));
  name_by_content(*out, toml);
  return out;
}

}  // namespace plumb
