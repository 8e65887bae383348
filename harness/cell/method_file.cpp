#include "harness/cell/method_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>

#include "harness/text/exit_codes.hpp"

namespace plumb {
namespace {

std::string text_of(const std::string& path) {
  std::error_code error;
  std::ifstream in;
  if (!std::filesystem::is_directory(path, error)) in.open(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad())
    throw UsageError(fmt::format("@{}: cannot be read; give the path of a method file (TOML) after the @", path));
  return text;
}

}  // namespace

const MethodFile& method_file(std::string_view name) {
  static std::mutex reading;
  static std::map<std::string, std::unique_ptr<const MethodFile>, std::less<>> files;
  const std::lock_guard lock(reading);
  if (const auto at = files.find(name); at != files.end()) return *at->second;
  const std::string key(name);
  return *files.emplace(key, method_from_text(text_of(key.substr(1)), key)).first->second;
}

}  // namespace plumb
