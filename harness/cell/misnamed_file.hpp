#pragma once
// A file may be named in the place of another one: a mechanism where a method belongs, or a method where a study
// belongs.

#include <string>
#include <string_view>

namespace plumb {

enum class FileRole { method, problem, experiment };

/// Throws UsageError if the content of a file says that it has another role than the wanted one. The message says which
/// role it has, how files of that role are named, and what the wanted files contain. Files of an unknown role pass;
/// their readers judge them.
void require_role(FileRole wanted, std::string_view path, std::string_view bytes);

}  // namespace plumb
