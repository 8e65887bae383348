#pragma once
// Writes text in XML.

#include <string>
#include <string_view>

namespace plumb {

/// Escapes a text for an attribute or an element; characters that are not allowed in XML are omitted.
std::string xml_text(std::string_view text);

}  // namespace plumb
