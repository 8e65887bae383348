#pragma once
// Style, scripts and fixed parts of the pages, which are part of the program; the build makes their source
// (harness/CMakeLists.txt).

#include <span>
#include <string_view>

#include "problems/mechanisms/embedded_files.hpp"

namespace plumb {

/// The files of harness/report/assets, in the order of their names.
std::span<const EmbeddedFile> report_assets();

/// The text of one of them. Throws std::out_of_range: the name is one that is written in the source.
std::string_view report_asset(std::string_view name);

}  // namespace plumb
