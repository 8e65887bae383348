#include "harness/report/typeset_equations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "contract/expression.hpp"
#include "harness/report/tex.hpp"
#include "harness/report/tex_number.hpp"
#include "text/toml_document.hpp"

namespace plumb {
namespace {

const std::set<std::string, std::less<>> greek = {
    "alpha", "beta",  "gamma", "delta",  "epsilon", "zeta",  "eta", "theta", "iota", "kappa", "lambda",
    "mu",    "nu",    "xi",    "pi",     "rho",     "sigma", "tau", "phi",   "chi",  "psi",   "omega",
    "Gamma", "Delta", "Theta", "Lambda", "Xi",      "Sigma", "Phi", "Psi",   "Omega"};

/// Escapes underscores in a name for TeX text, where they would begin an index.
std::string with_underscores(std::string name) {
  for (std::size_t position = 0; (position = name.find('_', position)) != name.npos; position += 2)
    name.insert(position, "\\");
  return name;
}

/// Returns the default symbol of a name: x, \theta, x_{1}, \mathrm{rope}.
std::string usual_symbol(const std::string& name) {
  const auto digits = name.find_first_of("0123456789");
  const auto letters = name.substr(0, digits);
  const auto stem = greek.contains(letters) ? "\\" + letters
                    : letters.size() == 1   ? letters
                                            : "\\mathrm{" + with_underscores(letters) + "}";
  return digits == name.npos ? stem : fmt::format("{}_{{{}}}", stem, name.substr(digits));
}

/// Puts one or two dots above the part of a symbol before its index.
std::string dotted(const std::string& symbol, const char* accent) {
  const auto index = std::min(symbol.find('_'), symbol.size());
  return fmt::format("{}{{{}}}{}", accent, symbol.substr(0, index), symbol.substr(index));
}

class Symbols {
 public:
  explicit Symbols(const TomlValue& file) {
    if (const auto* given = file.find("symbols"))
      for (const auto& entry : given->entries) given_[entry.key] = entry.value.text;
  }
  std::string of(const std::string& name) const {
    const auto primes = std::min(name.find('\''), name.size());
    const auto base = name.substr(0, primes);
    const auto given = given_.find(base);
    const auto symbol = given == given_.end() ? usual_symbol(base) : given->second;
    return primes == name.size() ? symbol : dotted(symbol, name.size() - primes == 1 ? "\\dot" : "\\ddot");
  }

 private:
  std::map<std::string, std::string> given_;
};

struct FormulaTex {
  using Number = TexNumber;
  const Symbols* symbols;

  static Number pi() { return TexNumber::symbol("\\pi"); }
  static Number number(std::string_view, std::size_t, std::string_view decimal) {
    return TexNumber(tex_of_decimal(expression_detail::with_e(decimal)));
  }
  static Number power(const Number& base, int exponent) { return base.to_the(std::to_string(exponent)); }
  Number named(std::string_view, std::size_t, std::string_view word) const {
    return TexNumber::symbol(symbols->of(std::string(word)));
  }
  Number function(std::string_view, std::size_t, std::string_view word, const std::vector<Number>& of) const {
    const auto& x = of.front();
    if (word == "sqrt") return TexNumber::symbol("\\sqrt{" + x.text() + "}");
    if (word == "abs") return TexNumber::symbol("\\left|" + x.text() + "\\right|");
    if (word == "exp") return TexNumber::symbol("{e^{" + x.text() + "}}");
    if (word == "pow" && of.size() == 2) return x.to_the(of[1].text());
    if (word == "atan2" && of.size() == 2)
      return TexNumber::symbol(fmt::format("\\operatorname{{atan2}}\\left({},{}\\right)", x.text(), of[1].text()));
    static const std::map<std::string, std::string, std::less<>> arcs = {
        {"asin", "\\arcsin"}, {"acos", "\\arccos"}, {"atan", "\\arctan"}, {"sign", "\\operatorname{sign}"}};
    const auto arc = arcs.find(word);
    return TexNumber::function(arc == arcs.end() ? "\\" + std::string(word) : arc->second, x);
  }
};

class Equations {
 public:
  Equations(std::string_view text, const std::string& file) : root_(toml_from_text(text, file)), symbols_(root_) {}

