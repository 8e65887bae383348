#pragma once
// The options of verbs that run the cells of a bundle.

#include <CLI/App.hpp>

#include <optional>
#include <string>

#include "harness/api/conduct.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"

namespace plumb {

/// The resources of the runs.
struct RepeatOptions {
  std::string store;
  int jobs = all_cores();
  std::optional<double> cell_timeout, total_timeout;
  IsolationOptions isolation;
};

/// Adds -j, --store, --timeout, --total-timeout, --isolate and --memory. `of_store` describes the use of the store.
void add_repeat_options(CLI::App& verb, RepeatOptions& options, const std::string& of_store);

/// Returns the conduct of the runs, with Ctrl-C and with progress in `line`, which must outlive it.
Conduct conduct_of(const RepeatOptions& options, StatusLine& line);

}  // namespace plumb
