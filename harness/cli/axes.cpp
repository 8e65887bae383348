#include "harness/cli/axes.hpp"

#include <algorithm>
#include <set>

#include "harness/cell/method_file.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/cli/console.hpp"

namespace plumb {

CLI::Option* add_values(CLI::App& verb, const std::string& flags, std::vector<std::string>& values,
                        const std::string& type_name, const std::string& meaning) {
  return verb.add_option(flags, values, meaning)
      ->type_name(type_name)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_axes(CLI::App& verb, Axes& axes, const std::string& step_flag) {
  add_values(verb, "-p,--problem", axes.problem, "PROBLEM", "problems: 'pendulum(rate=2),spinning-top'");
  add_values(verb, "-f,--formulation", axes.formulation, "NAME", "formulations; default: the problem's first");
  add_values(verb, "-m,--method", axes.method, "METHOD", "methods: 'erk4,degree5(alpha=4/5,1),@mine.toml'");
  add_values(verb, step_flag, axes.step, "STEP", "step sizes [s], each divides the horizon: 1e-2,1e-3,pi/600");
  add_values(verb, "--t-end", axes.t_end, "T", "horizon [s]; default: the problem's");
  add_values(verb, "--newton-tol", axes.newton_tol, "X",
             "absolute Newton tolerance; default: the method's, at rounding");
  add_values(verb, "--newton-test", axes.newton_test, "WHAT",
             "what the tolerance tests: increment (default) or residual");
  add_values(verb, "--newton-norm", axes.newton_norm, "NORM", "how it is measured: max (default), euclidean or rms");
  add_values(verb, "--newton-max", axes.newton_max, "N", "most iterations; 0 (default): the method's own, 100");
  add_values(verb, "--precision", axes.precision, "NAME", "double (default), long, or quad");
  add_values(verb, "--samples", axes.samples, "N", "times compared with the reference; 0: every step; default: 100");
}

bool any_given(const Axes& axes) {
  const auto lists = {axes.problem,     axes.formulation, axes.method,     axes.step,      axes.t_end,  axes.newton_tol,
                      axes.newton_test, axes.newton_norm, axes.newton_max, axes.precision, axes.samples};
  return std::any_of(lists.begin(), lists.end(), [](const auto& list) { return !list.empty(); });
}

std::vector<Cell> cells_of(Axes axes) {
  const bool by_default = axes.formulation.empty();
  if (by_default) axes.formulation = {"default"};
  auto requests = cross_product(axes);
  if (by_default)
    for (auto& request : requests) request.formulation = {};
  return cells_of(requests);
}

std::vector<Cell> cells_of(const std::vector<CellRequest>& requests) {
  std::vector<Cell> cells;
  std::set<std::string> known, noted;
  for (const auto& request : requests)
    if (auto cell = resolve(request); known.insert(id(cell)).second) cells.push_back(std::move(cell));
  for (const auto& cell : cells)
    if (names_file(cell.method) && noted.insert(cell.method).second)
      if (const auto& text = method_file(cell.method).note; !text.empty()) note(text);
  return cells;
}

}  // namespace plumb
