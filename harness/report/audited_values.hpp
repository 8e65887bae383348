#pragma once
// What becomes of published end values, from what `plumb reference audit --json` says.

#include <map>
#include <string>

#include "text/json.hpp"

namespace plumb {

/// `audits`: the array of `plumb reference audit --json`, or its object of one file. Tables as HTML, by the names of
/// problems without their data. Throws FormatError: it is something else.
std::map<std::string, std::string> audited_values_html(const Json& audits);

}  // namespace plumb
