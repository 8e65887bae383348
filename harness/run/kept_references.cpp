#include "harness/run/kept_references.hpp"

#include <cstdlib>

#include "harness/run/build_info.hpp"

namespace plumb {
namespace fs = std::filesystem;

std::optional<fs::path> reference_folder(const Environment& environment) {
  const auto value = [&](const char* name) -> std::string {
    const char* text = environment(name);
    return text == nullptr ? "" : text;
  };
  if (const auto chosen = value("PLUMB_CACHE"); !chosen.empty()) {
    if (chosen == "off") return {};
    std::error_code no_working_directory;
    const auto folder = fs::absolute(chosen, no_working_directory);
    return no_working_directory ? std::nullopt : std::optional(folder);
  }
  // The XDG Base Directory Specification requires absolute paths.
  if (const fs::path caches = value("XDG_CACHE_HOME"); caches.is_absolute()) return caches / "plumb";
  if (const fs::path home = value("HOME"); home.is_absolute()) return home / ".cache" / "plumb";
  return {};
}

void keep_references(std::uintmax_t most_bytes) {
  if (const auto folder = reference_folder([](const char* name) { return std::getenv(name); }))
    keep_references_in(
        std::make_shared<const ReferenceCache>(*folder, std::string(build_info().reference_fingerprint), most_bytes));
}

}  // namespace plumb
