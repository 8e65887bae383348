#pragma once
// How a step, a start or a whole run ended. A numerical failure is a value, never an exception.

#include <array>
#include <string_view>

namespace plumb {

enum class Status {
  ok,
  newton_diverged,
  singular,
  tolerance_unreachable,
  non_finite,
  step_limit,
  timeout,
  out_of_memory,
  crashed,
  unsupported,
  interrupted,
};

inline constexpr std::array<std::string_view, 11> status_names = {
    "ok",      "newton-diverged", "singular", "tolerance-unreachable", "non-finite", "step-limit",
    "timeout", "out-of-memory",   "crashed",  "unsupported",           "interrupted"};

/// The status as it stands in tables, JSON and the store.
constexpr std::string_view name(Status s) { return status_names[static_cast<std::size_t>(s)]; }

/// Outcome of one start or step. `size` is the last increment or residual that was tested
/// [unit of the tested quantity]; the harness turns it into the reason in words.
struct StepResult {
  Status status = Status::ok;
  double size = 0;
  std::string_view detail = {};  // a literal: what was being solved or why it is unsupported
  double tolerance = 0;          // what `size` had to meet; 0: there is none
};

}  // namespace plumb
