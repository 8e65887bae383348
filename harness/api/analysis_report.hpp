#pragma once
// `plumb analyze` tells about one method in words, or as an object.

#include <string>

#include "methods/analysis/analysis.hpp"
#include "text/json.hpp"

namespace plumb {

struct AnalyzedMethod {
  std::string name;  // with its parameters, as it was asked for
  Analysis analysis;
  bool is_file = false;
  bool is_library = false;   // its order is a claim
  std::string claim = {};    // what its file claims and does not keep; empty: nothing
  std::string same_as = {};  // methods with the same steps on linear problems; empty: none
};

/// Returns the text. `damping` is the damping ratio of curve and limit, as it was asked for.
std::string analysis_text(const AnalyzedMethod& method, const std::string& damping);

/// Returns the object. A value that is not known is null.
Json analysis_json(const AnalyzedMethod& method);

}  // namespace plumb
