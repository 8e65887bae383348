#pragma once
// Data of runs that no store contains: motions over time and animations.

#include <map>
#include <string>

#include "text/json.hpp"

namespace plumb {

struct SavedRun {
  Json trajectory = nullptr;   // {"t", "samples", "groups": [{"name", "log", "columns": [{"name", "unit", "values"}]}]}
  std::string animation = {};  // animation as SVG; empty: none
};
using SavedRuns = std::map<std::string, SavedRun>;  // runs by cell id

}  // namespace plumb
