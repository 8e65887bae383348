#pragma once
// Methods from shared libraries, named "@path" as those from texts are.

#include <functional>
#include <string>

#include "harness/cell/method_text.hpp"
#include "methods/from_library/from_library.hpp"

namespace plumb {

/// Whether a file is a shared library, by its first bytes, or is meant to be one, by its name.
bool is_library(std::string_view path, std::string_view bytes);

/// From now on libraries are loaded without being tried in a child process before: this process is one that may crash.
void load_libraries_at_once();

/// Ends the program, if it has loaded libraries, with this exit code. What these do at the end of a program is done in
/// child processes, and `tell` is told a line for each that fails at it; processes that they have left behind are
/// ended.
void end_with_libraries(int exit_code, const std::function<void(const std::string&)>& tell);

/// The method of the library `name`, "@libmine.so", whose content is `bytes`. It is loaded, and asked what it is, in a
/// child process first, so that one that crashes is a mistake like any other. What it prints meanwhile goes to stderr:
/// stdout is for results. Throws UsageError.
std::unique_ptr<const MethodFile> method_from_library(const std::string& name, std::string_view bytes);

/// The method of functions of this program (method_file.hpp). Throws UsageError.
std::unique_ptr<const MethodFile> method_of_program(const std::string& name, std::shared_ptr<const MethodInCode> code,
                                                    std::string_view content);

}  // namespace plumb
