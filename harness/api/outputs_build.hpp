#pragma once
// Computes the stored outputs of a problem for `plumb reference build`. Only problems with a refined reference
// (reference/refined_motion.hpp) need them: its steps are halved until two methods agree, which may take hours.

#include <filesystem>

#include "harness/cell/formulated_problem.hpp"
#include "reference/output_record.hpp"

namespace plumb {

/// Returns whether outputs are stored for the problem: if its reference is refined, and if it belongs to the catalogue.
bool stores_outputs(const FormulatedProblem& subject);

/// Returns `data`/outputs/PROBLEM.json; `data`/PROBLEM/outputs.json if that folder exists, as in problems/.
std::filesystem::path outputs_file(const Problem& problem, const std::filesystem::path& data);

/// Returns the outputs up to `t_end` [s]; empty: the problem's end time. `work` limits the steps, as a multiple of the
/// limit for references of runs. nullopt: the outputs are taken from a cached motion of any build. Throws UsageError if
/// there is no reference.
OutputRecord outputs_of(const FormulatedProblem& subject, const std::string& t_end, std::optional<double> work);

/// Creates the folder, and throws the errors of `write_outputs` before the computation.
void check_outputs_file(const FormulatedProblem& subject, const std::filesystem::path& data);

/// Writes the record to the file, and preserves the records for other parameter values of the problem. The record for
/// the default values comes first.
void write_outputs(const FormulatedProblem& subject, OutputRecord record, const std::filesystem::path& data);

}  // namespace plumb
