#include "harness/cli/report_catalogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "contract/stop.hpp"
#include "harness/cli/animation.hpp"
#include "harness/cli/known_failures.hpp"
#include "harness/cli/show.hpp"
#include "harness/cli/sources.hpp"
#include "harness/cli/stability_plot.hpp"
#include "harness/report/command_line.hpp"
#include "harness/report/page.hpp"
#include "methods/catalogue.hpp"
#include "methods/family.hpp"
#include "methods/known-failures/known_failures.hpp"
#include "problems/catalogue.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

/// Runs of a site by the name of their method or problem.
struct RunCounts {
  int runs = 0, failed = 0;
};
using Counts = std::map<std::string, RunCounts, std::less<>>;

template <class Name>
Counts counted_by(const GatheredRuns& runs, Name name) {
  Counts out;
  for (const auto& run : runs.runs()) {
    auto& count = out[name(run)];
    ++count.runs;
    if (run.status != Status::ok) ++count.failed;
  }
  return out;
}

RunCounts counts_of(const Counts& counts, std::string_view name) {
  const auto known = counts.find(name);
  return known == counts.end() ? RunCounts() : known->second;
}

std::vector<std::string> texts(const Json& list) { return list.get<std::vector<std::string>>(); }

std::string here(const char* kind, std::string_view name) {
  return fmt::format("<h2>In this site</h2>\n<div id=\"here\" data-kind=\"{}\" data-name=\"{}\"></div>\n", kind,
                     html_text(name));
}

std::string orders_in_words(const Json& proven) {
  if (proven.is_null()) return "adaptive: none in the step";
  std::vector<std::string> out;
  for (const auto& [of, value] : proven.items())
    if (value.is_number()) out.push_back(fmt::format("{} {}", of, value.dump()));
  auto text = fmt::format("{}", fmt::join(out, ", "));
  std::ranges::replace(text, '_', ' ');
  return text;
}

Json known_failures_json(std::string_view method) {
  Json out = Json::array();
  for (const auto& known : known_failures())
    if (known.concerns(method))
      out.push_back({{"what happens", name(known.happens)},
                     {"with", known.parameters()},
                     {"problem", known.problem},
                     {"formulation", known.forms},
                     {"why", known.reason}});
  return out;
}

std::string section(const char* title, const std::string& html) {
  return html.empty() ? html : fmt::format("<h2>{}</h2>\n{}", title, html);
}

/// The links to what a method is fit for, or what problems have.
std::string fit_list(const Json& fit) {
  std::string out;
  for (const auto& [problem, formulations] : fit.items())
    out += fmt::format("<li><a href=\"../problem/{0}.html\">{0}</a> {1}</li>\n", html_text(problem),
                       html_text(fmt::format("{}", fmt::join(texts(formulations), ", "))));
  return out.empty() ? out : fmt::format("<ul class=\"many\">\n{}</ul>\n", out);
}

std::string method_commands(const std::string& name, const Json& fit) {
  std::string out;
  if (const auto first = fit.begin(); first != fit.end())
    out += fmt::format("plumb run -p {} -f {} -m {} -s 1e-2\n", first.key(), first->front().get<std::string>(), name);
  return html_code(out + fmt::format("plumb show method {0} --coefficients\nplumb analyze {0}", name));
}

SubjectPage method_page(const Method& method) {
  const std::string name(method.info.name);
  const auto facts = method_json(name);
  SubjectPage out{name, fmt::format("Method {}", name), {}};
  out.stability = stability_region(method, Parameters(method.parameters, {}));
  out.html = fmt::format("<p class=\"lead\">{}</p>\n", html_text(method.info.title));
  out.html += html_facts({{"family", std::string(family_of(name))},
                          {"source", std::string(method.info.source)},
                          {"proven order", orders_in_words(facts["proven_order"])},
                          {"equations", std::string(method.info.forms)},
                          {"properties", fmt::format("{}", fmt::join(texts(facts["properties"]), "; "))}});
  out.html += html_list(reference_lines(method.info.source));
  out.html += section("How to run it", method_commands(name, facts["fit_for"]));
  out.html += here("method", name);
  out.html += section("Parameters", html_table(facts["parameters"], "Parameters"));
  if (!out.stability.is_null())
    out.html +=
        "<h2>Stability</h2>\n<p>Where |R(z)| is at most 1, with the default parameters: z is an eigenvalue times the "
        "step.</p>\n<div class=\"picture\" id=\"stability\" role=\"group\" aria-label=\"Region of stability\"></div>\n";
  out.html += section("Known failures", html_table(known_failures_json(name), "Known failures"));
  out.html += section("Fit for", fit_list(facts["fit_for"]));
  return out;
}

