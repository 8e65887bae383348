#include "reference/packed_integers.hpp"

namespace plumb {
namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::uint32_t number_of(char letter) {
  const auto n = letters.find(letter);
  if (n == letters.npos) throw IntegerReader::NotThere();
  return static_cast<std::uint32_t>(n);
}

}  // namespace

void PackedIntegers::add(std::int64_t n) {
  auto rest = (static_cast<std::uint64_t>(n) << 1) ^ static_cast<std::uint64_t>(n >> 63);
  for (; rest >= 128; rest >>= 7) bytes_ += static_cast<char>((rest & 127) | 128);
  bytes_ += static_cast<char>(rest);
}

std::string PackedIntegers::text() const {
  std::string out;
  for (std::size_t i = 0; i < bytes_.size(); i += 3) {
    const auto byte = [&](std::size_t k) -> std::uint32_t {
      return i + k < bytes_.size() ? static_cast<unsigned char>(bytes_[i + k]) : 0;
    };
    const std::uint32_t three = byte(0) << 16 | byte(1) << 8 | byte(2);
    for (int shift = 18; shift >= 0; shift -= 6) out += letters[three >> shift & 63];
  }
  const std::size_t filled = (3 - bytes_.size() % 3) % 3;
  out.replace(out.size() - filled, filled, filled, '=');
  return out;
}

IntegerReader::IntegerReader(std::string_view text) {
  if (text.size() % 4 != 0) throw NotThere();
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const bool is_last = i + 4 == text.size();
    const std::size_t filled = !is_last || text[i + 3] != '=' ? 0 : text[i + 2] != '=' ? 1 : 2;
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 4; ++k) three = three << 6 | (k < 4 - filled ? number_of(text[i + k]) : 0);
    for (std::size_t k = 0; k < 3 - filled; ++k) bytes_ += static_cast<char>(three >> (16 - 8 * k) & 255);
  }
}

std::int64_t IntegerReader::next() {
  std::uint64_t n = 0;
  for (int shift = 0;; shift += 7) {
    if (at_end() || shift > 63) throw NotThere();
    const auto byte = static_cast<unsigned char>(bytes_[at_++]);
    n |= std::uint64_t{byte & 127U} << shift;
    if (byte < 128) break;
  }
  return static_cast<std::int64_t>(n >> 1) ^ -static_cast<std::int64_t>(n & 1);
}

}  // namespace plumb
