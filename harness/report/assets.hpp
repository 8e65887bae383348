#pragma once
// Style, scripts and fixed parts of the pages. They are part of the program; the build makes their source
// (harness/CMakeLists.txt).

#include <span>
#include <string_view>

#include "text/embedded_file.hpp"

namespace plumb {

/// Returns the files of harness/report/assets, in the order of their names.
std::span<const EmbeddedFile> report_assets();

/// Returns the text of one of them. Throws std::out_of_range if there is none: names are written in the source, so that
/// this is a mistake of the program.
std::string_view report_asset(std::string_view name);

}  // namespace plumb
