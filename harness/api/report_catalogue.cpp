#include "harness/api/report_site.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <tuple>

#include "contract/stop.hpp"
#include "harness/api/analysis_study.hpp"
#include "harness/api/catalogue_pages.hpp"
#include "harness/api/catalogue_tables.hpp"
#include "harness/api/coefficients.hpp"
#include "harness/api/sources.hpp"
#include "harness/report/formulas.hpp"
#include "harness/report/page.hpp"
#include "harness/report/tex.hpp"
#include "methods/catalogue.hpp"
#include "methods/family.hpp"
#include "methods/known-failures/known_failures.hpp"
#include "problems/catalogue.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

/// Numbers of all runs and of failed runs, by name of the method or problem.
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

/// Returns for each problem the run whose animation its page shows. Runs with status ok are preferred, then runs with
/// default data, then long runs, then the first.
std::map<std::string, const GatheredRun*> moving_problems(const ReportContents& contents) {
  const auto worth = [](const GatheredRun& run) {
    return std::tuple(run.status == Status::ok, run.problem == run.cell.problem, run.t_reached);
  };
  std::map<std::string, const GatheredRun*> out;
  for (const auto& run : contents.runs.runs()) {
    const auto kept = contents.kept.find(run.id);
    if (kept == contents.kept.end() || kept->second.animation.empty()) continue;
    auto& best = out[run.cell.problem];
    if (!best || worth(run) > worth(*best)) best = &run;
  }
  return out;
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
  const auto moving = moving_problems(contents);
  for (const auto& problem : problems()) {
    stopping_point();
    const auto moves = moving.find(problem.name);
    contents.problems.push_back(listed(problem, counts_of(by_problem, problem.name)));
    contents.problem_pages.push_back(
        problem_page(problem, contents.audited[problem.name], moves == moving.end() ? nullptr : moves->second));
  }
}

// Writes the page of a method in a site of plumb report.

namespace {

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

/// Returns links to the problems that a method supports, with their formulations.
std::string fit_list(const Json& fit) {
  std::string out;
  for (const auto& [problem, formulations] : fit.items())
    out += fmt::format("<li><a href=\"../problem/{0}.html\">{0}</a> {1}</li>\n", html_text(problem),
                       html_text(joined(formulations, ", ")));
  return out.empty() ? out : fmt::format("<ul class=\"many\">\n{}</ul>\n", out);
}

std::string method_commands(const std::string& name, const Json& fit) {
  std::string out;
  if (const auto first = fit.begin(); first != fit.end())
    out += fmt::format("plumb run -p {} -f {} -m {} -s 1e-2\n", first.key(), first->front().get<std::string>(), name);
  return html_code(out + fmt::format("plumb show method {0} --coefficients\nplumb analyze {0}", name));
}

std::string kind_in_words(const TableauData&) { return "Butcher tableau"; }
std::string kind_in_words(const MultistepData&) { return "Multistep formula"; }

std::string tex_of(const MethodCoefficients& coefficients) {
  return std::visit([](const auto& data) { return tex_of(data); }, coefficients.data);
}

/// Returns a section with the coefficients of a method, or with its formulas if it has none. Adds coefficients to the
/// data of the page, too.
std::string formulas_html(const Method& method, SubjectPage& page) {
  const auto note = method.parameters.empty() ? "" : "<p class=\"soft\">With the default parameters.</p>\n";
  if (method.tableau || method.multistep) {
    const auto coefficients = method_coefficients(page.name, method, Parameters(method.parameters, {}));
    page.data.push_back({"coefficients", coefficients_json(coefficients)});
    return html_section(
        std::visit([](const auto& data) { return kind_in_words(data); }, coefficients.data),
        html_formula(tex_of(coefficients)) + note +
            fmt::format("<p class=\"soft\"><a href=\"../data/coefficients/{}.json\">All digits</a></p>\n",
                        html_text(page.name)));
  }
  const auto formulas = formulas_of_method(page.name);
  std::string out;
  for (const auto& line : formulas.tex) out += html_formula(line);
  if (!formulas.where.empty()) out += fmt::format("<p>{}</p>\n", html_text(formulas.where));
  return html_section("Formulas", out);
}

std::string stability_html(const Method& method, SubjectPage& page) {
  const auto region = stability_region(method, Parameters(method.parameters, {}));
  if (region.is_null()) return {};
  page.data.push_back({"stability", region});
  return html_section(
      "Stability",
      "<p>Where |R(z)| is at most 1, with the default parameters: z is an eigenvalue times the step.</p>\n" +
          html_picture("stability", "Region of stability"));
}

}  // namespace

SubjectPage method_page(const Method& method) {
  const std::string name(method.info.name);
  const auto facts = method_json(name);
  SubjectPage out{name, fmt::format("Method {}", name), {}};
  out.html = fmt::format("<p class=\"lead\">{}</p>\n", html_text(method.info.title));
  out.html += html_facts({{"family", std::string(family_of(name))},
                          {"source", std::string(method.info.source)},
                          {"proven order", orders_in_words(facts["proven_order"])},
                          {"equations", std::string(method.info.forms)},
                          {"properties", joined(facts["properties"], "; ")}});
  out.html += html_list(reference_lines(method.info.source));
  out.html += html_section("How to run it", method_commands(name, facts["fit_for"]));
  out.html += site_results_html("method", name);
  out.html += formulas_html(method, out);
  out.html += html_section("Parameters", html_table(facts["parameters"], "Parameters"));
  out.html += stability_html(method, out);
  out.html += html_section("Known failures", html_table(known_failures_json(name), "Known failures"));
  out.html += html_section("Fit for", fit_list(facts["fit_for"]));
  return out;
}

}  // namespace plumb
