#pragma once
// Draws the pictures of verbs (option --plot) by Python scripts of the program, which read JSON from their standard
// input.

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

/// Returns whether the extension is .svg, .pdf or .png.
bool is_picture_name(const std::filesystem::path& path);

/// Returns the kind of file for the pictures of a verb. They are recognised by their title: "plumb analyze".
FileKind picture_of(const std::string& verb);

/// Returns the folder with this path, and creates it if it does not exist. Throws UsageError if the path has the
/// extension of a file, or if the folder cannot be written to.
std::filesystem::path picture_folder(const std::string& path);
/// Returns two pictures for each panel, an SVG and a PDF file in the folder.
std::vector<Picture> pictures_in(const std::filesystem::path& folder, std::initializer_list<const char*> panels);

/// Draws the pictures by scripts/SCRIPT. The script receives `data` with the additional key "pictures", an array of
/// {"panel", "format", "path"}. Throws UsageError if a file must not be replaced, std::runtime_error if Python or
/// matplotlib is missing.
void draw_pictures(const std::string& verb, const std::string& script, Json data, const std::vector<Picture>& pictures);

}  // namespace plumb
