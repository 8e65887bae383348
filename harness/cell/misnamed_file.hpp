#pragma once
// Detects files of the wrong kind: a mechanism given as a method, or a method given as a study.

#include <string>
#include <string_view>

namespace plumb {

enum class FileRole { method, problem, experiment };

/// Throws UsageError if the content of a file has another role than `wanted`. The message contains the role of the
/// file, the usual names of such files, and the expected content. Files of an unknown role are accepted; their
/// readers check them.
void require_role(FileRole wanted, std::string_view path, std::string_view bytes);

}  // namespace plumb
