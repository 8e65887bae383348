#include "harness/cli/gate_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>

#include "harness/cli/axes.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/interruption.hpp"
#include "harness/run/environment.hpp"
#include "text/mistakes.hpp"
#include "text/selector.hpp"

namespace plumb {
namespace {

std::vector<std::string> names_of(const std::vector<std::string>& lists) {
  std::vector<std::string> out;
  for (const auto& spec : expand(lists)) out.push_back(spec.text());
  return out;
}

/// Returns the chosen part of the matrix. The names of accepted items that the matrix no longer contains may be chosen,
/// too, so that these items can be listed and removed.
NightlyMatrix chosen_matrix(const GateOptions& options, const Baseline& baseline) {
  auto whole = nightly_matrix(folder_of(options), options.quick);
  const auto choice = options.names.choice();
  const char* of = options.quick ? "the quick subset of the nightly matrix" : "the nightly matrix";
  auto known = names_in(whole);
  if (!options.quick) std::ranges::move(items_of(baseline), std::back_inserter(known));
  require_names(choice, known, of);
  if (std::ranges::none_of(known, [&](const Item& item) { return choice.has(item); }))
    throw UsageError(choice.is_all() ? fmt::format("{} is empty", of)
                                     : fmt::format("no item of {} matches all of: {}", of, in_words(choice)));
  return part_of(std::move(whole), choice);
}

}  // namespace

Choice ChosenNames::choice() const {
  Choice out{names_of(areas), names_of(problems), names_of(formulations), names_of(methods)};
  require_areas(out);
  return out;
}

void add_choice(CLI::App& verb, ChosenNames& names) {
  add_values(verb, "--area", names.areas, "NAME,..", "areas: cells, orders, papers, references, analysis, times");
  add_values(verb, "-p,--problem", names.problems, "PROBLEM",
             "problems: only these; a name without parameters stands for all its variants");
  add_values(verb, "-f,--formulation", names.formulations, "NAME", "formulation: only these");
  add_values(verb, "-m,--method", names.methods, "METHOD",
             "methods: only these; a name without parameters stands for all its variants");
}

void add_baselines(CLI::App& verb, std::string& folder) {
  verb.add_option("--baselines", folder, "folder of the matrix and its baselines; default: results/baselines")
      ->type_name("PATH")
      ->check(is_path);
}

void add_gate_options(CLI::App& verb, GateOptions& options) {
  add_choice(verb, options.names);
  verb.add_flag("--quick", options.quick, "run a quick subset: in less than a minute");
  add_baselines(verb, options.folder);
  add_store(verb, options.store, "stored runs are not repeated");
  add_jobs(verb, options.jobs);
  add_total_timeout(verb, options.timeout);
}

std::filesystem::path folder_of(const GateOptions& options) {
  if (options.folder.empty()) return baseline_folder();
  if (!std::filesystem::is_directory(options.folder))
    throw unreadable("--baselines: {} is not a folder", options.folder);
  return options.folder;
}

std::vector<Item> items_of(const Baseline& baseline) {
  std::vector<Item> out;
  for (const auto& [name, area] : baseline.areas)
    for (const auto& [id, accepted] : area.items) out.push_back(accepted.item);
  return out;
}

Measurement measured(const GateOptions& options, const Baseline& baseline) {
  const auto matrix = chosen_matrix(options, baseline);
  const auto store = options.store.empty() ? std::make_unique<Store>() : std::make_unique<Store>(options.store);
  StatusLine line(stderr_is_terminal());
  return measured(matrix, {.jobs = options.jobs,
                           .global_timeout = options.timeout,
                           .store = store.get(),
                           .progress = [&](const std::string& text) { line.show(text); },
                           .progress_interval = progress_interval(),
                           .interrupted = ctrl_c()});
}

CheckSettings settings_of(const GateOptions& options) {
  return {.whole = !options.quick,
          .choice = options.names.choice(),
          .surroundings = surroundings_of(environment()),
          .doubt = doubt_by_repeat_runs()};
}

}  // namespace plumb
