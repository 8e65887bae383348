#pragma once
// If the reference of a problem is refined, `plumb reference build` makes the record of its outputs.

#include <filesystem>

#include "harness/cli/reference_options.hpp"
#include "reference/output_record.hpp"

namespace plumb {

/// Tells whether outputs are stored for the subject: its reference is refined, and it belongs to the catalogue.
bool stores_outputs(const FormulatedProblem& subject);

/// Returns reference/data/outputs/PROBLEM.json, if `data` is reference/data.
std::filesystem::path outputs_file(const Problem& problem, const std::filesystem::path& data);

/// Up to `t_end` [s]; empty: the problem's horizon. Computed with `work` times the steps that users wait for, at most;
/// or, without, as any build has kept the motion. Refusals of the reference become UsageError.
OutputRecord outputs_of(const FormulatedProblem& subject, const std::string& t_end, std::optional<double> work);

/// Makes the folder, and throws what writing would throw, before there is something to write.
void check_outputs_file(const FormulatedProblem& subject, const std::filesystem::path& data);

/// Writes the record beside those of other data in the file, after that of the default data.
void write_outputs(const FormulatedProblem& subject, OutputRecord record, const std::filesystem::path& data);

}  // namespace plumb
