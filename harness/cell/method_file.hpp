#pragma once
// Methods from files: coefficients in TOML, or a shared library. Such a method has the name "@path" everywhere. A
// process reads each file only once.

#include <map>

#include "harness/cell/method_text.hpp"
#include "harness/cell/named_file.hpp"
#include "methods/from_library/from_library.hpp"

namespace plumb {

/// Returns the method of "@path". A path without a folder may also refer to a method file of the program
/// (shipped_methods.hpp). The address of the method is valid until the process ends. Throws UsageError if the file
/// cannot be read.
const MethodFile& method_file(std::string_view name);

/// Returns the method of a file for these parameters: with `rtol` or `atol`, its embedded weights control the steps.
/// Throws UsageError if they cannot.
const Method& method_for(const MethodFile& file, const std::map<std::string, std::string>& overrides);

/// Creates a method from functions of this program; its steps run in this process. `content` must represent all inputs
/// of the method, because methods with equal name and content count as the same method. The method gets a name with a
/// hash of the content, "@mine#5a84d96e". `name`, "@mine", becomes an alias of the latest method with this name.
/// `is_stored` must be false if `content` is incomplete. Throws UsageError if the functions do not define a method.
const MethodFile& provide_method(const std::string& name, std::shared_ptr<const MethodInCode> code,
                                 std::string_view content, bool is_stored = true);

/// Returns whether code from outside Plumb takes the steps of the method. Such code may crash, hang or exhaust the
/// memory. Throws UsageError like `method_file`.
bool from_outside(std::string_view method);

/// Returns whether the steps must run in a separate process: true for shared libraries, false for functions of this
/// program and for coefficients.
bool needs_process(std::string_view method);

/// Returns whether a store may keep results of this method.
bool is_stored_method(std::string_view name);

/// Returns whether the method was created by `provide_method`, so that it exists only in this process.
bool is_provided_method(std::string_view name);

}  // namespace plumb
