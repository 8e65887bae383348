#pragma once
// Methods from files, named "@path" wherever a method is named: coefficients in TOML, or a shared library. A file is
// read once a process.

#include "harness/cell/method_text.hpp"
#include "harness/cell/named_file.hpp"
#include "methods/from_library/from_library.hpp"

namespace plumb {

/// The method of "@path", with an address for the process's life. Throws UsageError if it cannot be read.
const MethodFile& method_file(std::string_view name);

/// From now on `name`, "@mine", is the method of these functions, whose steps are taken in this process. `content` is
/// all that it depends on, so that another one under the same name is another method. Throws UsageError where it makes
/// no method.
const MethodFile& provide_method(const std::string& name, std::shared_ptr<const MethodInCode> code,
                                 std::string_view content);

/// Whether the steps of the method of that name are code that is not Plumb's, which may crash, hang or take all memory.
/// Throws UsageError as `method_file`.
bool from_outside(std::string_view method);

/// Whether these steps are to be taken in a process apart: those of a shared library, but not of this program itself.
bool needs_process(std::string_view method);

/// Whether the method of that name was provided, so that it is known in this process alone.
bool is_provided_method(std::string_view name);

}  // namespace plumb
