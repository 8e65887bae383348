#pragma once
// The verb `analyze`: orders and linear stability of methods, the data of pictures about their stability, and the
// methods that take the same steps on linear problems.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/api/conduct.hpp"
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
  Json curves = {};  // data of its pictures; null: not requested
};

/// Returns the text. `damping` is the damping ratio of the oscillator for which curve and stability limit were
/// computed, as given by the user.
std::string analysis_text(const AnalyzedMethod& method, const std::string& damping);

/// Returns the JSON object. An unknown value is null.
Json analysis_json(const AnalyzedMethod& method);

/// Returns |R(z)| on a grid of z = λh, and curves over Ω = ωh. |R| is the spectral radius of a step for y' = λy. For a
/// method with coefficients, it is computed from its formula; for other methods by their steppers, on a coarse grid in
/// the left half plane.
Json stability_curves(const Method& method, const Parameters& parameters, const AnalysisOptions& options);

/// Returns only |R(z)|, on a small grid: 61 rows of 101 values over the upper half plane, with four digits and at most
/// 10. Null if the method has no coefficients.
Json stability_region(const Method& method, const Parameters& parameters);

/// The arguments of `plumb analyze`, as texts.
struct AnalysisRequest {
  std::string methods;
  std::string damping = {};      // damping ratio of the oscillator; empty: 0, or the ratio of the formulation
  std::string formulation = {};  // formulation whose constraint errors are the oscillation; empty: none
  std::vector<std::string> omega_dt = {}, dt_nt = {};  // lists of abscissae of the curve, such as "0.1,1,10"
  bool with_curves = false;                            // whether the data of pictures are computed
};

struct Analyses {
  std::vector<AnalyzedMethod> methods = {};  // the methods that were analysed before a stop
  std::string damping = {};                  // damping ratio of the oscillator
  PiecesEnding ending = {};
};

/// Analyses the methods, `conduct.jobs` at a time. `analysed` receives each method in the order of the request, as soon
/// as it and all methods before it are analysed. Shared libraries take their steps in worker processes. Throws
/// UsageError.
Analyses analyses(const AnalysisRequest& request, const Conduct& conduct,
                  const std::function<void(const AnalyzedMethod&, const Analyses&)>& analysed = {});

}  // namespace plumb
