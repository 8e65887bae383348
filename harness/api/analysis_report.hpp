#pragma once
// The output of `plumb analyze` for one method, as text or as an object.

#include <optional>
#include <string>

#include "methods/analysis/analysis.hpp"
#include "text/json.hpp"

namespace plumb {

/// The largest step size for which a method damps the constraint errors of a stabilised formulation (Baumgarte,
/// augmented Lagrangian).
struct StepLimit {
  std::string formulation;             // selector of the formulation, as given by the user
  std::optional<double> seconds;       // step limit [s]; none: no limit, or unknown
  std::optional<bool> is_stable = {};  // if omega is a multiple of 1/h: whether all step sizes are stable
};

struct AnalyzedMethod {
  std::string name;  // selector of the method with its parameters, as given by the user
  Analysis analysis;
  bool is_file = false;
  bool is_library = false;   // whether it is a shared library, which only claims its order
  std::string claim = {};    // message about a claim of the method's file that is false; empty: none
  std::string same_as = {};  // names of methods with the same steps on linear problems; empty: none
  std::optional<StepLimit> step_limit = {};
  Json curves = {};  // data of its pictures (stability_curves.hpp); null: not requested
};

/// Returns the text. `damping` is the damping ratio of the oscillator for which curve and stability limit were
/// computed, as given by the user.
std::string analysis_text(const AnalyzedMethod& method, const std::string& damping);

/// Returns the JSON object. An unknown value is null.
Json analysis_json(const AnalyzedMethod& method);

}  // namespace plumb
