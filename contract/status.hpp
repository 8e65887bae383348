#pragma once
// The statuses with which a step, a start or a run ends. A numerical failure is a value, never an exception.

#include <array>
#include <cstddef>
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

/// The errors of a run that ended with a status: measured, unknown, or infinite after a breakdown of the method.
enum class Errors { measured, unknown, infinite };

/// All properties of a status. A new status needs an enumerator and a row here.
struct StatusKind {
  Status status;
  std::string_view name;     // name in tables, JSON and the store
  std::string_view meaning;  // description of the status for users
  Errors errors = Errors::unknown;
  bool lost_numbers = false;            // the run ended because its state became infinite or NaN
  bool depends_on_the_machine = false;  // the outcome depends on the machine or its load, so it is not a measurement
};

inline constexpr auto statuses = std::to_array<StatusKind>({
    {.status = Status::ok, .name = "ok", .meaning = "the run reached its end", .errors = Errors::measured},
    {.status = Status::newton_diverged,
     .name = "newton-diverged",
     .meaning = "an iteration diverged, or exceeded its maximum number of steps",
     .errors = Errors::infinite},
    {.status = Status::singular,
     .name = "singular",
     .meaning = "the matrix of a linear system is singular",
     .errors = Errors::infinite},
    {.status = Status::tolerance_unreachable,
     .name = "tolerance-unreachable",
     .meaning = "rounding errors prevent an iteration from reaching its tolerance"},
    {.status = Status::non_finite,
     .name = "non-finite",
     .meaning = "the state or an increment overflowed",
     .errors = Errors::infinite,
     .lost_numbers = true},
    {.status = Status::step_limit, .name = "step-limit", .meaning = "a library took more internal steps than allowed"},
    {.status = Status::timeout,
     .name = "timeout",
     .meaning = "the time limit of one cell is exceeded",
     .depends_on_the_machine = true},
    {.status = Status::out_of_memory,
     .name = "out-of-memory",
     .meaning = "matrices or states do not fit into memory",
     .depends_on_the_machine = true},
    {.status = Status::crashed,
     .name = "crashed",
     .meaning = "an unexpected exception or signal",
     .depends_on_the_machine = true},
    {.status = Status::unsupported,
     .name = "unsupported",
     .meaning = "the method does not support these equations or these settings"},
    {.status = Status::interrupted, .name = "interrupted", .meaning = "Ctrl-C", .depends_on_the_machine = true},
});

constexpr const StatusKind& known_of(Status s) { return statuses[static_cast<std::size_t>(s)]; }
constexpr std::string_view name(Status s) { return known_of(s).name; }
constexpr bool broke_down(Status s) { return known_of(s).errors == Errors::infinite; }
constexpr bool lost_numbers(Status s) { return known_of(s).lost_numbers; }
constexpr bool depends_on_the_machine(Status s) { return known_of(s).depends_on_the_machine; }

static_assert(
    [] {
      for (const auto& row : statuses)
        if (&known_of(row.status) != &row || row.name.empty() || row.meaning.empty()) return false;
      return statuses.size() == static_cast<std::size_t>(Status::interrupted) + 1;  // `interrupted` must be last
    }(),
    "the rows stand in the order of the enumerators");

/// The outcome of one start or step. `size` is the last tested increment or residual [unit of the tested quantity];
/// the harness formats it into the reason in words.
struct StepResult {
  Status status = Status::ok;
  double size = 0;
  std::string_view detail = {};  // a literal: the equations being solved, or the reason why a run is unsupported
  double tolerance = 0;          // limit of `size`; 0: no limit
  bool stalls = false;  // newton_diverged: increments stop falling at a size that is small compared with the unknowns
};

/// Returns the status that a run reports. An iteration that stalls at a small size has not diverged: rounding, or an
/// approximate matrix, prevents it from reaching the tolerance.
constexpr Status reported(const StepResult& result) {
  return result.stalls ? Status::tolerance_unreachable : result.status;
}

}  // namespace plumb
