#pragma once
// The verbs below `plumb reference`, and how they name what they are about.

#include <CLI/App.hpp>
#include <optional>

#include "problems/problem.hpp"
#include "reference/certify.hpp"
#include "text/exit_codes.hpp"

namespace plumb {

/// A problem with data, in one formulation.
struct ReferenceSubject {
  const Problem& problem;
  Parameters data;
  const Formulation& formulation;
};

/// The subject of "pendulum(rate=2)" and a formulation's name, empty for the first. Throws UsageError.
ReferenceSubject reference_subject(const std::string& selector, const std::string& formulation);

/// Certified records of the subject at the times; refusals of the reference become UsageError.
std::vector<ReferenceRecord> certified_records(const ReferenceSubject& subject, const std::vector<std::string>& times);

/// How long that is going to take [s], roughly; refusals as above. It is found out by doing a small part of it.
double expected_seconds_of_records(const ReferenceSubject& subject, const std::vector<std::string>& times);

void add_reference_show(CLI::App& reference, Exit& exit);
void add_reference_build(CLI::App& reference, Exit& exit);
void add_reference_audit(CLI::App& reference, Exit& exit);

}  // namespace plumb
