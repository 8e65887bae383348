#pragma once
// The verbs below `plumb reference`, and how they name what they are about.

#include <CLI/App.hpp>
#include <optional>

#include "harness/cell/formulated_problem.hpp"
#include "reference/certify.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

/// Certified records of the subject at the times; refusals of the reference become UsageError.
std::vector<ReferenceRecord> certified_records(const FormulatedProblem& subject, const std::vector<std::string>& times);

/// How long that is going to take [s], roughly; refusals as above. It is found out by doing a small part of it.
double expected_seconds_of_records(const FormulatedProblem& subject, const std::vector<std::string>& times);

void add_reference_show(CLI::App& reference, Exit& exit);
void add_reference_build(CLI::App& reference, Exit& exit);
void add_reference_audit(CLI::App& reference, Exit& exit);

}  // namespace plumb
