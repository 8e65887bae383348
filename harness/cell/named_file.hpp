#pragma once
// Methods and problems from files have this in common: names that begin with @, and the content as a parameter.

#include <functional>
#include <string>
#include <string_view>

#include "contract/parameters.hpp"

namespace plumb {

inline bool names_file(std::string_view name) { return name.starts_with('@'); }

/// Throws UsageError unless tables and files can show the path of a name unchanged. `what` is "method".
void require_printable_name(std::string_view name, std::string_view what);

/// Returns 16 hexadecimal digits of the XXH3-128 of a file.
std::string content_of(std::string_view bytes);
/// Returns "@mine#5a84d96e": the name and the first digits of a content, or all of them if `is_taken` returns true for
/// that. Two objects of a program may have one name.
std::string named_by_content(std::string_view name, std::string_view content,
                             const std::function<bool(const std::string&)>& is_taken);
/// Returns the parameter `content`, which has one value. `what` is "method".
ParameterSpec content_parameter(std::string_view content, std::string_view what);
/// Throws UsageError if given parameters have another content than `specs`, those of the file that `name` names.
void require_same_content(std::string_view name, const std::string& given, std::span<const ParameterSpec> specs);

}  // namespace plumb
