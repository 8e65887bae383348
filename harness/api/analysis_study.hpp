#pragma once
// The verb `analyze`: orders and linear stability of methods, and the methods that take the same steps on linear
// problems.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "harness/api/analysis_report.hpp"
#include "harness/api/work.hpp"

namespace plumb {

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
