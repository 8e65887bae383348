#pragma once
// The files of methods and problems in a bundle (bundle.hpp), and the study file that names them.

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/api/requested_cells.hpp"
#include "harness/cell/resolved_cell.hpp"

namespace plumb {

/// Assigns a path in a bundle to each file that cells name. Files to which a problem refers keep their places relative
/// to the problem file.
class BundledFiles {
 public:
  /// Throws UsageError if a method or problem exists only in this process, or if a problem refers to a file by an
  /// absolute path.
  explicit BundledFiles(const std::vector<ResolvedCell>& cells);

  /// Returns the name of a method or problem in the bundle: "@methods/mine.toml" for "@../mine.toml". Names of the
  /// catalogue do not change.
  const std::string& method(const std::string& name) const { return name_in(methods_, name); }
  const std::string& problem(const std::string& name) const { return name_in(problems_, name); }
  /// Returns the cell with these names.
  Cell renamed(Cell cell) const;
  /// Returns a text of a result with these names instead of the original names.
  std::string renamed(std::string text) const;

  /// Returns the files to copy: the path in the bundle, and the path of the original.
  const std::map<std::string, std::filesystem::path>& copies() const { return copies_; }

 private:
  using Names = std::map<std::string, std::string>;

  static const std::string& name_in(const Names& names, const std::string& name) {
    const auto found = names.find(name);
    return found == names.end() ? name : found->second;
  }
  void add_method(const std::string& name);
  void add_problem(const std::string& name);
  std::string unused(const std::string& folder, const std::filesystem::path& file);

  Names methods_, problems_;  // names in the bundle, by the name of the cells
  std::map<std::string, std::filesystem::path> copies_;
  std::set<std::string> used_;  // paths of files and folders in the bundle
};

/// Returns a study file with exactly these cells, which name the files of the bundle. Settings are explicit, except
/// those at the defaults of all problems and methods.
std::string study_of_bundle(const std::vector<ResolvedCell>& cells, const BundledFiles& files,
                            const std::string& title);

/// Returns the cells of the study file in the folder of a bundle. Names of files become paths of the folder:
/// "@FOLDER/methods/mine.toml". Throws UsageError if a file is outside of the folder.
NotedCells cells_of_bundle(const std::filesystem::path& folder);

/// Returns a cell, or a text, of `cells_of_bundle` with the names of the bundle.
Cell with_names_of_bundle(Cell cell, const std::filesystem::path& folder);
std::string with_names_of_bundle(std::string text, const std::filesystem::path& folder);

}  // namespace plumb
