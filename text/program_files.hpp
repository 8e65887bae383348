#pragma once
// The folders in which the program finds papers, audits, examples and method files, of the installation and of the user.
//
// A root is a folder laid out like the source tree (results/papers/KEY, results/audit/NAME.csv). The first of these
// roots takes precedence:
//
//   the folders of PLUMB_PATH, separated by colons
//   the working directory
//   share/plumb of the installation of the program, else the source tree of its build

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

/// The paths from which the roots are determined.
struct FilePlaces {
  std::filesystem::path program_folder;  // folder of the executable, with symbolic links resolved
  std::filesystem::path source_tree;     // source tree of the build
  std::filesystem::path working_directory;
  std::string search_path = {};  // value of PLUMB_PATH
};

/// Returns these paths for this process.
FilePlaces file_places();

/// Returns the root of the installation, or the source tree of the build. None if the program was moved without the
/// installation and the source tree was deleted.
std::optional<std::filesystem::path> shipped_root(const FilePlaces& places = file_places());

/// Returns all roots, each once, even if several paths refer to it. Throws UsageError if an entry of PLUMB_PATH is not
/// a folder.
std::vector<std::filesystem::path> file_roots(const FilePlaces& places = file_places());

struct FoundFile {
  std::filesystem::path path;
  std::vector<std::filesystem::path> hidden = {};  // files with the same name in later roots

  /// Returns a note such as "paper 'li2019' is read from A, which overrides B", where `what` is "paper"; empty if no
  /// file is hidden.
  std::string note(std::string_view label) const;
};

/// Returns the entries, by name, of the folder `below` in all roots for which `wanted` returns true. Throws like
/// file_roots.
std::map<std::string, FoundFile> found_files(const std::filesystem::path& below,
                                             const std::function<bool(const std::filesystem::path&)>& wanted,
                                             const FilePlaces& places = file_places());

}  // namespace plumb
