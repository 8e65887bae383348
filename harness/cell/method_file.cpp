#include "harness/cell/method_file.hpp"

#include <map>
#include <mutex>
#include <utility>

#include "harness/cell/method_library.hpp"
#include "harness/cell/misnamed_file.hpp"
#include "text/file_text.hpp"

namespace plumb {

const MethodFile& method_file(std::string_view name) {
  static std::mutex reading;
  static std::map<std::string, std::unique_ptr<const MethodFile>, std::less<>> files;
  const std::lock_guard lock(reading);
  if (const auto at = files.find(name); at != files.end()) return *at->second;
  require_printable_name(name, "method");
  const std::string key(name);
  const auto content = file_text(key.substr(1), "a method file (TOML) or a shared library after the @");
  require_role(FileRole::method, key.substr(1), content);
  auto read = is_library(key, content) ? method_from_library(key, content) : method_from_text(content, key);
  return *files.emplace(key, std::move(read)).first->second;
}

bool from_outside(std::string_view method) { return names_file(method) && method_file(method).is_library; }

}  // namespace plumb
