#pragma once
// Reads XML files: elements with their attributes and their line. Text between elements is ignored. Mistakes are
// reported in one form:
//
//   FILE:LINE: the mistake, and the allowed input

#include <string>
#include <string_view>
#include <vector>

#include "text/exit_codes.hpp"

namespace plumb {

struct XmlAttribute {
  std::string name, value;
};

struct XmlElement {
  std::string name;  // name as written, with its prefix: "xacro:macro"
  FilePlace place;   // location of the element's line
  std::vector<XmlAttribute> attributes;
  std::vector<XmlElement> children;

  /// Returns the value of an attribute; null if it is missing.
  const std::string* attribute(std::string_view requested) const;
  /// Returns all children with this name.
  std::vector<const XmlElement*> all(std::string_view requested) const;
};

/// Returns the root element of a document; `name` replaces the file name in messages. Throws UsageError for a text that
/// is no valid XML, is larger than 4 MiB, has a document type (which could define entities), or is nested too deeply.
XmlElement xml_from_text(std::string_view text, const std::string& name);

}  // namespace plumb
