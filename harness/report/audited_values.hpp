#pragma once
// Tables of published end values for the pages of problems, from the output of `plumb reference audit --json`.

#include <map>
#include <string>

#include "text/json.hpp"

namespace plumb {

/// Returns tables as HTML, by the names of problems without their data. `audits` is the output of `plumb reference
/// audit --json`: an array, or the object of one file. Throws FormatError for other input.
std::map<std::string, std::string> audited_values_html(const Json& audits);

}  // namespace plumb
