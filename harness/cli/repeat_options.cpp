#include "harness/cli/repeat_options.hpp"

#include "harness/cli/work.hpp"

namespace plumb {

void add_repeat_options(CLI::App& verb, RepeatOptions& options, const std::string& of_store) {
  add_jobs(verb, options.jobs);
  add_store(verb, options.store, of_store);
  verb.add_option("--timeout", options.cell_timeout, "limit of seconds for a cell, and separately for its reference")
      ->type_name("S");
  add_total_timeout(verb, options.total_timeout);
  verb.add_flag("--isolate", options.isolation.all,
                "run each cell in a process of its own, so that a crash or a hang ends this cell alone");
  add_memory(verb, options.isolation.memory);
}

Conduct conduct_of(const RepeatOptions& options, StatusLine& line) {
  auto out = conduct_of(line, options.jobs, options.total_timeout, options.store);
  out.cell_timeout = options.cell_timeout;
  out.isolation = options.isolation;
  return out;
}

}  // namespace plumb
