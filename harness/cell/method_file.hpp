#pragma once
// Methods from files are named "@path" wherever a method is named. They are coefficients in TOML, or a shared library.
// A process reads a file once.

#include "harness/cell/method_text.hpp"
#include "harness/cell/named_file.hpp"
#include "methods/from_library/from_library.hpp"

namespace plumb {

/// Returns the method of "@path". Its address is valid as long as the process lives. Throws UsageError if it cannot be
/// read.
const MethodFile& method_file(std::string_view name);

/// Makes a method of these functions, whose steps are taken in this process. `content` is all that it depends on: with
/// another content it is another method. The method is named "@mine#5a84d96e", and from now on `name`, "@mine", is this
/// method. `is_stored` is false if the content is not known completely. Throws UsageError if they make no method.
const MethodFile& provide_method(const std::string& name, std::shared_ptr<const MethodInCode> code,
                                 std::string_view content, bool is_stored = true);

/// Tells whether the steps of the method of that name are code from outside Plumb, which may crash, hang or take all
/// memory. Throws UsageError as `method_file` does.
bool from_outside(std::string_view method);

/// Tells whether another process has to take these steps: those of a shared library do, but not those of this program.
bool needs_process(std::string_view method);

/// Returns whether a store may keep the results of the method of that name.
bool is_stored_method(std::string_view name);

/// Tells whether the method of that name was provided, so that only this process knows it.
bool is_provided_method(std::string_view name);

}  // namespace plumb
