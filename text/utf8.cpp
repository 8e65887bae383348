#include "text/utf8.hpp"

namespace plumb {
namespace {

std::size_t length_by(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return 2;
  if (lead < 0xF0) return 3;
  return lead < 0xF5 ? 4 : 0;
}

// Returns the smallest code point that needs this many bytes.
char32_t smallest(std::size_t bytes) { return bytes == 2 ? 0x80 : bytes == 3 ? 0x800 : 0x10000; }

}  // namespace

CodePoint first_code_point(std::string_view utf8) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(utf8[i]); };
  const auto bytes = length_by(byte(0));
  if (bytes == 0 || bytes > utf8.size()) return {};
  if (bytes == 1) return {byte(0), 1};
  char32_t value = byte(0) & (0xFFu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = (value << 6) | (byte(i) & 0x3Fu);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < smallest(bytes) || value > 0x10FFFF || surrogate) return {};
  return {value, bytes};
}

}  // namespace plumb
