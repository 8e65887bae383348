#pragma once
// The places where the program finds its files: papers, audits and examples that it came with, and the user's own.
//
// A root is a folder laid out like the source tree (results/papers/KEY, results/audit/NAME.csv). Of these roots the
// first wins:
//
//   the folders of PLUMB_PATH, separated by colons
//   the working directory
//   share/plumb of the installation that the program lies in, else the source tree that it was built from

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumb {

/// The places where the search starts.
struct FilePlaces {
  std::filesystem::path program_folder;  // of the executable, symbolic links resolved
  std::filesystem::path source_tree;     // that it was built from
  std::filesystem::path working_directory;
  std::string search_path = {};  // PLUMB_PATH
};

/// The roots of this process.
FilePlaces file_places();

/// The root that came with the program; none if it was moved without it and its source tree is gone.
std::optional<std::filesystem::path> shipped_root(const FilePlaces& places = file_places());

/// All roots, each once, even if several ways lead to it. Throws UsageError if PLUMB_PATH names something that is no
/// folder.
std::vector<std::filesystem::path> file_roots(const FilePlaces& places = file_places());

struct FoundFile {
  std::filesystem::path path;
  std::vector<std::filesystem::path> hidden = {};  // of the same name, in later roots

  /// "paper 'li2019' is read from A, not from B", for the `what` "paper"; it is empty if it hides nothing.
  std::string note(std::string_view what) const;
};

/// The entries that are `wanted` in the folder `below` of all roots, by name. Throws what file_roots throws.
std::map<std::string, FoundFile> found_files(const std::filesystem::path& below,
                                             const std::function<bool(const std::filesystem::path&)>& wanted,
                                             const FilePlaces& places = file_places());

}  // namespace plumb
