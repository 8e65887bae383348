#pragma once
// Work counters, with the same meaning for every method. A counter that does not apply to a method is null, never 0.

#include <cstdint>
#include <optional>

namespace plumb {

struct Counters {
  using Count = std::optional<std::int64_t>;
  Count steps = 0;
  Count stages = 0;
  Count newton_iterations = 0;
  Count residual_evaluations = 0;
  Count rhs_evaluations = 0;
  Count jacobian_evaluations = 0;
  Count factorizations = 0;
  Count linear_solves = 0;
  Count newton_failures = 0;
  Count rejected_steps = {};
};

struct CounterRow {
  const char* name;
  Counters::Count Counters::*count;
  const char* meaning;
};

/// All counters, in the order in which tables print them.
inline constexpr CounterRow counter_rows[] = {
    {"steps", &Counters::steps, "steps of the run; for CVODE and IDA the internal steps of the library"},
    {"stages", &Counters::stages, "stage values computed"},
    {"newton_iterations", &Counters::newton_iterations,
     "Newton or fixed-point increments computed; iterations in the charts of rotations are not counted"},
    {"residual_evaluations", &Counters::residual_evaluations, "nonlinear residuals evaluated"},
    {"rhs_evaluations", &Counters::rhs_evaluations, "force or acceleration evaluations"},
    {"jacobian_evaluations", &Counters::jacobian_evaluations, "linearisations assembled"},
    {"factorizations", &Counters::factorizations, "matrices factorised"},
    {"linear_solves", &Counters::linear_solves, "linear systems solved, counted by right-hand sides"},
    {"newton_failures", &Counters::newton_failures, "iterations that did not reach their tolerance"},
    {"rejected_steps", &Counters::rejected_steps,
     "steps that an adaptive method rejected: the error was too large, or the equations could not be solved; null for "
     "methods with fixed steps"},
};

/// Calls `visit(name, count)` for every counter, in the order of counter_rows.
template <class C, class Visit>
void for_each_counter(C& c, Visit visit) {
  for (const auto& row : counter_rows) visit(row.name, c.*row.count);
}

}  // namespace plumb
