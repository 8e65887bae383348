// plumb show: everything about one problem, method or paper.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "harness/cli/commands.hpp"
#include "harness/cli/console.hpp"
#include "harness/paper/paper.hpp"
#include "harness/run_cell.hpp"
#include "harness/table.hpp"

namespace plumb {
namespace {

/// "> 0", "1e-6 to 3.14159", "paper, accurate": what a parameter may be; empty: any number.
std::string allowed(const ParameterSpec& spec) {
  if (!spec.choices.empty()) {
    std::string out;
    for (const char c : spec.choices) out += c == '|' ? std::string(", ") : std::string(1, c);
    return out;
  }
  const bool low = std::isfinite(spec.minimum), high = std::isfinite(spec.maximum);
  if (low && high) return fmt::format("{:.6g} to {:.6g}", spec.minimum, spec.maximum);
  if (low) return spec.minimum > 0 && spec.minimum < 1e-99 ? "> 0" : fmt::format(">= {:.6g}", spec.minimum);
  return high ? fmt::format("<= {:.6g}", spec.maximum) : "any number";
}

Table parameter_table(const std::vector<ParameterSpec>& specs) {
  Table table{.columns = {{"parameter"}, {"default", Align::right}, {"unit"}, {"allowed"}, {"meaning"}}, .rows = {}};
  for (const auto& s : specs) table.rows.push_back({s.name, s.default_value, s.unit, allowed(s), s.meaning});
  return table;
}

Table output_table(const char* header, const std::vector<Output>& outputs) {
  Table table{.columns = {{header}, {"unit"}, {"meaning"}}, .rows = {}};
  for (const auto& o : outputs) table.rows.push_back({o.name, o.unit, o.meaning});
  return table;
}

Table formulations_table(const Problem& problem) {
  Table table{.columns = {{"formulation"}, {"equations"}, {"further invariants"}}, .rows = {}};
  for (const auto& f : problem.formulations) {
    std::string invariants;
    for (const auto& i : f.invariants)
      invariants += fmt::format("{}{} [{}]", invariants.empty() ? "" : ", ", i.name, i.unit);
    table.rows.push_back({f.name, f.meaning, invariants.empty() ? Entry() : Entry(invariants)});
  }
  return table;
}

/// Lines of name and value, the values aligned.
std::string facts(const std::vector<std::pair<std::string, std::string>>& lines) {
  std::size_t width = 0;
  for (const auto& [name, value] : lines) width = std::max(width, name.size() + 2);
  std::string out;
  for (const auto& [name, value] : lines)
    if (!value.empty()) out += fmt::format("{:<{}}{}\n", name, width, value);
  return out;
}

void show_problem(const std::string& name, bool json) {
  const auto& p = problem_named(name);
  if (json)
    return print_json(Json{{"name", p.name},
                           {"title", p.title},
                           {"source", p.source},
                           {"t_end", p.t_end},
                           {"invariants", p.invariants},
                           {"parameters", as_json(parameter_table(p.parameters))},
                           {"outputs", as_json(output_table("output", p.outputs))},
                           {"formulations", as_json(formulations_table(p))}});
  print(facts({{std::string(p.name), std::string(p.title)},
               {"source", std::string(p.source)},
               {"horizon", fmt::format("{} s", p.t_end)},
               {"invariants", std::string(p.invariants)}}) +
        "\n" + as_text(parameter_table(p.parameters)) + "\n" + as_text(output_table("output", p.outputs)) + "\n" +
        as_text(formulations_table(p)));
}

std::vector<std::string> properties(const Method& m) {
  std::vector<std::string> out;
  const auto& i = m.info;
  out.push_back(i.fixed_step ? "fixed step"
                             : "adaptive: the step is an output interval, a tolerance rules the accuracy");
  if (i.double_only) out.emplace_back("double precision only");
  if (i.vector_space_only) out.emplace_back("vector spaces only");
  if (i.needs_velocity_independence) out.emplace_back("needs accelerations that do not depend on velocities");
  if (!i.linear_memory) out.emplace_back("hides part of its memory: neither restarted nor linearised");
  return out;
}

std::string proven(const Method& m) {
  if (!m.info.fixed_step) return "";
  const auto o = m.proven_order(Parameters(m.parameters, {}));
  if (o.position == o.velocity && o.velocity == o.velocity_dependent) return fmt::format("{}", o.position);
  return fmt::format("positions {}, velocities {}; {} where accelerations depend on velocities", o.position, o.velocity,
                     o.velocity_dependent);
}

void show_method(const std::string& name, bool json) {
  const auto& m = method_named(name);
  if (json) {
    const auto order = m.proven_order(Parameters(m.parameters, {}));
    return print_json(Json{{"name", m.info.name},
                           {"title", m.info.title},
                           {"source", m.info.source},
                           {"order", m.info.order == 0 ? Json(nullptr) : Json(m.info.order)},
                           {"proven_order", m.info.fixed_step ? Json{{"position", order.position},
                                                                     {"velocity", order.velocity},
                                                                     {"velocity_dependent", order.velocity_dependent}}
                                                              : Json(nullptr)},
                           {"formulations", m.info.forms},
                           {"properties", properties(m)},
                           {"parameters", as_json(parameter_table(m.parameters))}});
  }
  std::vector<std::pair<std::string, std::string>> lines = {{std::string(m.info.name), std::string(m.info.title)},
                                                            {"source", std::string(m.info.source)},
                                                            {"order", proven(m)},
                                                            {"fit for", std::string(m.info.forms)}};
  for (const auto& property : properties(m)) lines.emplace_back(lines.size() == 4 ? "properties" : "", property);
  print(facts(lines) + (m.parameters.empty() ? "" : "\n" + as_text(parameter_table(m.parameters))));
}

Table item_table(const Paper& paper) {
  Table table{.columns = {{"item"}, {"printed numbers", Align::right}}, .rows = {}};
  for (const char* kind : {"tables", "figures"})
    for (const auto& [item, file] : paper.items(kind)) {
      const auto printed = std::count_if(paper.published.begin(), paper.published.end(),
                                         [&name = item](const Printed& p) { return p.table == name; });
      table.rows.push_back({item, printed == 0 ? Entry() : Entry::count(printed)});
    }
  if (std::filesystem::exists(paper.folder / "claims.toml")) table.rows.push_back({"claims"});
  return table;
}

void show_paper(const std::string& key, bool json) {
  const auto p = paper_named(key);
  const auto items = item_table(p);
  if (json)
    return print_json(Json{{"key", p.key},
                           {"title", p.title},
                           {"authors", p.authors},
                           {"source", p.source},
                           {"doi", p.doi},
                           {"items", as_json(items)}});
  print(facts({{p.key, p.title}, {"authors", p.authors}, {"source", p.source}, {"doi", p.doi}}) + "\n" +
        as_text(items));
}

struct Subject {
  const char *name, *meaning;
  void (*show)(const std::string&, bool json);
};
constexpr Subject subjects[] = {{"problem", "parameters, outputs, invariants, formulations", show_problem},
                                {"method", "order, formulations, properties, parameters", show_method},
                                {"paper", "source, tables, figures, claims", show_paper}};

}  // namespace

void add_show(CLI::App& app, Exit&) {
  auto& verb = *app.add_subcommand("show", "show everything about one problem, method or paper");
  verb.footer("Examples:\n  plumb show problem pendulum\n  plumb show method degree5 --json");
  for (const auto& subject : subjects) {
    auto& what = *verb.add_subcommand(subject.name, subject.meaning);
    auto wanted = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    what.add_option("NAME", *wanted, fmt::format("a name of `plumb list {}s`", subject.name))->required();
    what.add_flag("--json", *json, "one object");
    what.callback([show = subject.show, wanted, json] { show(*wanted, *json); });
  }
}

}  // namespace plumb
