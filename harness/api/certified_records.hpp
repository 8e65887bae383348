#pragma once
// The verb `reference show`: certified states of a problem, with their digits.

#include <optional>
#include <string>
#include <vector>

#include "harness/api/work.hpp"
#include "harness/cell/formulated_problem.hpp"
#include "reference/certify.hpp"
#include "reference/expected_seconds.hpp"
#include "text/json.hpp"

namespace plumb {

/// Returns the certified states of the subject at these times. Throws UsageError if there is no reference.
std::vector<ReferenceRecord> certified_records(const FormulatedProblem& subject, const std::vector<std::string>& times);

/// Returns the expected duration of certified_records, extrapolated from a small part of the computation. Throws
/// UsageError if there is no reference.
ExpectedSeconds expected_seconds_of_records(const FormulatedProblem& subject, const std::vector<std::string>& times);

struct RecordsRequest {
  std::string problem = {}, formulation = {};  // empty formulation: the first of the problem
  std::vector<std::string> times = {};         // lists of times [s]; none: the end time of the problem
};

/// Pages about the certified states of a problem: as text, and as one object, or an array for several times.
struct RecordsPage {
  std::string text = {};
  Json json = {};
  PiecesEnding ending = {};
};

/// Computes the states. `announced` receives the title of the computation and its expected time. Throws UsageError.
RecordsPage records_page(const RecordsRequest& request, const Conduct& conduct,
                         const std::function<void(const std::string&, const ExpectedSeconds&)>& announced);

}  // namespace plumb
