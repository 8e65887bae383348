#include "text/program_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "text/exit_codes.hpp"

namespace plumb {
namespace fs = std::filesystem;
namespace {

// The relative path from the installed program's folder to its data: "../share/plumb".
constexpr const char* data_from_program = PLUMB_DATA_FROM_PROGRAM;

bool is_folder(const fs::path& path) {
  std::error_code unreadable;
  return fs::is_directory(path, unreadable);
}

std::vector<fs::path> folders_of(const std::string& search_path) {
  std::vector<fs::path> out;
  std::istringstream folders(search_path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (folder.empty()) continue;
    if (!is_folder(folder))
      throw UsageError(fmt::format(
          "PLUMB_PATH: '{}' is not a folder; give folders that contain results/papers, separated by colons", folder));
    out.emplace_back(folder);
  }
  return out;
}

}  // namespace

FilePlaces file_places() {
  std::error_code error;
  const char* search_path = std::getenv("PLUMB_PATH");
  return {.program_folder = fs::read_symlink("/proc/self/exe", error).parent_path(),
          .source_tree = PLUMB_SOURCE_TREE,
          .working_directory = fs::current_path(error),
          .search_path = search_path == nullptr ? "" : search_path};
}

std::optional<fs::path> shipped_root(const FilePlaces& places) {
  const auto installed = (places.program_folder / data_from_program).lexically_normal();
  for (const auto& root : {installed, places.source_tree})
    if (is_folder(root / "results")) return root;
  return {};
}

std::vector<fs::path> file_roots(const FilePlaces& places) {
  auto candidates = folders_of(places.search_path);
  candidates.push_back(places.working_directory);
  if (const auto shipped = shipped_root(places)) candidates.push_back(*shipped);
  std::vector<fs::path> out;
  for (const auto& root : candidates) {
    std::error_code error;
    const auto same = [&](const fs::path& known) { return fs::equivalent(known, root, error); };
    if (std::none_of(out.begin(), out.end(), same)) out.push_back(root);
  }
  return out;
}

std::string FoundFile::note(std::string_view label) const {
  if (hidden.empty()) return {};
  return fmt::format("{} '{}' is read from {}, which overrides {}", label, path.filename().string(), path.string(),
                     hidden.front().string());
}

std::map<std::string, FoundFile> found_files(const fs::path& below, const std::function<bool(const fs::path&)>& wanted,
                                             const FilePlaces& places) {
  std::map<std::string, FoundFile> out;
  for (const auto& root : file_roots(places)) {
    if (!is_folder(root / below)) continue;
    for (const auto& entry : fs::directory_iterator(root / below)) {
      if (!wanted(entry.path())) continue;
      const auto [known, is_new] = out.try_emplace(entry.path().filename().string(), FoundFile{entry.path()});
      if (!is_new) known->second.hidden.push_back(entry.path());
    }
  }
  return out;
}

}  // namespace plumb
