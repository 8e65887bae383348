#pragma once
// <include file="..."/> of MJCF: the children of the root element of another file replace this element.

#include <string>

#include "text/file_text.hpp"
#include "text/xml_document.hpp"

namespace plumb {

/// Returns the document with the contents of all included files. `file` is its path: included files must be in its
/// folder or below. As in MuJoCo a file is included at most once. Throws UsageError.
XmlElement with_includes(XmlElement root, const std::string& file, const FileText& read);

}  // namespace plumb
