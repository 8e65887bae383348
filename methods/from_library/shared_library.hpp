#pragma once
// Loads code that is not Plumb's.

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "interface/plumb_method.h"

namespace plumb {

/// The description that the library at this absolute path exports; it stays loaded as long as the program runs. Throws
/// std::runtime_error, in words, where it cannot be loaded or does not export plumb_method_entry.
const plumb_method& described_by_library(const std::string& path);

/// Returns whether a library has been loaded into this process.
bool has_loaded_libraries();

/// Runs what each loaded library does when the program ends, in a child process. Returns a line for each failure, in
/// words with the path. Because the end of the libraries is done here, this process has to end without it, by
/// std::_Exit.
std::vector<std::string> failed_ends_of_libraries();

/// Does `work` in a child process, so that a crash, an exit or an endless loop in it is reported and does no harm.
/// Returns "", or says how it ended: with the message of its exception, by a signal, or not within `longest`. What it
/// writes to the terminal is lost. Obeys stopping points.
std::string tried_in_a_child(const std::function<void()>& work,
                             std::chrono::milliseconds longest = std::chrono::seconds(10));

}  // namespace plumb
