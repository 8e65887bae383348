#pragma once
// Describes the mistake in an invalid TOML text, if the parser's own message is not helpful.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plumb {

struct TomlMistake {
  std::size_t at;  // offset from the beginning of the text [bytes]
  std::string message;
};

/// Returns the mistake in a text that the parser rejected at the position `error` with the message `words`: a missing
/// quotation mark, a formula or word without quotation marks, a decimal comma, a missing =, an unclosed bracket, or a
/// duplicate key. None if it is none of these.
std::optional<TomlMistake> toml_mistake(std::string_view text, std::size_t error, std::string_view words);

}  // namespace plumb
