#pragma once
// Methods from files, named "@path" wherever a method is named: coefficients in TOML, or a shared library. A file is
// read once a process.

#include "harness/cell/method_text.hpp"
#include "harness/cell/named_file.hpp"

namespace plumb {

/// The method of "@path", with an address for the process's life. Throws UsageError if it cannot be read.
const MethodFile& method_file(std::string_view name);

/// Whether the steps of the method of that name are code that is not Plumb's, which may crash, hang or take all memory.
/// Throws UsageError as `method_file`.
bool from_outside(std::string_view method);

}  // namespace plumb
