#pragma once
// Common functions for methods and problems from files: names that begin with @, and the content as a parameter.

#include <functional>
#include <string>
#include <string_view>

#include "contract/parameters.hpp"

namespace plumb {

inline bool names_file(std::string_view name) { return name.starts_with('@'); }

/// Throws UsageError if a path cannot be printed unchanged in tables and files. `what` is "method" or "problem", for
/// the message.
void require_printable_name(std::string_view name, std::string_view what);

/// Returns 16 hexadecimal digits of the XXH3-128 of a file.
std::string content_of(std::string_view bytes);
/// Returns "@mine#5a84d96e": the name and the first digits of the content, or all of its digits if `is_taken` returns
/// true for the short form. Two objects of a program may have the same name.
std::string named_by_content(std::string_view name, std::string_view content,
                             const std::function<bool(const std::string&)>& is_taken);
/// Returns the parameter `content`, which has only one value. The second argument is "method" or "problem".
ParameterSpec content_parameter(std::string_view content, std::string_view what);
/// Throws UsageError if the given parameters have another content than `specs`, the parameters of the file `name`.
void require_same_content(std::string_view name, const std::string& given, std::span<const ParameterSpec> specs);

}  // namespace plumb
