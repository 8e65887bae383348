#pragma once
// Analyses of methods are compared: some methods take the same steps on linear problems.

#include <string>
#include <utility>
#include <vector>

#include "harness/api/analysis_report.hpp"
#include "harness/schedule/isolated_steps.hpp"
#include "methods/analysis/same_method.hpp"
#include "text/selector.hpp"

namespace plumb {

/// Holds the analysis of one method, without a comparison with other methods.
struct MethodAnalysis {
  Spec spec;
  Analysis analysis;
  LinearFingerprint fingerprint;  // empty if it was not requested
  std::string twins;              // for a method from a file: methods of the catalogue with the same steps
};

/// Analyses a method. `steps` takes the steps of a method from outside. `is_compared` requests the fingerprint for the
/// comparison with other methods. Has stopping points.
MethodAnalysis analysed(const Spec& spec, IsolatedSteps& steps, const AnalysisOptions& options, bool is_compared);

/// The analyses of a list, in its order. Each is compared with the earlier ones.
class AnalyzedMethods {
 public:
  AnalyzedMethod next(const MethodAnalysis& of);

 private:
  std::vector<std::pair<std::string, LinearFingerprint>> known_;
};

/// The damped oscillator that is analysed, x'' + 2 xi omega x' + omega^2 x = 0.
struct AnalyzedOscillator {
  std::string damping = "0";  // damping ratio ξ
  std::string formulation;    // formulation whose constraint errors are the oscillation; empty: none
  double omega = 0;           // frequency of the constraint errors, in 1/s or in multiples of 1/h
  bool is_per_step = false;
};

/// Returns the oscillator with a damping ratio, or the oscillator of the constraint errors of a formulation. An empty
/// text means that the argument is not given. Throws UsageError.
AnalyzedOscillator analyzed_oscillator(const std::string& damping, const std::string& formulation);

/// Returns the step limit of the constraint errors; nullopt if the oscillator does not belong to a formulation.
std::optional<StepLimit> step_limit(const Analysis& analysis, const AnalyzedOscillator& oscillator);

/// Returns the curve's abscissae and damping ratio from texts, "0.1,1,10". Throws UsageError that names the option.
AnalysisOptions analysis_options(const std::string& damping, const std::vector<std::string>& omega_dt,
                                 const std::vector<std::string>& dt_nt);

}  // namespace plumb