std::string reference_in_words(const Problem& problem) {
  const auto& reference = problem.reference;
  if (const auto why = reference.none(Parameters(problem.parameters, {})); !why.empty()) return "none: " + why;
  if (reference.closed_form) return "a closed form";
  return reference.of ? fmt::format("the motion of {}", reference.of->name)
                      : "integrated, and certified by a second route";
}

std::string formulations_html(Json formulations) {
  for (auto& one : formulations) one["methods"] = fmt::format("{}", fmt::join(texts(one["methods"]), " "));
  return html_table(formulations, "Formulations");
}

SubjectPage problem_page(const Problem& problem) {
  const auto facts = problem_json(problem.name);
  SubjectPage out{problem.name, fmt::format("Problem {}", problem.name), {}};
  if (const auto film = still_of(problem); !film.t.empty()) out.picture = still_svg(film);
  out.html = fmt::format("<p class=\"lead\">{}</p>\n", html_text(problem.title));
  if (!out.picture.empty())
    out.html += fmt::format("<img class=\"drawing\" src=\"../picture/{0}.svg\" alt=\"{1}, at its beginning\">\n",
                            html_text(problem.name), html_text(problem.title));
  out.html += html_facts({{"source", problem.source},
                          {"time", fmt::format("{} to {} s", problem.t_begin, problem.t_end)},
                          {"invariants", problem.invariants},
                          {"reference", reference_in_words(problem)}});
  out.html += html_list(reference_lines(problem.source));
  std::string commands = fmt::format("plumb show problem {0}\nplumb reference show {0}", problem.name);
  if (const auto methods = texts(facts["formulations"].front()["methods"]); !methods.empty() && !out.picture.empty() &&
                                                                            decimal_from_text(problem.t_begin) &&
                                                                            decimal_from_text(problem.t_end))
    commands += fmt::format("\nplumb run -p {} -m {} -s {:.6g} --reference none --animate motion.svg", problem.name,
                            methods.front(), problem.usual_duration() / 1000);
  out.html += section("Look at it", html_code(commands));
  out.html += here("problem", problem.name);
  out.html += section("Formulations", formulations_html(facts["formulations"]));
  out.html += section("Outputs", html_table(facts["outputs"], "Outputs"));
  out.html += section("Data", html_table(facts["parameters"], "Data"));
  return out;
}

Json listed(const Method& method, const RunCounts& counts) {
  return {{"name", method.info.name},
          {"title", method.info.title},
          {"family", family_of(method.info.name)},
          {"order", method.info.order == 0 ? Json(nullptr) : Json(method.info.order)},
          {"forms", method.info.forms},
          {"source", method.info.source},
          {"runs", counts.runs},
          {"failed", counts.failed}};
}

Json listed(const Problem& problem, const RunCounts& counts) {
  std::vector<std::string> formulations;
  for (const auto& f : problem.formulations) formulations.push_back(f.name);
  return {{"name", problem.name},
          {"title", problem.title},
          {"formulations", fmt::format("{}", fmt::join(formulations, " "))},
          {"t_end", number_from_text<double>(problem.t_end)},
          {"source", problem.source},
          {"runs", counts.runs},
          {"failed", counts.failed}};
}

}  // namespace

void add_catalogue(ReportContents& contents) {
  const auto by_method = counted_by(contents.runs, [](const GatheredRun& run) { return run.cell.method; });
  const auto by_problem = counted_by(contents.runs, [](const GatheredRun& run) { return run.cell.problem; });
  for (const auto& method : methods()) {
    stopping_point();
    contents.methods.push_back(listed(method, counts_of(by_method, method.info.name)));
    contents.method_pages.push_back(method_page(method));
  }
  for (const auto& problem : problems()) {
    stopping_point();
    contents.problems.push_back(listed(problem, counts_of(by_problem, problem.name)));
    contents.problem_pages.push_back(problem_page(problem));
  }
}

}  // namespace plumb
