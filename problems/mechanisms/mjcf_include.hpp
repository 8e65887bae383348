#pragma once
// <include file="..."/> of MJCF: the children of another file's outermost element stand in the place of the element.

#include <string>

#include "text/file_text.hpp"
#include "text/xml_document.hpp"

namespace plumb {

/// Returns the document with the contents of all included files. `file` is its path: included files are those in its
/// folder and below. As in MuJoCo a file is included at most once. Throws UsageError.
XmlElement with_includes(XmlElement root, const std::string& file, const FileText& read);

}  // namespace plumb
