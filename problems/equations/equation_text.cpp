#include "problems/equations/equation_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "problems/equations/formula_reader.hpp"
#include "problems/mbs/mechanism_check.hpp"
#include "problems/mechanisms/file_parameters.hpp"
#include "problems/mechanisms/mechanism_item.hpp"
#include "problems/mechanisms/si_unit.hpp"
#include "problems/mechanisms/table_text.hpp"
#include "text/mistakes.hpp"
#include "text/toml_document.hpp"

namespace plumb {
namespace {

constexpr std::size_t most_coordinates = 200;

std::size_t count(int n) { return static_cast<std::size_t>(n); }

class EquationReader {
 public:
  EquationReader(std::string_view text, const std::string& file, const FileText& read)
      : root_(toml_from_text(text, file)) {
    root_.allow(std::vector<std::string>{"schema", "name", "title", "source", "t_begin", "t_end", "parameters",
                                         "coordinate", "expressions", "equations", "output", "invariant", "symbols",
                                         "tables"});
    read_tables(root_, file, read);
    data_.places.file = root_.place;
  }

  EquationText read() {
    const MechanismItem top(root_, "equations", no_numbers_);
    require_horizon(top);
    EquationText out{.name = top.text("name"),
                     .title = {},
                     .source = top.text_or("source", "not given"),
                     .t_begin = top.has("t_begin") ? top.number("t_begin").text() : "0",
                     .t_end = top.number("t_end").text(),
                     .equations = {}};
    out.title = top.text_or("title", out.name);
    if (!is_item_name(out.name)) throw top.refusal("name", {item_name_rule(out.name), Mistake::malformed});
    data_.graph = std::make_shared<ExpressionGraph>();
    data_.parameters = parameters_of(root_);
    for (const auto& one : data_.parameters)
      if (!one.choices.empty())
        throw root_.find("parameters")
            ->refusal(wrong_kind("parameter '{}': parameters of equations must be numbers; choices are not allowed",
                                 one.name));
    take_inputs();
    take_tables();
    take_starts();
    take_expressions();
    take_equations();
    take_measured("output", data_.outputs, data_.output_values, data_.inputs.parameters());
    take_measured("invariant", data_.invariants, data_.invariant_values, data_.inputs.a());
    if (data_.outputs.empty()) measure_coordinates();
    check_symbols();
    out.equations = std::move(data_);
    return out;
  }

 private:
  const TomlValue& table(std::string_view key) const {
    const auto* found = root_.find(key);
    if (!found) throw root_.refusal(missing_part("the table [{}] is missing", key));
    if (!found->is_table()) throw found->refusal(wrong_kind("{}: must be a table, [{}]", key, key));
    return *found;
  }

  void name_input(const TomlValue& at, const std::string& name, int input) {
    if (!names_.emplace(name, data_.graph->input(input)).second)
      throw at.refusal(contradiction("'{}' is already defined; choose another name", name));
  }

  void take_inputs() {
    const auto tables = root_.tables("coordinate");
    if (tables.empty() || tables.size() > most_coordinates)
      throw root_.refusal(out_of_range("{} coordinates; 1 to {} are allowed", tables.size(), most_coordinates));
    const auto* constraint = table("equations").find("constraint");
    if (constraint && !constraint->is_list())
      throw constraint->refusal(wrong_kind("constraint: a list of formulas is allowed"));
    auto& inputs = data_.inputs;
    inputs = {static_cast<int>(tables.size()), constraint ? static_cast<int>(constraint->items.size()) : 0};
    if (inputs.constraints > inputs.coordinates)
      throw constraint->refusal(out_of_range("{} constraints for {} coordinates; at most one for each is allowed",
                                             inputs.constraints, tables.size()));
    for (std::size_t k = 0; k < data_.parameters.size(); ++k)
      name_input(root_, data_.parameters[k].name, inputs.parameters() + static_cast<int>(k));
    of_parameters_ = names_;
    name_input(root_, "t", FormulaInputs::time);
    for (int i = 0; i < inputs.coordinates; ++i) {
      const auto& one = *tables[count(i)];
      const auto name = named(one, "coordinate");
      const auto& place = *one.find("name");
      name_input(place, name, inputs.q(i));
      name_input(place, name + "'", inputs.v(i));
      name_input(place, name + "''", inputs.a(i));
    }
    for (int i = 0; i < inputs.constraints; ++i) name_input(root_, fmt::format("lambda{}", i + 1), inputs.lambda(i));
  }

  std::string named(const TomlValue& at, std::string_view what) const {
    const MechanismItem item(at, std::string(what), no_numbers_);
    const auto name = item.text("name");
    try {
      require_name_in_formulas(name);
    } catch (const std::invalid_argument& e) {
      throw item.refusal("name", malformed("{}", e.what()));
    }
    return name;
  }