  std::vector<std::string> lines() {
    for (const auto* one : root_.tables("coordinate")) coordinates_.push_back(one->text_of("name"));
    if (const auto* named = root_.find("expressions"))
      for (const auto& entry : named->entries) add("{} = {}", symbols_.of(entry.key), tex(entry.value.text).text());
    const auto* all = root_.find("equations");
    if (!all || !all->find("force")) throw root_.refusal(UsageError("no equations: [equations] with force is missing"));
    add_motion(all->find("mass"), all->find("force")->texts("force"), all->find("constraint") != nullptr);
    if (const auto* constraint = all->find("constraint")) add_constraints(constraint->texts("constraint"));
    if (all->find("potential")) add("U = {}", tex(all->text_of("potential")).text());
    add_names();
    return std::move(out_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> text, Args&&... args) {
    out_.push_back(fmt::format(text, std::forward<Args>(args)...));
  }
  TexNumber tex(const std::string& formula) const {
    return expression_detail::Parser(formula, FormulaTex{&symbols_}).value();
  }
  std::string acceleration(std::size_t i) const { return symbols_.of(coordinates_[i] + "''"); }
  static std::string column(const std::vector<std::string>& rows) {
    return fmt::format("\\begin{{pmatrix}}{}\\end{{pmatrix}}", fmt::join(rows, "\\\\"));
  }

  void add_motion(const TomlValue* mass, const std::vector<std::string>& force, bool constrained) {
    if (mass && mass->is_list() && !mass->items.empty() && mass->items.front().is_list())
      return add_matrices(*mass, force, constrained);
    for (std::size_t i = 0; i < force.size(); ++i) {
      const auto times = mass ? tex(mass->items.at(i).text) : TexNumber("1");
      auto left = times;
      left *= TexNumber::symbol(acceleration(i));
      const auto reaction = fmt::format("-\\left(G^{{\\mathsf T}}\\lambda\\right)_{{{}}}", i + 1);
      const auto given = tex(force[i]).text();
      add("{} = {}{}",
          times.text() == "1"   ? acceleration(i)
          : times.text() == "0" ? "0"
                                : left.text(),
          constrained && given == "0" ? "" : given, constrained ? reaction : "");
    }
  }
  void add_matrices(const TomlValue& mass, const std::vector<std::string>& force, bool constrained) {
    std::vector<std::string> rows, accelerations, forces;
    for (std::size_t i = 0; i < mass.items.size(); ++i) {
      std::vector<std::string> row;
      for (const auto& entry : mass.items[i].items) row.push_back(tex(entry.text).text());
      rows.push_back(fmt::format("{}", fmt::join(row, "&")));
      accelerations.push_back(acceleration(i));
      forces.push_back(tex(force.at(i)).text());
    }
    add("{}{} = {}{}", column(rows), column(accelerations), column(forces),
        constrained ? "-G^{\\mathsf T}\\lambda" : "");
  }
  void add_constraints(const std::vector<std::string>& constraints) {
    std::vector<std::string> rows;
    for (const auto& one : constraints) rows.push_back(tex(one).text());
    add("\\Phi = {} = 0,\\quad G = \\frac{{\\partial\\Phi}}{{\\partial q}},\\quad q = \\left({}\\right)",
        rows.size() == 1 ? rows.front() : column(rows), names_of_coordinates());
  }
  std::string names_of_coordinates() const {
    std::vector<std::string> names;
    for (const auto& one : coordinates_) names.push_back(symbols_.of(one));
    return fmt::format("{}", fmt::join(names, ",\\,"));
  }
  /// Adds lines with the names of the parameters in the file: symbol = name.
  void add_names() {
    constexpr std::size_t in_a_line = 4;
    std::vector<std::string> names;
    const auto end_line = [&] {
      if (!names.empty()) add("{}", fmt::format("{}", fmt::join(names, ",\\quad ")));
      names.clear();
    };
    if (const auto* parameters = root_.find("parameters"))
      for (const auto& entry : parameters->entries) {
        names.push_back(fmt::format("{} = \\texttt{{{}}}", symbols_.of(entry.key), with_underscores(entry.key)));
        if (names.size() == in_a_line) end_line();
      }
    end_line();
  }

  TomlValue root_;
  Symbols symbols_;
  std::vector<std::string> coordinates_, out_;
};

}  // namespace

std::vector<std::string> typeset_equations(std::string_view text, const std::string& file) {
  return Equations(text, file).lines();
}

}  // namespace plumb
