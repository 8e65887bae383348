#include "harness/selftest/flawed_system.hpp"

namespace plumb {

ResolvedCell of_problem(const ResolvedCell& cell, const Problem& problem) {
  return {cell.text(),
          problem,
          cell.formulation(),
          cell.method(),
          std::make_shared<const Parameters>(cell.data()),
          std::make_shared<const Parameters>(cell.options()),
          cell.steps()};
}

ResolvedCell of_method(const ResolvedCell& cell, const Method& method) {
  return {cell.text(),
          cell.problem(),
          cell.formulation(),
          method,
          std::make_shared<const Parameters>(cell.data()),
          std::make_shared<const Parameters>(cell.options()),
          cell.steps()};
}

RunResult erased_run(const ResolvedCell& cell) {
  return run_cell(cell, StopRequest(Status::ok), {.binding = Binding::erased});
}

Problem with(const Problem& right, const Flaws& flaws) {
  Problem out = right;
  out.in_double.system = [right = right.in_double.system, shared = std::make_shared<const Flaws>(flaws)](
                             const Parameters& data, const Formulation& formulation) {
    return SystemInDouble(FlawedSystem(right(data, formulation), shared));
  };
  return out;
}

RunResult run_with(const ResolvedCell& cell, const Flaws& flaws) {
  const auto problem = with(cell.problem(), flaws);
  return erased_run(of_problem(cell, problem));
}

}  // namespace plumb
