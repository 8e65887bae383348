#pragma once
// Analyses of methods beside each other: which of them take the same steps on linear problems.

#include <string>
#include <utility>
#include <vector>

#include "harness/api/analysis_report.hpp"
#include "harness/schedule/isolated_steps.hpp"
#include "methods/analysis/same_method.hpp"
#include "text/selector.hpp"

namespace plumb {

/// What is found out of one method alone.
struct MethodAnalysis {
  Spec spec;
  Analysis analysis;
  LinearFingerprint fingerprint;  // empty where it was not asked for
  std::string twins;              // methods of the catalogue with the same steps: of a method from outside
};

/// Takes the steps of a method from outside where `steps` takes them. `is_compared`: with others. Has stopping points.
MethodAnalysis analysed(const Spec& spec, IsolatedSteps& steps, const AnalysisOptions& options, bool is_compared);

/// The analyses of a list, in its order: each is compared with those before.
class AnalyzedMethods {
 public:
  AnalyzedMethod next(const MethodAnalysis& of);

 private:
  std::vector<std::pair<std::string, LinearFingerprint>> known_;
};

/// The curve's abscissae and damping ratio from texts, "0.1,1,10"; throws UsageError that names the option.
AnalysisOptions analysis_options(const std::string& damping, const std::vector<std::string>& omega_dt,
                                 const std::vector<std::string>& dt_nt);

}  // namespace plumb
