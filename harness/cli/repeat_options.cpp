#include "harness/cli/repeat_options.hpp"

#include <chrono>

#include "harness/cli/interruption.hpp"

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
  const auto interval =
      std::chrono::duration_cast<SteadyClock::duration>(std::chrono::duration<double>(progress_interval()));
  return {.jobs = options.jobs,
          .interrupted = ctrl_c(),
          .progress =
              [&line, interval, next = SteadyClock::now() + interval / 2](const std::string& text) mutable {
                if (SteadyClock::now() < next) return;
                line.show(text);
                next = SteadyClock::now() + interval;
              },
          .cell_timeout = options.cell_timeout,
          .total_timeout = options.total_timeout,
          .store = options.store,
          .isolation = options.isolation};
}

}  // namespace plumb
