#include "text/printable.hpp"

#include <fmt/format.h>

#include "contract/excerpt.hpp"
#include "text/utf8.hpp"

namespace plumb {
namespace {

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029; }

bool turns_direction(char32_t c) {
  return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

bool is_visible(const CodePoint& c) { return c.value && !is_control(*c.value) && !turns_direction(*c.value); }

std::string escaped(std::string_view bytes) {
  if (bytes == "\n") return "\\n";
  if (bytes == "\r") return "\\r";
  if (bytes == "\t") return "\\t";
  std::string out;
  for (const char c : bytes) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  return out;
}

std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (; !text.empty(); ++count) text.remove_prefix(first_code_point(text).bytes);
  return count;
}

}  // namespace

std::string printable(std::string_view text, std::size_t longest) {
  std::string out;
  for (std::size_t shown = 0; !text.empty(); ++shown) {
    if (shown == longest) return out + fmt::format("... ({} more)", characters(text));
    const auto c = first_code_point(text);
    const auto bytes = text.substr(0, c.bytes);
    out += is_visible(c) ? std::string(bytes) : escaped(bytes);
    text.remove_prefix(c.bytes);
  }
  return out;
}

std::string printable_excerpt(std::string_view text, std::size_t position) {
  return printable(excerpt(text, position));
}

bool is_printable(std::string_view text) {
  while (!text.empty()) {
    const auto c = first_code_point(text);
    if (!is_visible(c)) return false;
    text.remove_prefix(c.bytes);
  }
  return true;
}

}  // namespace plumb
