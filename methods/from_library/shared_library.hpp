#pragma once
// Loading of code that is not Plumb's.

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "interface/plumb_method.h"

namespace plumb {

/// What the library of that absolute path describes; it stays loaded as long as the program runs. Throws
/// std::runtime_error, in words, where it cannot be loaded or does not export plumb_method_entry.
const plumb_method& described_by_library(const std::string& path);

/// Whether a library has been loaded into this process.
bool has_loaded_libraries();

/// What the libraries that were loaded do when the program ends: each does it in a child process. How it failed, in
/// words with the path, a line for each that did. It is theirs: this process has to end without it, by std::_Exit.
std::vector<std::string> failed_ends_of_libraries();

/// Does `work` in a child process, so that a crash, an exit or an endless loop in it is told and not suffered. Returns
/// "", or in words how it ended: with the message of its exception, by a signal, or not within `longest`. What it
/// writes to the terminal is lost. Obeys stopping points.
std::string tried_in_a_child(const std::function<void()>& work,
                             std::chrono::milliseconds longest = std::chrono::seconds(10));

}  // namespace plumb
