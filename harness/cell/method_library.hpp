#pragma once
// Methods from shared libraries have the name "@path", like methods from texts.

#include <chrono>
#include <functional>
#include <string>

#include "harness/cell/method_text.hpp"
#include "methods/from_library/from_library.hpp"

namespace plumb {

/// Returns whether a file is a shared library by its first bytes, or by the extension of its name.
bool is_library(std::string_view path, std::string_view bytes);

/// After this call, libraries are loaded without a previous test in a worker. Only processes that may crash, such as
/// workers, may call it.
void load_libraries_at_once();

/// Loads the library at this absolute path into this process and reads its description. Throws std::exception, or
/// crashes.
void describe_library(const std::string& path);

/// Tests whether a library can be loaded: a worker process loads it and reads its description. Returns "" on success.
/// Otherwise returns the failure: the message of an exception, a signal, or a timeout after `longest`. The worker also
/// runs the exit handlers of the library; `end_with_libraries` reports their failures. Output of the library is
/// dropped. Has stopping points.
std::string tried_in_a_worker(const std::string& path, std::chrono::milliseconds longest = std::chrono::seconds(10));

/// If this process has loaded libraries, ends it with this exit code, without their exit handlers; otherwise returns.
/// Calls `report` with a message for each library whose exit handlers failed in the worker. Kills child processes that
/// the libraries started.
void end_with_libraries(int exit_code, const std::function<void(const std::string&)>& report);

/// Returns the method of the library `name`, "@libmine.so", whose content is `bytes`. A worker loads the library first,
/// so that a crash becomes an ordinary error message. Output of the library goes to stderr, because stdout is reserved
/// for results. Throws UsageError.
std::unique_ptr<const MethodFile> method_from_library(const std::string& name, std::string_view bytes);

/// Returns a method that consists of functions of this program (`provide_method`, method_file.hpp). Throws UsageError.
std::unique_ptr<MethodFile> method_of_program(const std::string& name, std::shared_ptr<const MethodInCode> code,
                                              std::string_view content);

}  // namespace plumb
