#pragma once
// Detects files of the wrong kind: a mechanism in the place of a method, or a method in the place of a study.

#include <string>
#include <string_view>

namespace plumb {

enum class FileRole { method, problem, experiment };

/// Throws UsageError if the content of a file has another role than `wanted`. The message contains the role of the
/// file, the names of files of that role, and the contents of the wanted files. Files of an unknown role pass; their
/// readers check them.
void require_role(FileRole wanted, std::string_view path, std::string_view bytes);

}  // namespace plumb
