#pragma once
// Builds the record of outputs of a problem whose reference is refined, for `plumb reference build`.

#include <filesystem>

#include "harness/cli/reference_options.hpp"
#include "reference/output_record.hpp"

namespace plumb {

/// Returns whether outputs are stored for the subject: if its reference is refined, and it belongs to the catalogue.
bool stores_outputs(const FormulatedProblem& subject);

/// Returns reference/data/outputs/PROBLEM.json, if `data` is reference/data.
std::filesystem::path outputs_file(const Problem& problem, const std::filesystem::path& data);

/// Returns the outputs up to `t_end` [s]; empty: the problem's horizon. They are computed with at most `work` times the
/// steps of a run's reference, or, without `work`, from a cached motion of any build. Refusals of the reference become
/// UsageError.
OutputRecord outputs_of(const FormulatedProblem& subject, const std::string& t_end, std::optional<double> work);

/// Creates the folder, and throws the errors of `write_outputs` before the computation.
void check_outputs_file(const FormulatedProblem& subject, const std::filesystem::path& data);

/// Writes the record to the file, and keeps records of other data. The record of the default data comes first.
void write_outputs(const FormulatedProblem& subject, OutputRecord record, const std::filesystem::path& data);

}  // namespace plumb
