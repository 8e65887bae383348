#pragma once
// From a request to a checked cell, and from a cell to its result.

#include "harness/cell.hpp"
#include "harness/experiment.hpp"
#include "harness/run.hpp"
#include "harness/run_result.hpp"
#include "methods/catalogue.hpp"
#include "problems/catalogue.hpp"

namespace plumb {

/// Sample times compared with the reference when a request does not say how many.
inline constexpr int default_samples = 100;

/// The entry of that name, or the method of the file that "@path" names. Throws UsageError with the nearest name.
const Problem& problem_named(std::string_view name);
const Method& method_named(std::string_view name);
/// The methods that selectors name ("block(pade=1,3)" is one, since pade is a pair of numbers). Throws UsageError.
std::vector<Spec> expand_methods(const std::vector<std::string>& selectors);
/// Parameters of a method, complete and checked together. Throws UsageError.
Parameters method_parameters(const Method& method, const std::map<std::string, std::string>& given);
/// Throws UsageError listing the formulations that the problem has.
const Formulation& formulation_named(const Problem& problem, std::string_view name);

/// Complete parameters out of canonical text ("alpha=4/5,beta=1"). Throws UsageError.
Parameters parameters_from_text(std::span<const ParameterSpec> specs, std::string_view canonical, std::string_view of);

/// Looks up names and parameters, fills in defaults, checks everything that can be checked without running.
/// Throws UsageError; the message begins with the place the request came from, if it has one.
Cell resolve(const CellRequest& request);

/// What a cell's names and parameters stand for. Throws UsageError.
struct CellParts {
  const Problem& problem;
  const Formulation& formulation;
  const Method& method;
  Parameters data, options;  // of the problem, of the method

  explicit CellParts(const Cell& cell);
};

enum class Binding { fastest, erased };

/// Sampled trajectory of a run, widened to quad: the states at the sample times.
struct Trajectory {
  std::vector<Sample<quad>> samples;
};

/// Runs the cell and measures it against the reference. A numerical failure, a method that does not fit the
/// formulation or precision, and memory that runs out are results with a reason. `stop` ends it early.
/// The erased binding can be forced; it gives the same bits as the static one, more slowly. The number of steps
/// completed is written to `steps_completed` while it runs.
RunResult run_cell(const Cell& cell, const StopRequest& stop, Trajectory* trajectory = nullptr,
                   Binding binding = Binding::fastest, std::atomic<std::int64_t>* steps_completed = nullptr);

}  // namespace plumb
