// The page about one method of the catalogue or of a method file, with its parameters.

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "harness/api/catalogue_pages.hpp"
#include "harness/api/catalogue_tables.hpp"
#include "harness/api/coefficients.hpp"
#include "harness/api/sources.hpp"
#include "harness/cell/method_file.hpp"
#include "harness/cell/resolve.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

std::vector<std::string> properties(const Method& m) {
  std::vector<std::string> out;
  const auto& i = m.info;
  out.push_back(i.fixed_step ? "fixed step"
                             : "adaptive: the step is an output interval, a tolerance controls the accuracy");
  if (i.fixed_step && names_file(i.name) && method_file(i.name).adaptive)
    out.push_back(fmt::format("adaptive with rtol or atol, by its embedded weights of order {}",
                              method_file(i.name).embedded_order));
  if (i.double_only) out.emplace_back("double precision only");
  if (from_outside(i.name)) out.emplace_back("a shared library: its order is its own claim");
  if (i.vector_space_only) out.emplace_back("vector spaces only");
  if (i.needs_velocity_independence) out.emplace_back("needs accelerations that do not depend on velocities");
  if (i.needs_dense_blocks && i.vector_space_only)
    out.emplace_back("needs dense blocks of its system");
  else if (i.needs_dense_blocks)
    out.emplace_back(
        "needs dense blocks of its system on rotations; elsewhere it uses finite differences for missing blocks");
  if (!i.linear_memory)
    out.emplace_back("part of its state is inaccessible, so it can be neither restarted nor linearised");
  return out;
}

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

/// Returns the proven orders. Forms with the same orders share an entry: ("ode, index1", 4).
Facts proven(const Method& m, const Parameters& options) {
  Facts out;
  if (!m.info.fixed_step) return out;
  for (const auto form : every_form) {
    if (!m.fits(name(form))) continue;
    const auto words = in_words(m.proven_order(options, form));
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

Json proven_json(const Method& m, const Parameters& options) {
  if (!m.info.fixed_step) return nullptr;
  Json out = json_of(m.proven_order(options)), by_form = Json::object();
  for (const auto form : every_form)
    if (m.fits(name(form))) by_form[std::string(name(form))] = json_of(m.proven_order(options, form));
  out["by_form"] = by_form;
  return out;
}

/// Returns every formulation of the catalogue that the method supports: "pendulum index3", "squeezer absolute-index3".
std::vector<std::string> served(const Method& m, const std::vector<Site>& all) {
  std::vector<std::string> out;
  for (const auto& site : all)
    if (site.suits(m)) out.push_back(site.problem.name + " " + site.formulation.name);
  return out;
}

/// Joins the items by commas, in lines of at most `width` columns. A longer item has a line of its own.
std::vector<std::string> wrapped(const std::vector<std::string>& items, std::size_t width) {
  std::vector<std::string> lines;
  for (const auto& item : items) {
    if (!lines.empty()) lines.back() += ",";
    if (lines.empty() || lines.back().size() + 1 + item.size() > width)
      lines.push_back(item);
    else
      lines.back() += " " + item;
  }
  return lines;
}

/// Returns the families of formulations that a method supports. Then follow the formulations by name if they are few,
/// else an explanation of the families.
std::vector<std::string> fit_lines(const Method& m) {
  constexpr std::size_t few = 10, width = 90;
  const auto& all = sites();
  const auto names = served(m, all);
  std::vector<std::string> out = {m.info.forms};
  if (names.size() > few) {
    out.push_back(
        fmt::format("forms of the equations in any coordinates (rotation-index3 has the form index3): {} of the {}",
                    names.size(), counted(all.size(), "formulation")));
    out.emplace_back("of `plumb list formulations`; `plumb show problem NAME --json` has the methods for each");
    return out;
  }
  for (const auto& line : wrapped(names, width)) out.push_back(line);
  return out;
}

/// Returns the supported formulations by problem: {"pendulum": ["ode", "index1"], ...}.
Json fit_json(const Method& m) {
  Json out = Json::object();
  for (const auto& site : sites())
    if (site.suits(m)) out[site.problem.name].push_back(site.formulation.name);
  return out;
}

/// A method with the parameters of the command line.
struct SelectedMethod {
  Spec spec;
  const Method& method;
  Parameters options;
};

SelectedMethod selected_method(const std::string& selector) {
  const auto specs = expand_methods({selector});
  if (specs.size() != 1) throw wrong_kind("method: '{}' stands for {} methods; give one", selector, specs.size());
  const auto& method = method_named(specs.front());
  return {specs.front(), method, method_parameters(method, specs.front().parameters)};
}

Json json_of(const SelectedMethod& s) {
  const auto& m = s.method;
  return {{"name", m.info.name},
          {"title", m.info.title},
          {"source", m.info.source},
          {"references", references_json(m.info.source)},
          {"order", m.info.order == 0 ? Json(nullptr) : Json(m.info.order)},
          {"proven_order", proven_json(m, s.options)},
          {"formulations", m.info.forms},
          {"fit_for", fit_json(m)},
          {"properties", properties(m)},
          {"parameters", as_json(parameter_table(m.parameters, &s.options))}};
}

std::string text_of(const SelectedMethod& s) {
  const auto& m = s.method;
  Facts lines = {{s.spec.text(), m.info.title}, {"source", m.info.source}};
  add_lines(lines, "reference", reference_lines(m.info.source));
  const auto orders = proven(m, s.options);
  for (const auto& [of, order] : orders)
    lines.emplace_back(&of == &orders.front().first ? "order" : "",
                       orders.size() == 1 ? order : fmt::format("{}: {}", of, order));
  if (names_file(s.spec.name)) lines.emplace_back("claim", method_file(s.spec.name).note);
  add_lines(lines, "fit for", fit_lines(m));
  add_lines(lines, "properties", properties(m));
  auto out = facts(lines);
  if (!m.parameters.empty())
    out += "\n" + as_text(parameter_table(m.parameters, s.spec.parameters.empty() ? nullptr : &s.options));
  return out + known_failures_of(m.info.name);
}

SubjectPageText page_of(const SelectedMethod& s, const MethodQuestion& question) {
  if (!question.coefficients && !question.toml) return {.text = text_of(s), .json = json_of(s)};
  const auto coefficients = method_coefficients(s.spec.text(), s.method, s.options);
  return {.text = question.toml ? coefficients_toml(coefficients) : coefficients_text(coefficients),
          .json = coefficients_json(coefficients)};
}

}  // namespace

Json method_json(const std::string& selector) { return json_of(selected_method(selector)); }

SubjectPageText method_page(const MethodQuestion& question) {
  const auto subject = selected_method(question.selector);
  try {
    return page_of(subject, question);
  } catch (const std::invalid_argument& e) {  // the method is not defined for this parameter value
    throw UsageError(fmt::format("{}: {}", subject.spec.text(), e.what()));
  }
}

}  // namespace plumb
