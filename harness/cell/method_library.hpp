#pragma once
// Methods from shared libraries are named "@path", as those from texts are.

#include <functional>
#include <string>

#include "harness/cell/method_text.hpp"
#include "methods/from_library/from_library.hpp"

namespace plumb {

/// Tells whether a file is a shared library, by its first bytes, or is meant to be one, by its name.
bool is_library(std::string_view path, std::string_view bytes);

/// From now on libraries are loaded without a trial in a child process, because this process may crash.
void load_libraries_at_once();

/// Ends the program with this exit code, if it has loaded libraries. What these do at the end of a program is done in
/// child processes. `tell` is called with a line for each library that fails at it. Processes that they have left
/// behind are ended.
void end_with_libraries(int exit_code, const std::function<void(const std::string&)>& tell);

/// Returns the method of the library `name`, "@libmine.so", whose content is `bytes`. A child process loads it first
/// and asks what it is, so that a library that crashes is a mistake like any other. What it prints meanwhile goes to
/// stderr, because stdout is for results. Throws UsageError.
std::unique_ptr<const MethodFile> method_from_library(const std::string& name, std::string_view bytes);

/// Returns the method of functions of this program (method_file.hpp). Throws UsageError.
std::unique_ptr<const MethodFile> method_of_program(const std::string& name, std::shared_ptr<const MethodInCode> code,
                                                    std::string_view content);

}  // namespace plumb
