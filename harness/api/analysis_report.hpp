#pragma once
// The output of `plumb analyze` for one method, as text or as an object.

#include <optional>
#include <string>

#include "methods/analysis/analysis.hpp"
#include "text/json.hpp"

namespace plumb {

/// The largest step for which the constraint errors of a formulation decay.
struct StepLimit {
  std::string formulation;             // selector of the formulation, as given by the user
  std::optional<double> seconds;       // step limit [s]; none: no limit, or unknown
  std::optional<bool> is_stable = {};  // if omega is a multiple of 1/h: whether all step sizes are stable
};

struct AnalyzedMethod {
  std::string name;  // selector of the method with its parameters, as given by the user
  Analysis analysis;
  bool is_file = false;
  bool is_library = false;   // whether it is a library, whose order is a claim
  std::string claim = {};    // a claim in the method's file that does not hold; empty: none
  std::string same_as = {};  // names of methods with the same steps on linear problems; empty: none
  std::optional<StepLimit> step_limit = {};
};

/// Returns the text. `damping` is the damping ratio of curve and limit, as given by the user.
std::string analysis_text(const AnalyzedMethod& method, const std::string& damping);

/// Returns the object. An unknown value is null.
Json analysis_json(const AnalyzedMethod& method);

}  // namespace plumb
