#pragma once
// The folder of a site: pages, assets and data, which browsers read from disk.
//
// Pages may neither fetch files nor import modules there, so that data are scripts: data/NAME.js is a call
// plumb.data("NAME", VALUE), and where other programs want to read it the value stands in data/NAME.json too.

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "text/json.hpp"

namespace plumb {

class SiteFolder {
 public:
  /// Makes the folder if it is missing. Throws UsageError if it is no folder, std::runtime_error if it cannot be made.
  explicit SiteFolder(std::filesystem::path folder);

  /// Files of an earlier site are replaced, others refused: all of these throw as `write_file`.
  void page(const std::string& name, const std::string& html);
  void asset(const std::string& name, std::string_view text);
  /// `svg` is an element.
  void picture(const std::string& name, std::string_view svg);
  /// `json` is a value as text.
  void script(const std::string& name, std::string_view json);
  void script_and_json(const std::string& name, const Json& value);
  void csv(const std::string& name, std::string_view text);
  /// Deletes data of an earlier site, and its pages of one method, problem or paper, that this one does not have.
  void remove_earlier() const;

  std::size_t files() const { return written_.size(); }

 private:
  void write(const std::string& name, std::string_view text);
  std::filesystem::path target(const std::string& name);

  std::filesystem::path folder_;
  std::set<std::filesystem::path> written_;
};

}  // namespace plumb
