#pragma once
// Small matrices for tests, with checks of their results.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/run/build_info.hpp"
#include "harness/schedule/matrix.hpp"
#include "harness/sets/experiment.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb::matrix_testing {

namespace fs = std::filesystem;

inline std::vector<ResolvedCell> cells(const Axes& axes) {
  std::vector<ResolvedCell> out;
  for (const auto& request : cross_product(axes)) out.push_back(resolve(request));
  return out;
}

inline MatrixOutcome run_matrix(const std::vector<ResolvedCell>& list, const MatrixOptions& options) {
  return run_matrix(Cells(list), options);
}

inline const Axes quick = {
    .problem = {"pendulum"}, .formulation = {"ode,index1"}, .method = {"erk4,degree5,cd,ab4"}, .step = {"1e-2,5e-3"}};
/// A run of about 10^10 steps, which tests must stop.
inline const Axes endless = {.problem = {"pendulum"}, .formulation = {"ode"}, .method = {"erk4"}, .step = {"1e-9"}};

/// Returns the whole result except its duration.
inline std::string bits(const std::optional<RunResult>& result) {
  if (!result) return "none";
  Json json = to_json(*result);
  json.erase("timing");
  json.erase("environment");  // contains the date
  return json.dump();
}

inline std::vector<std::string> bits(const MatrixOutcome& outcome) {
  std::vector<std::string> out;
  for (const auto& r : outcome.results) out.push_back(bits(r));
  return out;
}

/// Returns `count` different cells of ten cheap steps each.
inline std::vector<ResolvedCell> oscillators(int count) {
  std::vector<std::string> samples;
  for (int i = 1; i <= count; ++i) samples.push_back(std::to_string(i));
  return cells({.problem = {"oscillator"},
                .formulation = {"ode"},
                .method = {"erk4"},
                .step = {"1/10"},
                .settings = {{"t_end", {"1"}}, {"samples", samples}}});
}

inline void put_all(Store& store, const std::vector<ResolvedCell>& all) {
  for (const auto& cell : all) store.put(cell.text(), build_info().fingerprint, {});
}

}  // namespace plumb::matrix_testing
