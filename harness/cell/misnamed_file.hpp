#pragma once
// Files that are named in place of another: a mechanism where a method belongs, a method where a study belongs.

#include <string>
#include <string_view>

namespace plumb {

enum class FileRole { method, problem, experiment };

/// Throws UsageError if the content of a file says that it has another role than the wanted one. The message says
/// which, how files of that role are named, and what the wanted ones have. Files of no known role are left to their
/// readers.
void require_role(FileRole wanted, std::string_view path, std::string_view bytes);

}  // namespace plumb
