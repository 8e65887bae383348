#pragma once
// A script of the program draws the pictures of verbs. It reads JSON from its standard input.

#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

#include "text/json.hpp"
#include "text/output_file.hpp"

namespace plumb {

struct Picture {
  std::string panel;           // name of a panel of the plot script
  std::filesystem::path file;  // output file: .svg, .pdf or .png
};

bool is_picture_name(const std::filesystem::path& path);

/// Recognises pictures of this verb by their title: "plumb analyze".
FileKind picture_of(const std::string& verb);

/// Returns the folder of a path, and creates it if it does not exist. Throws UsageError if the path is the name of a
/// file or cannot be written to.
std::filesystem::path picture_folder(const std::string& path);
/// Returns each panel as SVG and PDF in a folder.
std::vector<Picture> pictures_in(const std::filesystem::path& folder, std::initializer_list<const char*> panels);

/// Draws the pictures by scripts/SCRIPT. `data` gets a key "pictures", an array of {"panel", "format", "path"}. Throws
/// UsageError if a file must not be replaced, std::runtime_error if Python or matplotlib is missing.
void draw_pictures(const std::string& verb, const std::string& script, Json data, const std::vector<Picture>& pictures);

}  // namespace plumb
