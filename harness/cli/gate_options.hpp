#pragma once
// Common options and functions of `plumb check`, `plumb baseline` and `plumb history`: they choose and measure items of
// the nightly matrix (gate/item.hpp).

#include <CLI/App.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/common_options.hpp"
#include "harness/gate/check.hpp"
#include "harness/gate/measure.hpp"

namespace plumb {

/// The values of --area, -p, -f and -m, as given by the user.
struct ChosenNames {
  std::vector<std::string> areas = {}, problems = {}, formulations = {}, methods = {};

  /// Returns the choice. Throws UsageError on an area that does not exist.
  Choice choice() const;
};
/// Adds --area, -p, -f and -m.
void add_choice(CLI::App& verb, ChosenNames& names);
/// Adds --baselines PATH.
void add_baselines(CLI::App& verb, std::string& folder);

struct GateOptions {
  ChosenNames names = {};
  std::string folder = {}, store = {};  // empty folder: the default folder; empty store: none
  int jobs = all_cores();
  std::optional<double> timeout = {};
  bool quick = false;
};
void add_gate_options(CLI::App& verb, GateOptions& options);

/// Returns the folder of the baselines. Throws UsageError if there is none.
std::filesystem::path folder_of(const GateOptions& options);

/// Measures the chosen part of the nightly matrix, with progress on stderr. Throws UsageError if a chosen name occurs
/// neither in this matrix nor (without --quick) in the baseline.
Measurement measured(const GateOptions& options, const Baseline& baseline);

/// Returns the accepted items of all areas.
std::vector<Item> items_of(const Baseline& baseline);

/// Returns the settings for the comparison of a new measurement with the baseline.
CheckSettings settings_of(const GateOptions& options);

}  // namespace plumb
