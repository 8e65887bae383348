#include "harness/cell/method_file.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>

#include "harness/text/exit_codes.hpp"
#include "harness/text/file_text.hpp"
#include "harness/text/printable.hpp"

namespace plumb {
namespace {

/// Tables and files show the name as it is.
void require_printable(std::string_view name) {
  if (!is_printable(name))
    throw UsageError(
        fmt::format("'{}': control characters and bytes that are not UTF-8 are not allowed in the path of a "
                    "method file",
                    printable(name)));
}

}  // namespace

const MethodFile& method_file(std::string_view name) {
  static std::mutex reading;
  static std::map<std::string, std::unique_ptr<const MethodFile>, std::less<>> files;
  const std::lock_guard lock(reading);
  if (const auto at = files.find(name); at != files.end()) return *at->second;
  require_printable(name);
  const std::string key(name);
  const auto text = file_text(key.substr(1), "a method file (TOML) after the @");
  return *files.emplace(key, method_from_text(text, key)).first->second;
}

}  // namespace plumb
