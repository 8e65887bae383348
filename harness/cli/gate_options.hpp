#pragma once
// Common options of `plumb check`, `plumb baseline` and `plumb history`: they choose items of the nightly matrix.

#include <CLI/App.hpp>

#include <optional>
#include <string>

#include "harness/api/nightly_check.hpp"
#include "harness/cli/common_options.hpp"

namespace plumb {

/// Adds --area, -p, -f and -m.
void add_choice(CLI::App& verb, ChosenNames& names);
/// Adds --baselines PATH.
void add_baselines(CLI::App& verb, std::string& folder);

struct GateOptions {
  NightlyRequest request = {};
  std::string store = {};  // empty: none
  int jobs = all_cores();
  std::optional<double> timeout = {};
};
void add_gate_options(CLI::App& verb, GateOptions& options);

}  // namespace plumb