  void take_starts() {
    for (const auto* one : root_.tables("coordinate")) {
      const MechanismItem item(*one, mbs::item("coordinate", one->text_of("name")), no_numbers_);
      item.allow({"name", "unit", "meaning", "start", "rate"});
      const auto unit = item.text_or("unit", "m");
      if (unit != "m" && unit != "rad" && unit != "-")
        throw item.refusal("unit", no_such("'{}' is not allowed; known: m, rad, -", unit));
      const auto number = [&](std::string_view key) {
        const auto* value = one->find(key);
        return value ? formula(*value, item.label() + ": " + std::string(key), of_parameters_)
                     : data_.graph->constant(0);
      };
      data_.places.coordinates.push_back(one->place);
      data_.coordinates.push_back(
          {item.text("name"), unit, item.text_or("meaning", ""), number("start"), number("rate")});
    }
  }

  void take_tables() {
    if (!root_.find("tables")) return;
    for (const auto& entry : table("tables").entries) {
      require_name(entry);
      if (names_.contains(entry.key))
        throw entry.place.refusal(contradiction("'{}' is already defined; choose another name", entry.key));
      if (!entry.value.is_table())
        throw entry.value.refusal(wrong_kind("tables: {}: a table is allowed, {{ file = \"x.csv\" }}", entry.key));
      const MechanismItem item(entry.value, mbs::item("table", entry.key), no_numbers_);
      data_.graph->add_table({entry.key, table_of(item)});
      data_.places.tables.push_back(entry.place);
    }
  }

  static void require_name(const TomlEntry& entry) {
    try {
      require_name_in_formulas(entry.key);
    } catch (const std::invalid_argument& e) {
      throw entry.place.refusal(malformed("{}", e.what()));
    }
  }

  void take_expressions() {
    if (!root_.find("expressions")) return;
    for (const auto& entry : table("expressions").entries) {
      require_name(entry);
      const auto value = formula(entry.value, entry.key, names_);
      if (!names_.emplace(entry.key, value).second)
        throw entry.place.refusal(contradiction("'{}' is already defined; choose another name", entry.key));
    }
  }

  void take_equations() {
    const auto& all = table("equations");
    all.allow(std::vector<std::string>{"mass", "force", "constraint", "potential"});
    const auto& inputs = data_.inputs;
    const auto* force = all.find("force");
    if (!force) throw all.refusal(missing_key("force"));
    const auto places_of = [](const TomlValue* list, std::vector<FilePlace>& out) {
      if (!list) return;
      for (const auto& item : list->items) out.push_back(item.place);
    };
    places_of(force, data_.places.force);
    places_of(all.find("constraint"), data_.places.constraint);
    data_.force =
        formulas(*force, "force", inputs.coordinates, {inputs.a(), inputs.parameters()}, "t, positions and velocities");
    if (const auto* constraint = all.find("constraint"))
      data_.constraint =
          formulas(*constraint, "constraint", inputs.constraints, {inputs.v(), inputs.parameters()}, "t and positions");
    if (const auto* potential = all.find("potential")) {
      data_.potential = formula(*potential, "potential", names_);
      require_of(*potential, "potential", *data_.potential, {inputs.v(), inputs.parameters()}, "t and positions");
    }
    take_mass(all.find("mass"));
  }

  /// Reads the mass matrix: a diagonal, or a list of rows; the identity matrix if it is omitted.
  void take_mass(const TomlValue* mass) {
    const int n = data_.inputs.coordinates;
    auto& graph = *data_.graph;
    data_.mass.assign(count(n * n), graph.constant(0));
    const bool has_rows = mass && mass->is_list() && !mass->items.empty() && mass->items.front().is_list();
    if (has_rows && mass->items.size() != count(n))
      throw mass->refusal(out_of_range("mass: there are {} rows for {} coordinates; give one row for each coordinate",
                                       mass->items.size(), n));
    const auto only_q = [&](const TomlValue& values, const std::string& what) {
      auto out = formulas(values, what, n, {data_.inputs.v(), data_.inputs.parameters()}, "positions");
      for (std::size_t i = 0; i < out.size(); ++i)
        require_of(values.items[i], what, out[i], {FormulaInputs::time, FormulaInputs::time + 1}, "positions");
      return out;
    };
    if (mass && mass->is_list())
      for (const auto& row : mass->items)
        for (const auto& entry : has_rows ? std::span(row.items) : std::span(&row, 1))
          data_.places.mass.push_back(entry.place);
    for (int i = 0; i < n; ++i)
      if (has_rows) {
        const auto row = only_q(mass->items[count(i)], fmt::format("mass, row {}", i + 1));
        std::ranges::copy(row, data_.mass.begin() + i * n);
      } else {
        data_.mass[count(i * n + i)] = mass ? only_q(*mass, "mass")[count(i)] : graph.constant(1);
      }
  }

