#include "harness/api/asked_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "harness/cell/method_file.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/sets/all_that_fit.hpp"
#include "methods/analysis/stability_by_formula.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

/// So many formulas are tested before a step is run. Their exact roots take half a millisecond each, and a study may
/// name a hundred thousand.
constexpr std::size_t most_tested = 100;

/// Says what is known to go wrong before a step is run. Empty: nothing.
std::string warning(const Spec& asked, const ResolvedCell& cell) {
  const auto& method = cell.method();
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
  std::size_t formulas = 0;
  std::vector<std::string> files, warnings;
  Cells cells(requests, [&](const CellRequest& request, const ResolvedCell& cell) {
    if (check) check(request, cell);
    const auto& method = cell.text().method;
    if (!known.insert(with_parameters(method, cell.text().method_parameters)).second) return;
    if (names_file(method)) files.push_back(method);
    if (!cell.method().multistep || ++formulas > most_tested) return;
    if (auto text = warning(request.method, cell); !text.empty()) warnings.push_back(std::move(text));
  });
  NotedCells out{std::move(cells), {}};
  for (const auto& file : files)
    if (const auto& text = method_file(file).note; !text.empty()) out.notes.push_back(text);
  out.notes.insert(out.notes.end(), warnings.begin(), warnings.end());
  if (formulas > most_tested)
    out.notes.push_back(fmt::format("only the first {} of {} multistep formulas were tested for zero-stability",
                                    most_tested, formulas));
  return out;
}

/// Returns the methods of the axis that this build knows, each once. There are none if "*" stands in the axis, as it
/// depends on the formulation.
std::vector<const Method*> methods_known(const std::vector<std::string>& selectors) {
  std::vector<const Method*> out;
  for (const auto& spec : expand_methods(selectors)) {
    if (spec.name == everything) return {};
    const auto* method = &method_named(spec.name);
    if (std::ranges::find(out, method) == out.end()) out.push_back(method);
  }
  return out;
}

/// Returns the formulation that is meant without -f, see cells_of. It is empty if this would be the first look that
/// finds the problem wrong.
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
