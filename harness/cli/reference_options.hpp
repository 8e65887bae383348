#pragma once
// Common functions of the verbs of `plumb reference`.

#include <CLI/App.hpp>
#include <optional>

#include "harness/cell/formulated_problem.hpp"
#include "reference/certify.hpp"
#include "reference/expected_seconds.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

/// Returns the certified states of the subject at these times. Throws UsageError if there is no reference.
std::vector<ReferenceRecord> certified_records(const FormulatedProblem& subject, const std::vector<std::string>& times);

/// Returns the expected duration of certified_records, extrapolated from a small part of the computation. Throws
/// UsageError if there is no reference.
ExpectedSeconds expected_seconds_of_records(const FormulatedProblem& subject, const std::vector<std::string>& times);

void add_reference_show(CLI::App& reference, Exit& exit);
void add_reference_build(CLI::App& reference, Exit& exit);
void add_reference_audit(CLI::App& reference, Exit& exit);

}  // namespace plumb
