#pragma once
// Further data of stored runs: motions over time and animations.

#include <map>
#include <string>

#include "text/json.hpp"

namespace plumb {

struct KeptRun {
  Json trajectory = nullptr;   // {"t", "samples", "groups": [{"name", "log", "columns": [{"name", "unit", "values"}]}]}
  std::string animation = {};  // an SVG; empty: there is none
};
using KeptRuns = std::map<std::string, KeptRun>;  // by id

}  // namespace plumb
