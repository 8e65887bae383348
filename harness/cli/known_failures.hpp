#pragma once
// These tables show what is known not to work.

#include <string>
#include <string_view>

#include "text/table.hpp"

namespace plumb {

/// Returns a row for every entry of methods/known-failures/known_failures.hpp.
Table known_failure_table();

/// Returns what concerns the method of the catalogue of this name, as text after an empty line. Empty if nothing does.
std::string known_failures_of(std::string_view method);

}  // namespace plumb
