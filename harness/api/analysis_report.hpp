#pragma once
// `plumb analyze` tells about one method in words, or as an object.

#include <optional>
#include <string>

#include "methods/analysis/analysis.hpp"
#include "text/json.hpp"

namespace plumb {

/// The largest step for which the constraint errors of a formulation decay.
struct StepLimit {
  std::string formulation;                // the text of the request
  std::optional<double> seconds;          // none: there is no limit, or none is known
  std::optional<bool> is_stable = {};     // at every step size, of a formulation in multiples of 1/h; none: unknown
};

struct AnalyzedMethod {
  std::string name;  // with its parameters, as it was asked for
  Analysis analysis;
  bool is_file = false;
  bool is_library = false;   // its order is a claim
  std::string claim = {};    // what its file claims and does not keep; empty: nothing
  std::string same_as = {};  // methods with the same steps on linear problems; empty: none
  std::optional<StepLimit> step_limit = {};
};

/// Returns the text. `damping` is the damping ratio of curve and limit, as it was asked for.
std::string analysis_text(const AnalyzedMethod& method, const std::string& damping);

/// Returns the object. A value that is not known is null.
Json analysis_json(const AnalyzedMethod& method);

}  // namespace plumb
