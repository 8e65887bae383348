#include "harness/api/requested_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "harness/cell/method_file.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/sets/all_that_fit.hpp"
#include "methods/analysis/stability_by_formula.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

/// The largest number of multistep formulas that are tested for zero-stability before the runs. A test takes half a
/// millisecond, and a study may contain a hundred thousand formulas.
constexpr std::size_t most_tested = 100;

/// Returns a warning if the multistep formula of the cell is not zero-stable, so that its runs must fail; else "".
std::string warning(const Spec& requested, const ResolvedCell& cell) {
  const auto& method = cell.method();
  const auto& name = cell.text().method;
  const auto digits = names_file(name) ? method_file(name).digits : Digits{};
  if (is_zero_stable(method.multistep(cell.options()), digits)) return {};
  return fmt::format(
      "{} is not zero-stable: rho has a root outside the unit circle or a multiple root on it, so errors grow without "
      "bound as the steps decrease",
      requested.text());
}

NotedCells noted_cells(const std::vector<CellRequest>& requests, const Cells::Check& check) {
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

/// Returns the methods that the selectors of an axis name, without duplicates. Returns an empty list if the axis
/// contains "*", because the methods of "*" depend on the formulation.
std::vector<const Method*> methods_known(const std::vector<std::string>& selectors) {
  std::vector<const Method*> out;
  for (const auto& spec : expand_methods(selectors)) {
    if (spec.name == everything) return {};
    const auto* method = &method_named(spec);
    if (std::ranges::find(out, method) == out.end()) out.push_back(method);
  }
  return out;
}

/// The formulation that is chosen if -f is not given, and the reason for the choice.
struct ChosenFormulation {
  std::string name;
  std::string_view why;
};
constexpr std::string_view none_fits = "the first of the problem, because no formulation suits all of them";

/// Chooses a formulation that suits all methods, by the rules of `cells_of`.
ChosenFormulation chosen_formulation(const Problem& problem, const std::vector<const Method*>& methods) {
  const auto all_fit = [&](const Formulation& formulation) {
    return std::ranges::all_of(methods, [&](const Method* m) { return m->fits(formulation.family()); });
  };
  std::set<std::string_view> published;
  for (const auto* method : methods) published.insert(method->published_form);
  ChosenFormulation out{std::string(problem.formulations.front().name), none_fits};
  for (const auto& formulation : problem.formulations) {
    if (!all_fit(formulation)) continue;
    if (out.why == none_fits) out = {std::string(formulation.name), "the first of the problem that suits all of them"};
    if (published.size() == 1 && formulation.family() == *published.begin())
      out = {std::string(formulation.name), "the form of the equations in the sources of all of them"};
  }
  return out;
}

/// Returns a line with the chosen formulation and the reason if one of several methods would have another default
/// formulation without the others; else "".
std::string note_on(const Problem& problem, const ChosenFormulation& chosen,
                    const std::vector<const Method*>& methods) {
  if (methods.size() < 2) return {};
  for (const auto* method : methods) {
    const auto alone = chosen_formulation(problem, {method});
    if (alone.why == none_fits || (alone.name == chosen.name && chosen.why != none_fits)) continue;
    return fmt::format("{}: all methods use formulation {}, {}; alone, {} would use {}; -f chooses another formulation",
                       problem.name, chosen.name, chosen.why, method->info.name, alone.name);
  }
  return {};
}

/// Chooses the formulation of each request, and adds the lines about these choices.
void choose_formulations(std::vector<CellRequest>& requests, const std::vector<const Method*>& methods,
                         std::vector<std::string>& notes) {
  std::map<std::string, std::string> chosen;  // chosen formulation, by name of the problem
  for (auto& request : requests) {
    const auto [entry, is_new] = chosen.try_emplace(request.problem.name);
    if (is_new) {
      try {
        const auto& problem = problem_named(request.problem.name);
        const auto choice = chosen_formulation(problem, methods);
        entry->second = choice.name;
        if (auto text = note_on(problem, choice, methods); !text.empty()) notes.push_back(std::move(text));
      } catch (const UsageError&) {  // resolving the cell reports the error
      }
    }
    request.formulation = {entry->second, {}};
  }
}

}  // namespace

NotedCells cells_of(Axes axes, const Cells::Check& check) {
  const bool by_default = axes.formulation.empty();
  if (by_default) axes.formulation = {"default"};
  auto requests = cross_product(axes);
  std::vector<std::string> notes;
  if (by_default) choose_formulations(requests, methods_known(axes.method), notes);
  auto out = noted_cells(requests, check);
  out.notes.insert(out.notes.begin(), notes.begin(), notes.end());
  return out;
}

NotedCells cells_of(const Experiment& experiment, const Cells::Check& check) {
  return noted_cells(experiment.cells, check);
}

NotedCells cells_of(const StudyOrAxes& source, const Cells::Check& check) {
  if (!source.study.empty()) return cells_of(experiment_from_file(source.study, source.set), check);
  if (!are_whole(source.axes)) throw missing_part("give a problem, a method and a step");
  return cells_of(source.axes, check);
}

bool are_whole(const Axes& axes) { return !axes.problem.empty() && !axes.method.empty() && !axes.step.empty(); }

}  // namespace plumb
