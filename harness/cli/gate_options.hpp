#pragma once
// What `plumb check`, `plumb baseline` and `plumb history` share: which items are meant, and their measurement.

#include <CLI/App.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/common_options.hpp"
#include "harness/gate/check.hpp"
#include "harness/gate/measure.hpp"

namespace plumb {

/// --area, -p, -f, -m as they were given.
struct ChosenNames {
  std::vector<std::string> areas = {}, problems = {}, formulations = {}, methods = {};

  /// Throws UsageError on an area that is none.
  Choice choice() const;
};
void add_choice(CLI::App& verb, ChosenNames& names);
/// --baselines PATH.
void add_baselines(CLI::App& verb, std::string& folder);

struct GateOptions {
  ChosenNames names = {};
  std::string folder = {}, store = {};  // empty: the found one; none
  int jobs = all_cores();
  std::optional<double> timeout = {};
  bool quick = false;
};
void add_gate_options(CLI::App& verb, GateOptions& options);

/// The folder of the baselines. Throws UsageError where there is none.
std::filesystem::path folder_of(const GateOptions& options);

/// The chosen part of the matrix, measured with progress on stderr. Throws UsageError where nothing is chosen of the
/// matrix nor, where the matrix is taken as a whole, of what was accepted.
Measurement measured(const GateOptions& options, const Baseline& baseline);

/// The accepted items, of all areas.
std::vector<Item> items_of(const Baseline& baseline);

/// How what is measured now is compared.
CheckSettings settings_of(const GateOptions& options);

}  // namespace plumb
