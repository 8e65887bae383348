#pragma once
// Common functions for methods and problems from files. Their names begin with @, and a hash of the file is a parameter
// of them, `content`.

#include <functional>
#include <string>
#include <string_view>

#include "contract/parameters.hpp"

namespace plumb {

inline bool names_file(std::string_view name) { return name.starts_with('@'); }

/// Throws UsageError if a path cannot be printed unchanged in tables and files. `what` is "method" or "problem", for
/// the message.
void require_printable_name(std::string_view name, std::string_view noun);

/// Returns the value of the parameter `content`: the first 16 hexadecimal digits of the XXH3-128 of the bytes.
std::string content_of(std::string_view bytes);
/// Returns a unique name for an object of this program, "@mine#5a84d96e": the name with the first 8 digits of the
/// content. If `is_in_use` returns true for this name, all digits are used.
std::string named_by_content(std::string_view name, std::string_view content,
                             const std::function<bool(const std::string&)>& is_in_use);
/// Returns the parameter `content`, whose only allowed value is the argument `content`. The second argument is "method"
/// or "problem".
ParameterSpec content_parameter(std::string_view content, std::string_view noun);
/// Throws UsageError if `requested`, a value of the parameter `content`, differs from its value in `specs`, the
/// parameters of the file `name`: the file was edited.
void require_same_content(std::string_view name, const std::string& requested, std::span<const ParameterSpec> specs);

}  // namespace plumb
