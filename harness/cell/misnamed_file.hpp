#pragma once
// Detects files of the wrong kind: a mechanism given as a method, or a method given as a study.

#include <string>
#include <string_view>

namespace plumb {

enum class FileRole { method, problem, experiment };

/// Throws UsageError if the content of the file `path` has another role than `expected`. The message contains the role
/// of the file, the option that accepts it, and the expected content. A file of unknown role is accepted here; its reader
/// checks it.
void require_role(FileRole expected, std::string_view path, std::string_view bytes);

}  // namespace plumb
