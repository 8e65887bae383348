#pragma once
// Text in XML.

#include <string>
#include <string_view>

namespace plumb {

/// Escapes a text for the value of an attribute or as text; characters that XML cannot have are left out.
std::string xml_text(std::string_view text);

}  // namespace plumb
