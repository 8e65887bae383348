#pragma once
// The number of certified digits of the components of a problem's reference motion over time. They come from
// problems/*/reference.json, which are embedded in the program, so that no reference is computed for a page.

#include <span>

#include "problems/problem.hpp"
#include "text/embedded_file.hpp"
#include "text/json.hpp"

namespace plumb {

/// Returns {"t": [..], "formulation", "fewest": {"q": [..], "v": .., "outputs": ..}, "routes": [..], "end":
/// [{"quantity", "value", "digits"}, ..]} for the problem's default data: the fewest digits of each class at each time,
/// and the certified values at the last time. Returns null if there is no record for these data.
Json certified_digits(const Problem& problem);

/// Returns the files problems/PROBLEM/reference.json, which are embedded in the program (harness/CMakeLists.txt).
std::span<const EmbeddedFile> stored_references();

}  // namespace plumb
