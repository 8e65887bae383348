#pragma once
// The verbs `reference show` and `reference build`: certified states of a problem with their digits, and references
// that are computed before runs need them.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/api/conduct.hpp"
#include "harness/cell/formulated_problem.hpp"
#include "reference/certify.hpp"
#include "reference/expected_seconds.hpp"
#include "reference/output_record.hpp"
#include "text/json.hpp"
#include "text/table.hpp"

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

struct BuildRequest {
  std::string problem = {};  // a problem with data; empty: all problems that have a certified reference
  std::string out = {};      // folder of stored values; empty: the references are only cached
  std::string t_end = {};    // end time [s]; empty: the end time of the problem
  double work = 30;          // step limit of a refined reference, as a multiple of the limit in runs
  bool kept = false;         // whether the outputs of a cached motion are written
};

struct BuiltReferences {
  Table table = {};  // a row for each reference that was computed
  PiecesEnding ending = {};
};

/// Computes the references, and caches them or writes their values. `announced` receives the title and the expected
/// time of each computation. Throws UsageError.
BuiltReferences built_references(const BuildRequest& request, const Conduct& conduct,
                                 const std::function<void(const std::string&, const ExpectedSeconds&)>& announced);

/// Returns the outputs that `plumb reference build` stores for a problem. Only problems with a refined reference
/// (reference/refined_motion.hpp) need them: its steps are halved until two methods agree, which may take hours. The
/// outputs extend to `t_end` [s]; empty: the problem's end time. `work` limits the steps, as a multiple of the limit for
/// references of runs. nullopt: the outputs are taken from a cached motion of any build. Throws UsageError if there is no
/// reference.
OutputRecord outputs_of(const FormulatedProblem& subject, const std::string& t_end, std::optional<double> work);

}  // namespace plumb
