#include "text/sha256.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace plumb {
namespace {

// Functions and constants of FIPS 180-4, sections 4.1.2 and 4.2.2.
constexpr std::array<std::uint32_t, 64> round_constants = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

constexpr std::size_t hashed_block = 64;  // [bytes]
constexpr std::size_t length_bytes = 8;   // bytes of the length at the end of the padded message
using HashWords = std::array<std::uint32_t, 8>;

std::uint32_t small_sigma(std::uint32_t x, int a, int b, int shift) {
  return std::rotr(x, a) ^ std::rotr(x, b) ^ (x >> shift);
}
std::uint32_t large_sigma(std::uint32_t x, int a, int b, int c) {
  return std::rotr(x, a) ^ std::rotr(x, b) ^ std::rotr(x, c);
}

void add_hashed_block(HashWords& h, std::string_view block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t t = 0; t < 16; ++t)
    for (std::size_t byte = 0; byte < 4; ++byte) w[t] = (w[t] << 8) | static_cast<unsigned char>(block[4 * t + byte]);
  for (std::size_t t = 16; t < 64; ++t)
    w[t] = small_sigma(w[t - 2], 17, 19, 10) + w[t - 7] + small_sigma(w[t - 15], 7, 18, 3) + w[t - 16];
  auto s = h;
  auto& [a, b, c, d, e, f, g, last] = s;
  for (std::size_t t = 0; t < 64; ++t) {
    const auto choice = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
    const auto t1 = last + large_sigma(e, 6, 11, 25) + choice + round_constants[t] + w[t],
               t2 = large_sigma(a, 2, 13, 22) + majority;
    last = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  for (std::size_t i = 0; i < h.size(); ++i) h[i] += s[i];
}

/// Returns the end of the padded message: the bytes after the last whole block, a bit 1, zeros, and the length in bits.
std::string padded_end(std::string_view rest, std::uint64_t bytes) {
  std::string out(rest);
  out += '\x80';
  while (out.size() % hashed_block != hashed_block - length_bytes) out += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) out += static_cast<char>((8 * bytes) >> shift);
  return out;
}

}  // namespace

std::string sha256(std::string_view bytes) {
  HashWords h = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const auto whole = bytes.size() - bytes.size() % hashed_block;
  for (std::size_t at = 0; at < whole; at += hashed_block) add_hashed_block(h, bytes.substr(at, hashed_block));
  const auto end = padded_end(bytes.substr(whole), bytes.size());
  for (std::size_t at = 0; at < end.size(); at += hashed_block)
    add_hashed_block(h, std::string_view(end).substr(at, hashed_block));
  std::string out;
  for (const auto word : h) out += fmt::format("{:08x}", word);
  return out;
}

}  // namespace plumb
