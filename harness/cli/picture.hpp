#pragma once
// Pictures that verbs have drawn by a script of the program, out of JSON that it reads from its standard input.

#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

#include "text/json.hpp"
#include "text/output_file.hpp"

namespace plumb {

struct Picture {
  std::string panel;           // what is drawn, one of those that the script has
  std::filesystem::path file;  // .svg, .pdf or .png
};

bool is_picture_name(const std::filesystem::path& path);

/// Files whose title says that this verb drew them: "plumb analyze".
FileKind picture_of(const std::string& verb);

/// The folder that a path names, which is made if it is not there. Throws UsageError if it is the name of a file, or
/// cannot be written to.
std::filesystem::path picture_folder(const std::string& path);
/// Each panel as SVG and PDF, in a folder.
std::vector<Picture> pictures_in(const std::filesystem::path& folder, std::initializer_list<const char*> panels);

/// Draws them by scripts/SCRIPT: `data` gets a key "pictures", an array of {"panel", "format", "path"}. Throws
/// UsageError if a file must not be replaced, std::runtime_error if there is no program that draws.
void draw_pictures(const std::string& verb, const std::string& script, Json data, const std::vector<Picture>& pictures);

}  // namespace plumb
