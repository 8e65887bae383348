#pragma once
// A bundle is a folder with which a reader of a paper checks its numbers: the artifact of the paper.
//
//   README.md           what the folder contains, and the command that checks it
//   manifest.json       SHA-256 of every other file, program version, command, number of cells
//   study.toml          the cells, as a study file
//   study-as-written.toml   the study file of the author, if there is one
//   runs.db             a store with exactly these cells
//   page.md             their table, or the pages of a comparison
//   environment.json    version, compiler, flags, libraries, processor, operating system, date
//   methods/, problems/, sources/   the files that the cells name; the sources of shared libraries
//
// `verify_bundle` runs the cells again and compares them with the store of the bundle, cell by cell.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/api/api.hpp"
#include "harness/api/requested_cells.hpp"
#include "harness/cell/resolved_cell.hpp"
#include "text/json.hpp"
#include "text/table.hpp"

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

struct BundleRequest {
  std::string folder;                     // folder to write; it must be missing or empty
  std::string study = {};                 // study file with the cells; empty: the cells of `axes`
  Axes axes = {};                         // cells, or the methods and problems of a comparison
  bool compares = false;                  // bundle a page of `compare` and its runs, not a study
  bool quick = false;                     // a quick comparison
  std::vector<std::string> sources = {};  // source files of the shared libraries
  std::string build_line = {};            // command that builds the shared libraries
  std::string command = {};               // command of the user, for the manifest
};

/// A bundle that was written; or, after a stop or if cells have no result, the reason why it was not.
struct Bundle {
  std::size_t cells = 0, ended = 0;              // number of cells; number of cells with a result
  std::vector<std::string> without_result = {};  // titles of the cells whose result depends on the machine (timeout)
  std::optional<BundleManifest> manifest = {};   // none: the bundle was not written
  std::string manifest_sha256 = {};              // identifies the whole bundle
  std::string unfinished = {};                   // store of the finished cells after a stop; the next call uses it
  std::vector<std::string> notes = {};
  Ending ending = {};
};

/// Runs the cells that the store of `conduct` does not have, and writes the bundle. Without a store, results of a
/// stopped call are kept in `folder`/unfinished.db, which the next call continues. Throws UsageError, also if a method
/// is a shared library and its sources or its build line are missing.
Bundle write_bundle(const BundleRequest& request, const Conduct& conduct);

/// The verdict on one cell of a bundle.
enum class CellVerdict {
  same_bits,         // every value is the same
  same_digits,       // every number agrees within the uncertainty of the reference and of rounding
  different,         // a number does not
  failed_otherwise,  // the repeat run has another status
  missing,           // the cell is in the study or in the store only
  not_run,           // a stop came before the repeat run or its comparison
};

/// Returns "same bits", "same digits", "different", "failed otherwise", "missing" or "not run".
std::string_view name(CellVerdict verdict);

struct VerifiedCell {
  Cell cell;
  CellVerdict verdict = CellVerdict::not_run;
  std::string message = {};  // the difference that decides, or where the cell is missing
};

struct Verification {
  BundleManifest manifest;
  std::vector<FileFinding> files = {};   // files that do not agree with the manifest
  std::string not_readable = {};         // reason why the study or the store cannot be read; empty: both can
  std::vector<DamagedRun> damaged = {};  // damaged rows of the store
  std::vector<VerifiedCell> cells = {};
  std::vector<std::string> notes = {};
  Ending ending = {};

  bool is_other_program() const { return manifest.program != ProgramVersion::current(); }
  std::size_t count(CellVerdict verdict) const;
  /// Returns 130 or 124 after a stop; 1 if a cell is different or failed otherwise, or if a file is missing or was
  /// changed; 4 if a cell is missing or the bundle has no cells; else 0.
  Exit exit() const;
};

/// Checks the files of a bundle, runs its cells again, and compares them. The store of the bundle is only read. If
/// `conduct` has a store, it keeps the repeat runs. Runs code of the shared libraries in the bundle, in separate
/// processes. Throws UsageError if the folder is no bundle or its study is not valid.
Verification verify_bundle(const std::string& folder, const Conduct& conduct);

/// Returns the README.md of a bundle with this number of source files of libraries.
std::string bundle_readme(const BundleManifest& manifest, std::size_t sources);

/// Returns the verification as an object: "files", "program", "cells", "counts", "notes".
Json verification_json(const Verification& verification);

/// Returns the verification as text for people. Cells with the same bits have no row; of the others, `rows` are listed,
/// the worst first.
std::string verification_text(const Verification& verification, const std::string& folder, std::size_t rows);

}  // namespace plumb
