#pragma once
// Tables of the known failures of methods.

#include <string>
#include <string_view>

#include "text/table.hpp"

namespace plumb {

/// Returns a row for every entry of methods/known-failures/known_failures.hpp.
Table known_failure_table();

/// Returns the known failures of the catalogue method with this name, as a text that begins with an empty line. Empty
/// if there are none.
std::string known_failures_of(std::string_view method);

}  // namespace plumb
