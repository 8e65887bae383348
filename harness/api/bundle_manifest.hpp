#pragma once
// The manifest of a bundle (bundle.hpp): the program, the command and the SHA-256 of every file.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "text/json.hpp"

namespace plumb {

/// The name of the manifest in the folder of a bundle.
inline constexpr const char* manifest_name = "manifest.json";

/// The program that made a bundle.
struct ProgramVersion {
  std::string version, commit, compiler, fingerprint;  // as in BuildInfo

  bool operator==(const ProgramVersion&) const = default;
  /// Returns "0.1.0 (commit 06b13f6a0273, GNU 12.2.0)".
  std::string text() const;
  /// Returns the version of this program.
  static ProgramVersion current();
};

struct BundledFile {
  std::string sha256;
  std::uintmax_t bytes = 0;
};

struct BundleManifest {
  ProgramVersion program;
  std::string command, build_line, created;  // shell command; build command of a library; date (UTC)
  std::size_t cells = 0;
  std::map<std::string, BundledFile> files = {};  // by path in the folder; all files except the manifest
};

Json to_json(const ProgramVersion& program);
Json to_json(const BundleManifest& manifest);

/// Returns a manifest with the sizes and hashes of all files in the folder.
BundleManifest with_files_of(BundleManifest manifest, const std::filesystem::path& folder);

/// Reads the manifest in a folder. Throws UsageError if the folder has none, if its format is wrong, or if it has a
/// path that leaves the folder.
BundleManifest manifest_in(const std::filesystem::path& folder);

/// A file that does not agree with the manifest. `finding` is "missing", "changed" or "extra".
struct FileFinding {
  std::string path, finding;
};

/// Compares all files in the folder with the manifest. Symbolic links count as changed or extra, and are not followed.
std::vector<FileFinding> file_findings(const std::filesystem::path& folder, const BundleManifest& manifest);

/// Returns the contents of a file of any size. Throws std::runtime_error if it cannot be read.
std::string bytes_of_file(const std::filesystem::path& path);

/// Returns whether a path stays in the folder to which it is relative.
bool stays_in_folder(const std::filesystem::path& path);

}  // namespace plumb
