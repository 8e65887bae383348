// plumb show: everything about one problem, method or paper.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "harness/cell/method_file.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/console.hpp"
#include "harness/paper/paper.hpp"
#include "harness/text/table.hpp"

namespace plumb {
namespace {

/// "> 0", "1e-6 to 3.14159", "paper, accurate": what a parameter may be; empty: any number.
std::string allowed(const ParameterSpec& spec) {
  if (!spec.choices.empty()) {
    std::string out;
    for (const char c : spec.choices) out += c == '|' ? std::string(", ") : std::string(1, c);
    if (spec.values > 1)
      out += fmt::format(", or {} numbers from {:.6g} to {:.6g}", spec.values, spec.minimum, spec.maximum);
    if (spec.or_number) out += ", or a number";
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

constexpr std::array forms = {Form::ode, Form::index1, Form::index2, Form::index3, Form::ggl};

std::string in_words(const ProvenOrder& o) {
  const auto number = [](int order) { return order == 0 ? std::string("not known") : fmt::format("{}", order); };
  std::string out;
  if (o.position == o.velocity && o.velocity == o.velocity_dependent)
    out = number(o.position);
  else
    out = fmt::format("positions {}, velocities {}; {} where accelerations depend on velocities", number(o.position),
                      number(o.velocity), number(o.velocity_dependent));
  return o.multiplier == 0 ? out : fmt::format("{}, multipliers {}", out, o.multiplier);
}

/// The proven orders with default parameters; forms with the same ones share an entry: ("ode, index1", 4).
std::vector<std::pair<std::string, std::string>> proven(const Method& m) {
  std::vector<std::pair<std::string, std::string>> out;
  if (!m.info.fixed_step) return out;
  for (const auto form : forms) {
    if (!m.fits(name(form))) continue;
    const auto words = in_words(m.proven_order(Parameters(m.parameters, {}), form));
    const auto same = std::find_if(out.begin(), out.end(), [&](const auto& known) { return known.second == words; });
    if (same == out.end())
      out.emplace_back(name(form), words);
    else
      same->first += fmt::format(", {}", name(form));
  }
  return out;
}

Json json_of(const ProvenOrder& o) {
  const auto number = [](int order) { return order == 0 ? Json(nullptr) : Json(order); };
  return {{"position", number(o.position)},
          {"velocity", number(o.velocity)},
          {"velocity_dependent", number(o.velocity_dependent)},
          {"multiplier", number(o.multiplier)}};
}

Json proven_json(const Method& m) {
  if (!m.info.fixed_step) return nullptr;
  const Parameters defaults(m.parameters, {});
  Json out = json_of(m.proven_order(defaults)), by_form = Json::object();
  for (const auto form : forms)
    if (m.fits(name(form))) by_form[std::string(name(form))] = json_of(m.proven_order(defaults, form));
  out["by_form"] = by_form;
  return out;
}

void show_method(const std::string& name, bool json) {
  const auto& m = method_named(name);
  if (json) {
    return print_json(Json{{"name", m.info.name},
                           {"title", m.info.title},
                           {"source", m.info.source},
                           {"order", m.info.order == 0 ? Json(nullptr) : Json(m.info.order)},
                           {"proven_order", proven_json(m)},
                           {"formulations", m.info.forms},
                           {"properties", properties(m)},
                           {"parameters", as_json(parameter_table(m.parameters))}});
  }
  std::vector<std::pair<std::string, std::string>> lines = {{std::string(m.info.name), std::string(m.info.title)},
                                                            {"source", std::string(m.info.source)}};
  const auto orders = proven(m);
  for (const auto& [of, order] : orders)
    lines.emplace_back(&of == &orders.front().first ? "order" : "",
                       orders.size() == 1 ? order : fmt::format("{}: {}", of, order));
  if (names_file(name)) lines.emplace_back("claim", method_file(name).note);
  lines.emplace_back("fit for", m.info.forms);
  bool first = true;
  for (const auto& property : properties(m))
    lines.emplace_back(std::exchange(first, false) ? "properties" : "", property);
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
  if (!p.note.empty()) note(p.note);
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
