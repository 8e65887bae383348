#pragma once
// Loading of code that is not Plumb's.

#include <chrono>
#include <functional>
#include <string>

#include "interface/plumb_method.h"

namespace plumb {

/// What the library of that absolute path describes; it stays loaded as long as the program runs. Throws
/// std::runtime_error, in words, where it cannot be loaded or does not export plumb_method_entry.
const plumb_method& described_by_library(const std::string& path);

/// Does `work` in a child process, so that a crash, an exit or an endless loop in it is told and not suffered. Returns
/// "", or in words how it ended: with the message of its exception, by a signal, or not within `longest`. What it
/// writes to the terminal is lost. Obeys stopping points.
std::string tried_in_a_child(const std::function<void()>& work,
                             std::chrono::milliseconds longest = std::chrono::seconds(10));

}  // namespace plumb
