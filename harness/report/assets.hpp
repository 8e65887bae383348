#pragma once
// Style, scripts and fixed parts of the pages. They are embedded in the program: the build generates a source that
// contains them (harness/CMakeLists.txt).

#include <span>
#include <string_view>

#include "text/embedded_file.hpp"

namespace plumb {

/// Returns the files of harness/report/assets, in the order of their names.
std::span<const EmbeddedFile> report_assets();

/// Returns the text of an asset. Throws std::out_of_range if it does not exist. This is a programming error, because
/// all names are literals.
std::string_view report_asset(std::string_view name);

}  // namespace plumb
