#pragma once
// What is known not to work, as tables.

#include <string>
#include <string_view>

#include "text/table.hpp"

namespace plumb {

/// A row for every entry of methods/known-failures/known_failures.hpp.
Table known_failure_table();

/// What concerns the method of the catalogue of this name, as text after an empty line; empty if nothing does.
std::string known_failures_of(std::string_view method);

}  // namespace plumb
