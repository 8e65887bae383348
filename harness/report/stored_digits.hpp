#pragma once
// How many digits of a problem's motion are certified, over time: what the program has of reference/data, so that no
// reference is computed for a page.

#include <span>

#include "problems/mechanisms/embedded_files.hpp"
#include "problems/problem.hpp"
#include "text/json.hpp"

namespace plumb {

/// {"t": [..], "formulation", "fewest": {"q": [..], "v": .., "outputs": ..}, "routes": [..], "end": [{"quantity",
/// "value", "digits"}, ..]}, of the problem's default data: the fewest digits of each class at each time, and what is
/// known at the last. Null: nothing is stored of these data.
Json certified_digits(const Problem& problem);

/// The files reference/data/PROBLEM.json, which the build makes part of the program (harness/CMakeLists.txt).
std::span<const EmbeddedFile> stored_references();

}  // namespace plumb
