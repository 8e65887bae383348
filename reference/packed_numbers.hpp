#pragma once
// Numbers in quad as bytes, one after the other. Reading restores the same bits.

#include <cstdint>
#include <cstring>
#include <exception>
#include <span>
#include <string>
#include <string_view>

#include "problems/motion.hpp"

namespace plumb {

class PackedNumbers {
 public:
  void add(const quad& x) { add(std::span(&x, 1)); }
  void add(std::span<const quad> x) { bytes_.append(reinterpret_cast<const char*>(x.data()), x.size_bytes()); }
  void add(const Vec<quad>& x) { add(std::span(x.data(), static_cast<std::size_t>(x.size()))); }
  void add(const Motion& m) {
    add(m.q);
    add(m.v);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads numbers in the order in which they were added. Throws NotThere beyond the end.
class NumberReader {
 public:
  struct NotThere : std::exception {};

  explicit NumberReader(std::string_view bytes) : rest_(bytes) {}
  quad number() {
    quad x;
    fill(std::span(&x, 1));
    return x;
  }
  /// Returns the number of elements that follow, each with at least one number.
  std::size_t count() {
    const quad x = number();
    if (!(x >= 0 && x <= rest_.size() / sizeof(quad))) throw NotThere();
    return static_cast<std::size_t>(x);
  }
  void fill(std::span<quad> x) {
    if (rest_.size() < x.size_bytes()) throw NotThere();
    std::memcpy(x.data(), rest_.data(), x.size_bytes());
    rest_.remove_prefix(x.size_bytes());
  }
  void fill(Vec<quad>& x) { fill(std::span(x.data(), static_cast<std::size_t>(x.size()))); }
  void fill(Motion& m) {
    fill(m.q);
    fill(m.v);
  }

 private:
  std::string_view rest_;
};

}  // namespace plumb
