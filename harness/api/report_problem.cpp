// Writes the page of a problem in a site of plumb report.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "harness/api/animation.hpp"
#include "harness/api/catalogue_pages.hpp"
#include "harness/api/report_site.hpp"
#include "harness/api/sources.hpp"
#include "harness/report/formulas.hpp"
#include "harness/report/page.hpp"
#include "harness/report/problem_equations.hpp"
#include "harness/report/stored_digits.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

std::string reference_in_words(const Problem& problem) {
  const auto& reference = problem.reference;
  if (const auto why = reference.none(Parameters(problem.parameters, {})); !why.empty()) return "none: " + why;
  if (reference.closed_form) return "a closed form";
  return reference.of ? fmt::format("the motion of {}", reference.of->name)
                      : "integrated, and certified by a second route";
}

/// The formulas of a form of the equations, and the formulations of a problem that have this form.
struct FormOnPage {
  Formulas formulas;
  std::vector<std::string> names = {};  // names of the formulations
};

/// Returns the formulas of a formulation. Formulations in momenta have other equations of motion, but the same
/// constraints.
Formulas formulas_of(const Formulation& formulation) {
  auto out = formulas_of_form(name(formulation.form));
  if (formulation.momenta_of.empty()) return out;
  auto moving = formulas_of_form("momenta");
  if (formulation.form != Form::ode) moving.tex.push_back(out.tex.back());
  return moving;
}

std::vector<FormOnPage> forms_of(const Problem& problem) {
  std::vector<FormOnPage> out;
  for (const auto& formulation : problem.formulations) {
    const auto formulas = formulas_of(formulation);
    const auto known =
        std::ranges::find_if(out, [&](const FormOnPage& one) { return one.formulas.tex == formulas.tex; });
    auto& form = known == out.end() ? out.emplace_back(FormOnPage{formulas}) : *known;
    form.names.push_back(formulation.name);
  }
  return out;
}

std::string lines_html(const Formulas& formulas) {
  std::string out;
  for (const auto& line : formulas.tex) out += html_formula(line);
  return formulas.where.empty() ? out : out + fmt::format("<p class=\"soft\">{}</p>\n", html_text(formulas.where));
}

/// Returns the specific equations of this problem. Equations that several formulations share appear once.
std::string own_equations_html(const Problem& problem) {
  std::vector<std::pair<std::string, std::vector<std::string>>> all;  // equations as HTML; names of their formulations
  for (const auto& formulation : problem.formulations) {
    std::string html;
    for (const auto& [title, formulas] : equations_of(problem, formulation))
      html += (title.empty() ? "" : fmt::format("<h4>{}</h4>\n", html_text(title))) + lines_html(formulas);
    if (html.empty()) continue;
    const auto known = std::ranges::find(all, html, &std::pair<std::string, std::vector<std::string>>::first);
    auto& names = known == all.end() ? all.emplace_back(html, std::vector<std::string>()).second : known->second;
    names.push_back(formulation.name);
  }
  std::string out;
  for (const auto& [html, names] : all)
    out += fmt::format("<h3>{}</h3>\n{}", html_text(fmt::format("{}", fmt::join(names, ", "))), html);
  return out;
}

std::string equations_html(const Problem& problem) {
  std::string out =
      "<p>The general equations, in the symbols of the quantities that a run reports. The numbers of coordinates, "
      "velocities and multipliers are listed with the formulations. M is the mass matrix, f are the forces, Φ the "
      "constraints, G their derivatives in the directions of velocities, and q' = N v, where N is 1 except for "
      "rotations."
      "</p>\n";
  for (const auto& form : forms_of(problem))
    out += fmt::format("<h3>{}</h3>\n", html_text(fmt::format("{}", fmt::join(form.names, ", ")))) +
           lines_html(form.formulas);
  return own_equations_html(problem) +
         fmt::format("<details><summary>The equations of each formulation</summary>\n{}</details>\n", out);
}

/// Returns names and units of the coordinates. Coordinates that several formulations share appear once.
std::string coordinates_html(const Problem& problem) {
  std::map<std::string, std::vector<std::string>> names;
  std::map<std::string, const Formulation*> first;
  for (const auto& formulation : problem.formulations) {
    names[formulation.coordinates].push_back(formulation.name);
    first.emplace(formulation.coordinates, &formulation);
  }
  std::string out;
  for (const auto& [coordinates, formulation] : first) {
    Json rows = Json::array();
    for (const auto& part : formulation->parts(Parameters(problem.parameters, {})))
      rows.push_back({{"part", part.name},
                      {"kind", name(part.kind)},
                      {"unit", part.unit == "-" ? "" : part.unit},
                      {"numbers in q", part.q.size},
                      {"in v", part.v.size}});
    const auto title = fmt::format("{}", fmt::join(names[coordinates], ", "));
    out += fmt::format("<details><summary>{}</summary>\n{}</details>\n", html_text(title),
                       html_table(rows, "Coordinates of " + title));
  }
  return out;
}

