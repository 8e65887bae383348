#pragma once
// Integers as text of letters and digits, in which small ones take few characters.
//
// Each integer becomes bytes of seven bits, the lowest first, with the eighth bit set if more follow; its sign is the
// lowest bit of all. The bytes are written in base 64 (RFC 4648, section 4).

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

namespace plumb {

class PackedIntegers {
 public:
  void add(std::int64_t n);
  std::string text() const;

 private:
  std::string bytes_;
};

/// Reads integers in the order in which they were added.
class IntegerReader {
 public:
  struct NotThere : std::exception {};

  /// Throws NotThere if `text` is not in the format of PackedIntegers.
  explicit IntegerReader(std::string_view text);
  /// Throws NotThere beyond the end.
  std::int64_t next();
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

}  // namespace plumb
