#include "harness/cli/gate_options.hpp"

#include <fmt/format.h>

#include <memory>

#include "harness/cli/axes.hpp"
#include "harness/cli/console.hpp"
#include "harness/run/environment.hpp"
#include "text/selector.hpp"

namespace plumb {
namespace {

std::vector<std::string> names_of(const std::vector<std::string>& lists) {
  std::vector<std::string> out;
  for (const auto& spec : expand(lists)) out.push_back(spec.text());
  return out;
}

}  // namespace

Choice ChosenNames::choice() const {
  Choice out{names_of(areas), names_of(problems), names_of(formulations), names_of(methods)};
  require_areas(out);
  return out;
}

void add_choice(CLI::App& verb, ChosenNames& names) {
  add_values(verb, "--area", names.areas, "NAME,..", "areas: cells, orders, papers, references, analysis, times");
  add_values(verb, "-p,--problem", names.problems, "PROBLEM", "problems: these alone, with or without parameters");
  add_values(verb, "-f,--formulation", names.formulations, "NAME", "formulation: these alone");
  add_values(verb, "-m,--method", names.methods, "METHOD", "methods: these alone, with or without parameters");
}

void add_baselines(CLI::App& verb, std::string& folder) {
  verb.add_option("--baselines", folder, "folder of the matrix and its baselines; default: results/baselines")
      ->type_name("PATH")
      ->check(is_path);
}

void add_gate_options(CLI::App& verb, GateOptions& options) {
  add_choice(verb, options.names);
  verb.add_flag("--quick", options.quick, "a quick subset: of the matrix, below a minute");
  add_baselines(verb, options.folder);
  add_store(verb, options.store, "what it holds is not run again");
  add_jobs(verb, options.jobs);
  add_total_timeout(verb, options.timeout);
}

std::filesystem::path folder_of(const GateOptions& options) {
  if (options.folder.empty()) return baseline_folder();
  if (!std::filesystem::is_directory(options.folder))
    throw UsageError(fmt::format("--baselines: {} is no folder", options.folder));
  return options.folder;
}

Measurement measured(const GateOptions& options) {
  if (options.timeout && !(*options.timeout > 0))
    throw UsageError(fmt::format("--total-timeout: {} is not allowed: it must be greater than 0 s", *options.timeout));
  const auto matrix = nightly_matrix(folder_of(options), options.quick, options.names.choice());
  if (matrix.empty()) throw UsageError("nothing of the nightly matrix has these names");
  const auto store = options.store.empty() ? std::make_unique<Store>() : std::make_unique<Store>(options.store);
  const bool terminal = stderr_is_terminal();
  StatusLine line(terminal);
  return measured(matrix, {.jobs = options.jobs,
                           .global_timeout = options.timeout,
                           .store = store.get(),
                           .progress = [&](const std::string& text) { line.show(text); },
                           .progress_interval = terminal ? 0.25 : 10});
}

CheckSettings settings_of(const GateOptions& options) {
  return {.whole = !options.quick,
          .choice = options.names.choice(),
          .surroundings = surroundings_of(environment()),
          .doubt = doubts_of_runs()};
}

}  // namespace plumb
