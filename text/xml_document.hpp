#pragma once
// XML files: elements with their attributes, each with its line. Texts between elements are left out. Mistakes are
// reported in one form:
//
//   FILE:LINE: what is wrong, and what is allowed

#include <string>
#include <string_view>
#include <vector>

#include "text/exit_codes.hpp"

namespace plumb {

struct XmlAttribute {
  std::string name, value;
};

struct XmlElement {
  std::string name;  // as written, with its prefix: "xacro:macro"
  FilePlace place;   // the line
  std::vector<XmlAttribute> attributes;
  std::vector<XmlElement> children;

  /// The value of an attribute, or null.
  const std::string* attribute(std::string_view wanted) const;
  /// All children of this name.
  std::vector<const XmlElement*> all(std::string_view wanted) const;
};

/// The outermost element of a document; `name` stands for the file in messages. Throws UsageError for a text that is no
/// XML, that is larger than 4 MiB, that has a document type (which is where entities are defined), or that is nested
/// too deeply.
XmlElement xml_from_text(std::string_view text, const std::string& name);

}  // namespace plumb
