#pragma once
// Methods from files, named "@path" wherever a method is named. A file is read once a process.

#include "harness/cell/method_text.hpp"

namespace plumb {

inline bool names_file(std::string_view method) { return method.starts_with('@'); }

/// The method of "@path", with an address for the process's life. Throws UsageError if it cannot be read.
const MethodFile& method_file(std::string_view name);

}  // namespace plumb
