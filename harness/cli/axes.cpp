#include "harness/cli/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "harness/cell/method_file.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/cell/setting.hpp"
#include "harness/cli/command_tree.hpp"
#include "harness/sets/all_that_fit.hpp"
#include "methods/analysis/stability_by_formula.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

/// What is known to go wrong before a step is run; empty: nothing.
std::string warning(const Spec& asked, const ResolvedCell& cell) {
  const auto& method = cell.method();
  if (!method.multistep) return {};
  const auto& name = cell.text().method;
  const auto digits = names_file(name) ? method_file(name).digits : Digits{};
  if (is_zero_stable(method.multistep(cell.options()), digits)) return {};
  return fmt::format(
      "{} is not zero-stable: a root of rho lies outside the unit circle or several times on it, so that "
      "errors grow without bound as the steps become smaller",
      asked.text());
}

NotedCells noted_cells(const std::vector<CellRequest>& requests, const Cells::Seen& check) {
  std::set<std::string> known;
  std::vector<std::string> files, warnings;
  Cells cells(requests, [&](const CellRequest& request, const ResolvedCell& cell) {
    if (check) check(request, cell);
    const auto& method = cell.text().method;
    if (!known.insert(with_parameters(method, cell.text().method_parameters)).second) return;
    if (names_file(method)) files.push_back(method);
    if (auto text = warning(request.method, cell); !text.empty()) warnings.push_back(std::move(text));
  });
  NotedCells out{std::move(cells), {}};
  for (const auto& file : files)
    if (const auto& text = method_file(file).note; !text.empty()) out.notes.push_back(text);
  out.notes.insert(out.notes.end(), warnings.begin(), warnings.end());
  return out;
}

/// The methods of the axis that this build knows, each once; none where "*" is left to choose them by the formulation.
std::vector<const Method*> methods_known(const std::vector<std::string>& selectors) {
  std::vector<const Method*> out;
  for (const auto& spec : expand_methods(selectors)) {
    if (spec.name == everything) return {};
    const auto* method = &method_named(spec.name);
    if (std::ranges::find(out, method) == out.end()) out.push_back(method);
  }
  return out;
}

/// What no -f stands for, see cells_of. Empty where a look at the problem would be the first to find it wrong.
Spec default_formulation(const Spec& problem_asked, const std::vector<const Method*>& methods) try {
  const auto& problem = problem_named(problem_asked.name);
  const auto all_fit = [&](const Formulation& formulation) {
    return std::ranges::all_of(methods, [&](const Method* m) { return m->fits(formulation.family()); });
  };
  std::set<std::string_view> published;
  for (const auto* method : methods) published.insert(method->published_form);
  const Formulation* out = nullptr;
  for (const auto& formulation : problem.formulations) {
    if (!all_fit(formulation)) continue;
    if (!out) out = &formulation;
    if (published.size() == 1 && formulation.family() == *published.begin()) out = &formulation;
  }
  return {std::string(out ? out->name : problem.formulations.front().name), {}};
} catch (const UsageError&) {
  return {};
}

}  // namespace

CLI::Option* add_values(CLI::App& verb, const std::string& flags, std::vector<std::string>& values,
                        const std::string& type_name, const std::string& meaning) {
  return verb.add_option(flags, values, meaning)
      ->type_name(type_name)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_axes(CLI::App& verb, Axes& axes) {
  add_values(verb, "-p,--problem", axes.problem, "PROBLEM",
             "problems: 'pendulum(rate=2),spinning-top', or mechanisms of files: @mine.toml");
  add_values(
      verb, "-f,--formulation", axes.formulation, "NAME",
      "formulation: several with commas; default: the one of the methods' paper, or the problem's first that fits");
  add_values(verb, "-m,--method", axes.method, "METHOD",
             "methods: 'erk4,degree5(alpha=4/5,1),lms2..4(rho=0:0.1:1),@mine.toml,@libmine.so'");
  auto& steps = *add_values(verb, "-s,--steps", axes.step, "STEP",
                            "step sizes [s], each divides the horizon: 1e-2,1e-3,pi/600; 1e-2..1e-5 by decades");
  make_older_spelling(*add_values(verb, "--step", axes.step, "STEP", ""), steps);
  for (const auto& setting : settings())
    add_values(verb, "--" + setting.option(), *axes.values(setting.name), std::string(setting.placeholder),
               std::string(setting.meaning));
}

bool any_given(Axes axes) {
  const auto names = Axes::names();
  return std::any_of(names.begin(), names.end(), [&](const auto& name) { return !axes.values(name)->empty(); });
}

NotedCells cells_of(Axes axes, const Cells::Seen& check) {
  const bool by_default = axes.formulation.empty();
  if (by_default) axes.formulation = {"default"};
  auto requests = cross_product(axes);
  if (by_default) {
    const auto methods = methods_known(axes.method);
    for (auto& request : requests) request.formulation = default_formulation(request.problem, methods);
  }
  return noted_cells(requests, check);
}

NotedCells cells_of(const Experiment& experiment, const Cells::Seen& check) {
  return noted_cells(experiment.cells, check);
}

}  // namespace plumb
