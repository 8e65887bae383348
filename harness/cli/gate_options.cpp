#include "harness/cli/gate_options.hpp"

#include "harness/cli/axes.hpp"

namespace plumb {

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
  add_choice(verb, options.request.names);
  verb.add_flag("--quick", options.request.quick, "run a quick subset: in less than a minute");
  add_baselines(verb, options.request.folder);
  add_store(verb, options.store, "stored runs are not repeated");
  add_jobs(verb, options.jobs);
  add_total_timeout(verb, options.timeout);
}

}  // namespace plumb
