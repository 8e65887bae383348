#pragma once
// The verb `reference build`: references that are computed before runs need them.

#include <functional>
#include <string>

#include "harness/api/work.hpp"
#include "text/table.hpp"

namespace plumb {

struct BuildRequest {
  std::string problem = {};  // a problem with data; empty: all problems that have a certified reference
  std::string out = {};      // folder of stored values; empty: the references are only cached
  std::string t_end = {};    // end time [s]; empty: the end time of the problem
  double work = 30;          // step limit of a refined reference, as a multiple of the limit in runs
  bool kept = false;         // whether the outputs of a cached motion are written
};

struct BuiltReferences {
  Table table = {};  // a row for each reference that was computed
  PiecesEnding ending = {};
};

/// Computes the references, and caches them or writes their values. `announced` receives the title and the expected
/// time of each computation. Throws UsageError.
BuiltReferences built_references(const BuildRequest& request, const Conduct& conduct,
                                 const std::function<void(const std::string&, const ExpectedSeconds&)>& announced);

}  // namespace plumb
