#include "harness/cli/axes.hpp"

#include <algorithm>

#include "harness/cell/setting.hpp"
#include "harness/cli/command_tree.hpp"
#include "text/mistakes.hpp"

namespace plumb {

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
  add_values(verb, "-f,--formulation", axes.formulation, "NAME",
             "formulation: several separated by commas; default: that of the paper of the methods, or the first of the "
             "problem that fits");
  add_values(verb, "-m,--method", axes.method, "METHOD",
             "methods: 'erk4,degree5(alpha=4/5,1),lms2..4(rho=0:0.1:1),@mine.toml,@my.so'");
  add_values(verb, "-s,--steps", axes.step, "STEP",
             "step sizes [s], each divides the horizon: 1e-2,1e-3,pi/600; 1e-2..1e-5 by decades");
  for (const auto& setting : settings())
    add_values(verb, "--" + setting.option(), *axes.values(setting.name), std::string(setting.placeholder),
               std::string(setting.meaning));
}

void add_study(CLI::App& verb, std::string& study, const std::string& usage) {
  verb.add_option("EXPERIMENT", study, "experiment file (TOML) instead of -p, -f, -m, -s" + usage);
}

void add_study_with_sets(CLI::App& verb, StudyOrAxes& cells, const std::string& usage) {
  add_study(verb, cells.study, usage);
  verb.add_option("--set", cells.set, "run the cells of this set of the experiment file instead of its [[cells]]")
      ->type_name("NAME");
}

bool is_study(const StudyOrAxes& cells, std::string_view verb, std::string_view needed) {
  const auto& [axes, study, set] = cells;
  if (!study.empty()) {
    if (any_given(axes))
      throw contradiction("{}: give an experiment file or -p, -f, -m, -s and settings, not both", verb);
    return true;
  }
  if (!set.empty()) throw missing_part("{}: --set needs an experiment file; give the file", verb);
  if (!are_whole(axes)) throw missing_part("{}: give {}, or an experiment file (TOML)", verb, needed);
  return false;
}

bool any_given(Axes axes) {
  const auto names = Axes::names();
  return std::any_of(names.begin(), names.end(), [&](const auto& name) { return !axes.values(name)->empty(); });
}

}  // namespace plumb
