#pragma once
// The folder of a site: pages, assets and data, which browsers read from disk.
//
// A page that is read from disk may neither fetch files nor import modules. So its data are scripts: data/NAME.js is
// the call plumb.data("NAME", VALUE), with VALUE as JSON in the second line, for other programs.

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "text/json.hpp"

namespace plumb {

class SiteFolder {
 public:
  /// Makes the folder if it is missing. Throws UsageError if the path is not a folder, and std::runtime_error if the
  /// folder cannot be made.
  explicit SiteFolder(std::filesystem::path folder);

  /// The following functions write a file. They replace files of an earlier site and refuse to replace other files.
  /// They throw like `write_file`.
  void page(const std::string& name, const std::string& html);
  void asset(const std::string& name, std::string_view text);
  /// `svg` is an SVG element.
  void picture(const std::string& name, std::string_view svg);
  /// `json` is a JSON value as text.
  void script_text(const std::string& name, std::string_view json);
  void script(const std::string& name, const Json& value);
  /// Writes data/NAME.json, for readers; pages do not use it.
  void json(const std::string& name, const Json& value);
  void csv(const std::string& name, std::string_view text);
  /// Deletes files that only an earlier site contains: its data, and its pages about one method, problem or paper.
  void remove_earlier() const;

  /// Returns the number of files written.
  std::size_t files() const { return written_.size(); }

 private:
  void write(const std::string& name, std::string_view text);
  std::filesystem::path target(const std::string& name);

  std::filesystem::path folder_;
  std::set<std::filesystem::path> written_;
};

}  // namespace plumb