/// Returns links to the methods that support a formulation.
std::string methods_html(const Json& formulation) {
  std::string out;
  for (const auto& method : formulation["methods"])
    out += fmt::format("<li><a href=\"../method/{0}.html\">{0}</a></li>\n", html_text(method.get<std::string>()));
  return fmt::format("<details><summary>{}: {}</summary>\n<ul class=\"many\">\n{}</ul></details>\n",
                     html_text(formulation["formulation"].get<std::string>()),
                     counted(formulation["methods"].size(), "method"), out);
}

std::string formulations_html(const Json& formulations) {
  Json rows = Json::array();
  std::string methods;
  for (auto one : formulations) {
    methods += methods_html(one);
    const auto sizes = one["sizes"];
    const auto fit = one["methods"].size();
    for (const char* key : {"sizes", "methods"}) one.erase(key);
    one["q"] = sizes["q"];
    one["v"] = sizes["v"];
    one["multipliers"] = sizes["lambda"];
    one["methods"] = fit;
    rows.push_back(one);
  }
  return html_table(rows, "Formulations") + "<h3>Methods that support them</h3>\n" + methods;
}

std::string digits_html(const Problem& problem, SubjectPage& page) {
  const auto digits = certified_digits(problem);
  if (digits.is_null()) return {};
  page.data.push_back({"digits", digits});
  const auto end = digits["t"].back().get<double>();
  return html_section(
      "Certified digits",
      fmt::format("<p>The smallest number of digits in which {} agree, for the default data, over "
                  "time.</p>\n{}<details><summary>"
                  "Values at {} s</summary>\n{}</details>\n",
                  html_text(joined(digits["routes"], ", ")), html_picture("digits", "Certified digits over time"),
                  shortest(end), html_table(digits["end"], fmt::format("Certified values at {} s", shortest(end)))));
}

/// Returns the picture of a problem: the animation, or a still image at the initial time. Browsers with the setting for
/// reduced motion display the still image.
std::string picture_html(const Problem& problem, const GatheredRun* moves) {
  const auto still = fmt::format("../picture/{}.svg", html_text(problem.name));
  if (!moves)
    return fmt::format("<img class=\"drawing\" src=\"{}\" alt=\"{}, at its beginning\">\n", still,
                       html_text(problem.title));
  return fmt::format(
      "<figure class=\"moving\"><picture><source media=\"(prefers-reduced-motion: reduce), print\" srcset=\"{0}\">"
      "<img class=\"drawing\" src=\"../picture/{1}.svg\" alt=\"{2}, in motion\"></picture>\n<figcaption>The motion of "
      "<a href=\"../matrix.html#cell={1}\">a run</a> with {3}, h = {4} s.</figcaption></figure>\n",
      still, html_text(moves->id), html_text(problem.title), html_text(moves->method), html_text(moves->cell.step));
}

std::string commands_html(const Problem& problem, const Json& facts, bool has_picture) {
  auto commands = fmt::format("plumb show problem {0}\nplumb reference show {0}", problem.name);
  const auto& methods = facts["formulations"].front()["methods"];
  if (!methods.empty() && has_picture && decimal_from_text(problem.t_begin) && decimal_from_text(problem.t_end))
    commands += fmt::format("\nplumb run -p {} -m {} -s {:.6g} --reference none --animate motion.svg", problem.name,
                            methods.front().get<std::string>(), problem.usual_duration() / 1000);
  return html_code(commands);
}

}  // namespace

SubjectPage problem_page(const Problem& problem, const std::string& audited, const GatheredRun* moves) {
  const auto facts = problem_json(problem.name);
  SubjectPage out{problem.name, fmt::format("Problem {}", problem.name), {}};
  if (const auto film = still_of(problem); !film.t.empty()) out.picture = still_svg(film);
  out.html = fmt::format("<p class=\"lead\">{}</p>\n", html_text(problem.title));
  if (!out.picture.empty()) out.html += picture_html(problem, moves);
  out.html += html_facts({{"source", problem.source},
                          {"time", fmt::format("{} to {} s", problem.t_begin, problem.t_end)},
                          {"invariants", problem.invariants},
                          {"reference", reference_in_words(problem)}});
  out.html += html_list(reference_lines(problem.source));
  out.html += html_section("Look at it", commands_html(problem, facts, !out.picture.empty()));
  out.html += html_section("Equations", equations_html(problem));
  out.html += site_results_html("problem", problem.name);
  out.html += html_section("Outputs", html_table(facts["outputs"], "Outputs"));
  out.html += digits_html(problem, out);
  out.html += html_section("Published values", audited);
  out.html += html_section("Formulations", formulations_html(facts["formulations"]));
  out.html += html_section("Coordinates", coordinates_html(problem));
  out.html += html_section("Data", html_table(facts["parameters"], "Data"));
  return out;
}

}  // namespace plumb
