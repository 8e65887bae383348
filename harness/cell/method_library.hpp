#pragma once
// Methods from shared libraries are named "@path", as those from texts are.

#include <chrono>
#include <functional>
#include <string>

#include "harness/cell/method_text.hpp"
#include "methods/from_library/from_library.hpp"

namespace plumb {

/// Tells whether a file is a shared library, by its first bytes, or is meant to be one, by its name.
bool is_library(std::string_view path, std::string_view bytes);

/// From now on libraries are loaded without a trial in a worker, because this process may crash.
void load_libraries_at_once();

/// Loads the library at this absolute path in this process and asks what it is. Throws std::exception, or crashes.
void describe_library(const std::string& path);

/// Loads a library in a worker and asks what it is. Returns "", or says how that failed: with the message of its
/// exception, by a signal, or not within `longest`. What it does when a program ends is tried there as well, and
/// `end_with_libraries` tells how that failed. What it prints is lost. Obeys stopping points.
std::string tried_in_a_worker(const std::string& path, std::chrono::milliseconds longest = std::chrono::seconds(10));

/// Ends the program with this exit code, if it has loaded libraries. `tell` is called with a line for each library
/// that fails at what it does when a program ends; here none of them does it. Processes that they have left behind are
/// ended.
void end_with_libraries(int exit_code, const std::function<void(const std::string&)>& tell);

/// Returns the method of the library `name`, "@libmine.so", whose content is `bytes`. A worker loads it first and asks
/// what it is, so that a library that crashes is a mistake like any other. What it prints meanwhile goes to stderr,
/// because stdout is for results. Throws UsageError.
std::unique_ptr<const MethodFile> method_from_library(const std::string& name, std::string_view bytes);

/// Returns the method of functions of this program (method_file.hpp). Throws UsageError.
std::unique_ptr<MethodFile> method_of_program(const std::string& name, std::shared_ptr<const MethodInCode> code,
                                              std::string_view content);

}  // namespace plumb
