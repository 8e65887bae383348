#pragma once
// The verbs of `plumb reference` share these functions.

#include <CLI/App.hpp>
#include <optional>

#include "harness/cell/formulated_problem.hpp"
#include "reference/certify.hpp"
#include "reference/expected_seconds.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

/// Returns certified records of the subject at the times. Refusals of the reference become UsageError.
std::vector<ReferenceRecord> certified_records(const FormulatedProblem& subject, const std::vector<std::string>& times);

/// Returns the expected time of certified_records, from a small part of the computation. Refusals become UsageError
/// too.
ExpectedSeconds expected_seconds_of_records(const FormulatedProblem& subject, const std::vector<std::string>& times);

void add_reference_show(CLI::App& reference, Exit& exit);
void add_reference_build(CLI::App& reference, Exit& exit);
void add_reference_audit(CLI::App& reference, Exit& exit);

}  // namespace plumb
