#include "harness/api/conducted.hpp"

#include <fmt/format.h>

#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"

namespace plumb {

Conducted::Conducted(const Conduct& conduct) {
  for (const auto& timeout : {conduct.cell_timeout, conduct.total_timeout})
    if (timeout && !(*timeout > 0)) throw out_of_range("timeout: {} is not allowed: greater than 0 s", *timeout);
  if (conduct.jobs < 1 || conduct.jobs > most_jobs)
    throw out_of_range("jobs: {} is not allowed: 1 to {}", conduct.jobs, most_jobs);
  if (!conduct.store.empty()) store = std::make_unique<Store>(conduct.store);
  options.jobs = conduct.jobs;
  options.cell_timeout = conduct.cell_timeout;
  options.global_timeout = conduct.total_timeout;
  options.store = store.get();
  options.progress = conduct.progress;
  options.progress_interval = conduct.progress_interval;
  options.begin = conduct.begin;
  options.interrupted = conduct.interrupted;
  options.isolation = conduct.isolation;
  options.trajectory = conduct.states;
}

}  // namespace plumb
