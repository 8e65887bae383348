#include "harness/judge/analysis_of_file.hpp"

#include "harness/cell/method_file.hpp"
#include "harness/cell/resolve.hpp"

namespace plumb {

AnalysisOptions with_file(AnalysisOptions options, const std::string& method) {
  if (!names_file(method)) return options;
  options.digits = method_file(method).digits;
  options.embedded = method_file(method).embedded;
  return options;
}

}  // namespace plumb
