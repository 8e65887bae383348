#pragma once
// Names what is wrong in a text that is no TOML, where the parser's own words do not help.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace plumb {

struct TomlMistake {
  std::size_t at;  // in bytes from the beginning of the text
  std::string message;
};

/// The mistake in a text that the parser left at the position `error`: a quotation mark that is missing, a formula or
/// word without quotation marks, a decimal comma, a missing =, a bracket that is not closed, a key that occurs twice.
/// Empty if it is none of these. `words` are those of the parser.
std::optional<TomlMistake> toml_mistake(std::string_view text, std::size_t error, std::string_view words);

}  // namespace plumb
