#pragma once
// Decodes UTF-8 strictly (Unicode 15, table 3-7): overlong forms and surrogates are invalid.

#include <optional>
#include <string_view>

namespace plumb {

struct CodePoint {
  std::optional<char32_t> value;  // code point; none: the first byte begins no code point
  std::size_t bytes = 1;
};

/// Returns the first code point of a text. Precondition: the text is not empty.
CodePoint first_code_point(std::string_view utf8);

}  // namespace plumb
