#pragma once
// Analyses of methods, and comparisons between them: some methods take the same steps on linear problems.

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
  std::string equivalents;        // for a method from a file: catalogue methods with the same steps on linear problems
};

/// Analyses the method `spec`. `steps` holds the same method; a shared library takes its steps in a worker process.
/// `is_compared` requests the fingerprint for the comparison with other methods. Has stopping points.
MethodAnalysis analysed(const Spec& spec, IsolatedSteps& steps, const AnalysisOptions& options, bool is_compared);

/// Compares each analysis of a list with the earlier analyses of the list.
class AnalyzedMethods {
 public:
  /// Returns the analysis with the names of methods that take the same steps. Must be called in the order of the list.
  AnalyzedMethod next(const MethodAnalysis& of);

 private:
  std::vector<std::pair<std::string, LinearFingerprint>> known_;
};

/// The damped oscillator that is analysed, x'' + 2 xi omega x' + omega^2 x = 0.
struct AnalyzedOscillator {
  std::string damping = "0";  // damping ratio ξ
  std::string formulation;    // formulation whose constraint errors satisfy this equation; empty: none
  double omega = 0;           // frequency of the constraint errors: [rad/s], or in multiples of 1/h
  bool is_per_step = false;   // whether `omega` is in multiples of 1/h
};

/// Returns the oscillator with this damping ratio, or the oscillator of the constraint errors of a formulation. In a
/// formulation whose systems settle (independent, null-space) the independent coordinates or velocities satisfy an
/// ordinary differential equation. So its oscillator is the linear motion in these, with the damping ratio. For other
/// formulations at most one of the texts may be given; the other must be empty. Throws UsageError.
AnalyzedOscillator analyzed_oscillator(const std::string& damping, const std::string& formulation);

/// Returns the step limit for the constraint errors; nullopt if the oscillator does not describe constraint errors.
std::optional<StepLimit> step_limit(const Analysis& analysis, const AnalyzedOscillator& oscillator);

/// Parses the damping ratio and the lists of abscissae of the curve, such as "0.1,1,10". Throws UsageError that names
/// the option.
AnalysisOptions analysis_options(const std::string& damping, const std::vector<std::string>& omega_dt,
                                 const std::vector<std::string>& dt_nt);

}  // namespace plumb