  void take_measured(const char* key, std::vector<Output>& described, std::vector<Expression>& values, int end) {
    const auto& inputs = data_.inputs;
    for (const auto* one : root_.tables(key)) {
      const MechanismItem item(*one, mbs::item(key, one->text_of("name")), no_numbers_);
      item.allow({"name", "unit", "meaning", "value"});
      const auto name = item.text("name");
      if (!is_item_name(name)) throw item.refusal("name", {item_name_rule(name), Mistake::malformed});
      if (std::ranges::find(described, name, &Output::name) != described.end())
        throw item.refusal("name", contradiction("its name occurs twice; rename it"));
      const auto unit = item.text_or("unit", "-");
      try {
        require_si_unit(unit);
      } catch (const std::invalid_argument& e) {
        throw item.refusal("unit", malformed("{}", e.what()));
      }
      const auto* value = one->find("value");
      if (!value) throw one->refusal(missing_key("value").after(item.label()));
      described.push_back({.name = name, .unit = unit, .meaning = item.text_or("meaning", value->text)});
      values.push_back(formula(*value, item.label(), names_));
      require_of(*value, item.label(), values.back(), {end, inputs.parameters()}, "t, positions and velocities");
    }
  }

  void measure_coordinates() {
    for (int i = 0; i < data_.inputs.coordinates; ++i) {
      const auto& one = data_.coordinates[count(i)];
      data_.outputs.push_back({.name = one.name, .unit = one.unit, .meaning = one.meaning});
      data_.output_values.push_back(data_.graph->input(data_.inputs.q(i)));
    }
  }

  /// Checks the table [symbols], which assigns TeX symbols to names for pages.
  void check_symbols() const {
    if (!root_.find("symbols")) return;
    for (const auto& entry : table("symbols").entries) {
      if (entry.value.kind != TomlValue::Kind::text || entry.value.text.empty())
        throw entry.value.refusal(wrong_kind("symbols: {}: must be TeX in quotation marks", entry.key));
      if (!names_.contains(entry.key))
        throw entry.place.refusal(
            no_such("symbols: '{}' is not defined; symbols are allowed for names of this file only", entry.key));
    }
  }

  /// The indices first, .., end − 1 of inputs (FormulaInputs) that an expression must not contain.
  struct Excluded {
    int first, end;
  };

  std::vector<Expression> formulas(const TomlValue& list, const std::string& what, int requested, Excluded excluded,
                                   std::string_view allowed) const {
    if (!list.is_list()) throw list.refusal(wrong_kind("{}: a list of formulas is allowed", what));
    if (list.items.size() != count(requested))
      throw list.refusal(out_of_range("{}: there are {} formulas; {} are needed", what, list.items.size(), requested));
    std::vector<Expression> out;
    out.reserve(list.items.size());
    for (const auto& item : list.items) {
      const auto label = fmt::format("{} {}", what, out.size() + 1);
      out.push_back(formula(item, label, names_));
      require_of(item, label, out.back(), excluded, allowed);
    }
    return out;
  }

  Expression formula(const TomlValue& value, const std::string& what, const NamedExpressions& names) const {
    if (!value.is_number() && value.kind != TomlValue::Kind::text)
      throw value.refusal(wrong_kind("{}: a number or a formula in quotation marks is allowed", what));
    try {
      const auto out = expression_of(value.text, *data_.graph, names);
      require_times(value, what, out);
      return out;
    } catch (const std::invalid_argument& e) {
      throw value.refusal(malformed("{}: {}", what, e.what()));
    }
  }

  /// Throws unless the argument of every table is a linear function of t, because the times at which the motion passes
  /// the points of the table must be known.
  void require_times(const TomlValue& value, const std::string& what, Expression x) const {
    auto& graph = *data_.graph;
    for (const auto& use : graph.tables_in({&x, 1})) {
      const auto rate = graph.derivatives({&use.argument, 1}, FormulaInputs::time).front();
      constexpr int first = FormulaInputs::time;
      if (!graph.depends(use.argument, first + 1, data_.inputs.parameters()) && !graph.depends(rate, first, first + 1))
        continue;
      throw value.refusal(
          malformed("{0}: {1}(...) is a table over time; its argument must be t, or t with parameters added or "
                    "multiplied, as in {1}(t - delay)",
                    what, graph.tables()[use.table].name));
    }
  }

  void require_of(const TomlValue& at, const std::string& what, Expression x, Excluded excluded,
                  std::string_view allowed) const {
    if (!data_.graph->depends(x, excluded.first, excluded.end)) return;
    for (const auto& [name, input] : names_) {
      const auto& node = data_.graph->nodes()[count(input.node)];
      if (node.operation == Operation::input && node.a >= excluded.first && node.a < excluded.end &&
          data_.graph->depends(x, node.a, node.a + 1))
        throw at.refusal(UsageError(
            fmt::format("{}: the formula depends on {}; only {} and parameters are allowed", what, name, allowed)));
    }
  }

  TomlValue root_;
  NamedNumbers no_numbers_;
  ParsedEquations data_;
  NamedExpressions names_, of_parameters_;
};

}  // namespace

bool describes_equations(std::string_view text, const std::string& file) {
  if (text.find("coordinate") == std::string_view::npos && text.find("equations") == std::string_view::npos)
    return false;
  try {
    const auto root = toml_from_text(text, file);
    return root.find("coordinate") || root.find("equations");
  } catch (const UsageError&) {
    return false;
  }
}

EquationText equations_from_text(std::string_view text, const std::string& file, const FileText& read) {
  try {
    return EquationReader(text, file, read).read();
  } catch (const std::invalid_argument& e) {
    throw UsageError(e.what());
  }
}

}  // namespace plumb
