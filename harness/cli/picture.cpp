#include "harness/cli/picture.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <list>

#include "contract/excerpt.hpp"
#include "text/exit_codes.hpp"
#include "text/program_files.hpp"

extern char** environ;

namespace plumb {
namespace {

namespace fs = std::filesystem;

/// Returns a temporary file with these bytes, open for reading from its beginning. Throws std::runtime_error on a full
/// disk.
std::FILE* filled(const std::string& data) {
  std::FILE* out = std::tmpfile();
  if (!out) throw std::runtime_error("--plot: no temporary file can be created");
  const bool is_whole = std::fwrite(data.data(), 1, data.size(), out) == data.size() && std::fflush(out) == 0;
  std::rewind(out);
  if (is_whole) return out;
  std::fclose(out);
  throw std::runtime_error(
      "--plot: the temporary file with the data of the pictures cannot be written; free disk space");
}

// Runs the script with `data` as its standard input, and returns its exit code. Messages of the script go to stderr.
int exit_code_of(const std::string& script, const std::string& data) {
  std::FILE* input = filled(data);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(input), STDIN_FILENO);
  std::string python = fs::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3", argument = script;
  char* arguments[] = {python.data(), argument.data(), nullptr};
  pid_t child = 0;
  const int failed = posix_spawnp(&child, python.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  std::fclose(input);
  int status = 0;
  if (failed != 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

}  // namespace

bool is_picture_name(const fs::path& path) {
  const auto extension = path.extension();
  return extension == ".svg" || extension == ".pdf" || extension == ".png";
}

FileKind picture_of(const std::string& verb) {
  const auto is_ours = [verb](const fs::path& file) {
    return beginning_of(file, 100'000'000).find(verb) != std::string::npos;
  };
  return {fmt::format("a picture of `{}`", verb), is_ours};
}

fs::path picture_folder(const std::string& path) {
  const fs::path target(path);
  if (target.has_extension() && !fs::is_directory(target))
    throw UsageError(fmt::format("--plot: '{}' is not allowed: the name of a folder", excerpt(path)));
  return output_folder(target.parent_path(), target.filename().empty() ? "." : target.filename().string());
}

std::vector<Picture> pictures_in(const fs::path& folder, std::initializer_list<const char*> panels) {
  std::vector<Picture> out;
  for (const char* panel : panels)
    for (const char* format : {".svg", ".pdf"}) out.push_back({panel, folder / (std::string(panel) + format)});
  return out;
}

void draw_pictures(const std::string& verb, const std::string& script, Json data,
                   const std::vector<Picture>& pictures) {
  const auto root = shipped_root();
  if (!root) throw std::runtime_error("--plot: the script that draws was not installed with the program");
  std::list<OutputFile> files;
  data["pictures"] = Json::array();
  for (const auto& [panel, file] : pictures) {
    files.emplace_back(file, picture_of(verb));
    data["pictures"].push_back({{"panel", panel},
                                {"format", file.extension().string().substr(1)},
                                {"path", files.back().temporary().string()}});
  }
  if (exit_code_of((*root / "scripts" / script).string(), data.dump()) != 0)
    throw std::runtime_error(
        "--plot: nothing was drawn; drawing needs python3 with matplotlib (Debian: python3-matplotlib)");
  for (auto& file : files) file.commit();
}

}  // namespace plumb
