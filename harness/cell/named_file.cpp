#include "harness/cell/named_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "text/mistakes.hpp"
#include "text/printable.hpp"

namespace plumb {

void require_printable_name(std::string_view name, std::string_view noun) {
  if (!is_printable(name))
    throw UsageError(
        fmt::format("'{}': control characters and bytes that are not UTF-8 are not allowed in the path of a {} file",
                    printable(name), noun));
}

std::string content_of(std::string_view bytes) {
  return fmt::format("{:016x}", XXH3_128bits(bytes.data(), bytes.size()).high64);
}

std::string named_by_content(std::string_view name, std::string_view content,
                             const std::function<bool(const std::string&)>& is_in_use) {
  constexpr std::size_t digits = 8;
  auto out = fmt::format("{}#{}", name, content.substr(0, digits));
  return is_in_use(out) ? fmt::format("{}#{}", name, content) : out;
}

ParameterSpec content_parameter(std::string_view content, std::string_view noun) {
  return {.name = "content",
          .default_value = std::string(content),
          .unit = "-",
          .meaning = fmt::format("fingerprint of the contents; editing the file makes it another {}", noun),
          .choices = std::string(content)};
}

void require_same_content(std::string_view name, const std::string& requested, std::span<const ParameterSpec> specs) {
  const auto now = std::ranges::find(specs, "content", &ParameterSpec::name);
  if (now != specs.end() && now->default_value != requested)
    throw contradiction(
        "{}: the file was edited: the requested content is {}, the file has {}; restore the file, or remove "
        "content=...",
        name, requested, now->default_value);
}

}  // namespace plumb
